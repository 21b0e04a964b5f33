import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { readConfig } from '../src/server/config.ts';
import { openSqlite } from '../src/server/db/open.ts';

/**
 * `npm run backup -- FOLDER`: a copy of the data folder, taken while Diplo runs: the database first, then the files it
 * speaks of (files never change once written), then `manifest.json` with every SHA-256. To restore, give the copy back
 * as `DATA_DIR`.
 */
const target = process.argv[2];
if (!target) fail('Indiquez le dossier de la sauvegarde : npm run backup -- /chemin/sauvegarde');
const config = readConfig(process.env);
if (config.databaseUrl) fail('La base est PostgreSQL : sauvegardez-la par pg_dump, puis copiez le dossier DATA_DIR.');
if (config.storageUrl) fail('Les fichiers sont dans S3 : sauvegardez le seau, et le dossier DATA_DIR pour sa clé.');
const folder = resolve(target);
if (existsSync(folder) && readdirSync(folder).length > 0) fail(`Le dossier ${folder} n’est pas vide.`);
if (!existsSync(join(config.dataDir, 'diplo.sqlite'))) fail(`Il n’y a pas de base dans ${config.dataDir}.`);
mkdirSync(folder, { recursive: true, mode: 0o700 });

const database = openSqlite(join(config.dataDir, 'diplo.sqlite'));
await database.backup?.(join(folder, 'diplo.sqlite'));
await database.close();
for (const path of filesBelow(config.dataDir)) {
  const inside = relative(config.dataDir, path);
  if (inside.startsWith('diplo.sqlite') || inside.startsWith(join('files', 'tmp'))) continue;
  mkdirSync(dirname(join(folder, inside)), { recursive: true });
  copyFileSync(path, join(folder, inside));
}
const manifest = Object.fromEntries(
  filesBelow(folder).map((path) => [
    relative(folder, path),
    { size: statSync(path).size, sha256: createHash('sha256').update(readFileSync(path)).digest('hex') },
  ]),
);
writeFileSync(
  join(folder, 'manifest.json'),
  JSON.stringify({ made_at: new Date().toISOString(), files: manifest }, null, 2),
);
console.log(`Sauvegarde faite : ${folder} (${Object.keys(manifest).length} fichiers)`);

function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
