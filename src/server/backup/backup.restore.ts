import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KEY_FILE } from '../config.ts';
import { isEmpty, loadDatabase } from '../db/dump.ts';
import { migrate } from '../db/migrate.ts';
import type { Database } from '../db/open.ts';
import { forgetSetting } from '../db/settings.ts';
import { alignCatalogue } from '../products/product.catalogue.service.ts';
import { hashOf } from '../storage/files.service.ts';
import { findInstallation, markInstallation } from '../storage/installation.service.ts';
import type { Storage } from '../storage/storage.ts';
import { dumpedFiles, hashesOf, pathOfFile } from './backup.make.ts';
import { openSource, type Source } from './backup.source.ts';
import { SETTING } from './backup.state.ts';

interface Options {
  /** The backup. */
  folder: string;
  database: Database;
  storage: Storage;
  dataDir: string;
  /** Whether the secret key comes from the environment: the one of the backup is then left where it is. */
  keyIsGiven: boolean;
  /** The tables stay those of the version that was saved, for its program to go on with: nothing is brought up to date. */
  asIs?: boolean;
}

/**
 * Brings a backup into an empty installation, of either engine and with files in a folder or a bucket, from any version
 * of Diplo that made one. Everything is checked before it is written; what was begun and fails is taken back.
 * @returns how much there is now
 * @throws an Error that says what to do
 */
export async function restoreBackup({
  folder,
  database,
  storage,
  dataDir,
  keyIsGiven,
  asIs = false,
}: Options): Promise<{
  files: number;
  /** Ids of files that the backup lacks, and of those whose hash is another one: neither is there now. */
  missing: string[];
  damaged: string[];
  /** When the backup was made (ISO 8601); `null` of a copy that does not say it. */
  madeAt: string | null;
}> {
  const source = await openSource(folder, join(dataDir, 'tmp', 'restore'));
  const written: string[] = [];
  let loaded = false;
  try {
    const { info, rows, databaseOnly, madeAt } = source;
    await checkEmpty(database, storage, source);
    await checkRows(source);
    // All of them, before the first is written.
    const named = new Set<string>();
    for await (const { id } of dumpedFiles(rows)) named.add(id);
    const [missing, damaged]: [string[], string[]] = [[], []];
    for await (const { id, sha256, sealed } of databaseOnly ? [] : dumpedFiles(rows)) {
      const from = join(folder, pathOfFile(id));
      if (!existsSync(from)) {
        missing.push(id);
        continue;
      }
      // It would not be what was kept; the others are.
      if ((await hashOf(createReadStream(from))) !== sha256) {
        damaged.push(id);
        continue;
      }
      const path = join(source.temporary, id);
      await copyFile(from, path);
      // One that was sealed comes read-only.
      await chmod(path, 0o600);
      await storage.save({ path, size: (await stat(from)).size, sha256 }, id);
      // A bucket took a copy of it.
      await rm(path, { force: true });
      written.push(id);
      if (sealed) await storage.seal(id);
    }
    const key = join(folder, KEY_FILE);
    const restoredKey = !keyIsGiven && existsSync(key) ? join(dataDir, `${KEY_FILE}.restored`) : null;
    if (restoredKey) await writeFile(restoredKey, await readFile(key), { mode: 0o600, flush: true });
    await loadDatabase(database, rows, info);
    // From here on all of it is there; what remains is done again at the next start.
    loaded = true;
    if (restoredKey) await rename(restoredKey, join(dataDir, KEY_FILE));
    if (asIs) {
      // An older program knows no file aside; one of today brings it back by itself.
      for await (const { id } of storage.listAside()) if (named.has(id)) await storage.bringBack(id);
      return { files: written.length, missing, damaged, madeAt };
    }
    await migrate(database);
    await alignCatalogue(database, { always: true });
    // The same installation, in another place.
    const installation = (await findInstallation(database.db)) ?? (databaseOnly ? await storage.readMark() : null);
    await markInstallation(database.db, storage, installation ?? undefined);
    // What was last saved and verified was so in the other place.
    await forgetSetting(database.db, SETTING);
    return { files: written.length, missing, damaged, madeAt };
  } catch (error) {
    if (!loaded) for (const id of written) await storage.remove(id);
    throw error;
  } finally {
    await rm(source.temporary, { recursive: true, force: true });
  }
}

/** @throws an Error where a row is not as it was saved */
async function checkRows({ rows, info, hashes }: Source): Promise<void> {
  if (hashes === null) return;
  const now = await hashesOf(rows, info).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? new Error('Il manque une table à cette sauvegarde : prenez la sauvegarde d’avant. Rien n’a été écrit.')
      : error;
  });
  const changed = Object.keys(info.tables).filter((table) => hashes[table] !== now[table]);
  if (changed.length > 0)
    throw new Error(
      `Cette sauvegarde n’est plus telle qu’elle a été faite (${changed.join(', ')}) : prenez-en une autre. Rien n’a été écrit.`,
    );
}

async function checkEmpty(
  database: Database,
  storage: Storage,
  { databaseOnly, installation, rows }: Source,
): Promise<void> {
  if (!(await isEmpty(database)))
    throw new Error(
      'La base de données n’est pas vide : une sauvegarde ne se restaure que dans une installation vide.',
    );
  const stored = new Set<string>();
  for await (const { id } of storage.list()) {
    stored.add(id);
    if (!databaseOnly)
      throw new Error(
        'Il y a déjà des fichiers : une sauvegarde ne se restaure que dans une installation vide. Après une restauration interrompue, ou d’une base abîmée, mettez tout le dossier DATA_DIR de côté, puis recommencez.',
      );
  }
  if (!databaseOnly) return;
  // What a later version no longer names is aside, and comes back.
  for await (const { id } of storage.listAside()) stored.add(id);
  // Made before there was a mark, it goes with the files that it names.
  const belongs =
    installation === null
      ? (await Array.fromAsync(dumpedFiles(rows))).every(({ id }) => stored.has(id))
      : (await storage.readMark()) === installation;
  if (!belongs)
    throw new Error(
      'Cette sauvegarde est celle de la base seule, faite avant une mise à jour : elle ne se restaure qu’à côté des fichiers de son installation.',
    );
}
