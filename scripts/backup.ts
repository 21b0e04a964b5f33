import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkTarget, makeBackup } from '../src/server/backup/backup.make.ts';
import { openPlace } from '../src/server/outside.ts';
import { fail, run, VERSION } from './command.ts';

/**
 * `npm run backup -- FOLDER`: a copy of the whole installation, while Diplo runs, whatever holds its database and its
 * files: the rows of every table, every file they speak of, the secret key, and `manifest.json` with every SHA-256.
 * `npm run restore` brings it back.
 */
await run(async (config) => {
  const [target] = process.argv.slice(2);
  if (!target) fail('Indiquez le dossier de la sauvegarde : npm run backup -- /chemin/sauvegarde');
  const { dataDir, databaseUrl } = config;
  if (!databaseUrl && !existsSync(join(dataDir, 'diplo.sqlite'))) fail(`Il n’y a pas de base dans ${dataDir}.`);
  const folder = resolve(target);
  await checkTarget(folder, dataDir);
  const { database, storage } = await openPlace(config, { readonly: true });
  try {
    const manifest = await makeBackup({
      database,
      storage: await storage(),
      dataDir,
      target: folder,
      version: VERSION,
      now: new Date(),
    });
    const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
    console.log(`Sauvegarde faite : ${folder} (${rows} lignes, ${Object.keys(manifest.files ?? {}).length} fichiers)`);
    if (manifest.missing.length > 0)
      fail(
        `Attention : ${manifest.missing.length} fichiers manquent ou ont changé, et n’y sont pas. Lancez « npm run verify ».`,
      );
  } finally {
    await database.close();
  }
});
