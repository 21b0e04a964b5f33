import { chmodSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeBackup, PARTIAL } from './backup/backup.make.ts';
import type { Config } from './config.ts';
import { LOCKED, lockDataDir } from './db/data.lock.ts';
import { isEmpty } from './db/dump.ts';
import { keepIndexes } from './db/indexes.ts';
import { migrate, newerMigrations, pendingMigrations } from './db/migrate.ts';
import { type Database, openPostgres, openSqlite, reach } from './db/open.ts';
import { takeStartTurn } from './db/presence.ts';
import { findSetting, writeSetting } from './db/settings.ts';
import type { PdfConverter } from './documents/pdf/converter.ts';
import { gotenbergConverter } from './documents/pdf/gotenberg.converter.ts';
import { findSoffice, sofficeConverter } from './documents/pdf/soffice.converter.ts';
import { wasmConverter } from './documents/pdf/wasm.converter.ts';
import { openPlace, openStorage, type Place, sqlitePath } from './place.ts';
import { alignCatalogue } from './products/product.catalogue.service.ts';
import { createInbox, type Inbox } from './storage/inbox.ts';
import { checkInstallation } from './storage/installation.service.ts';
import type { Storage } from './storage/storage.ts';

/** Whether a database was made there; PostgreSQL says so itself when it is asked. */
export const holdsDatabase = (place: Place): boolean => Boolean(place.databaseUrl) || existsSync(sqlitePath(place));

export interface Opened {
  database: Database;
  storage: Storage;
  inbox: Inbox;
  converter: PdfConverter;
  place: Place;
  version: string;
  /** To be called once the first administrator is there: another instance may start then. */
  started: () => Promise<void>;
}

/**
 * What the settings name outside the program: the data folder, for this program alone; the database, brought to its
 * newest schema after a backup; the files, which must be those of the database; the converter.
 * @throws an Error that says what to do
 */
export async function openOutside(config: Config, version: string): Promise<Opened> {
  const { databaseUrl, dataDir, storageUrl, backupDir } = config;
  if (!lockDataDir(dataDir)) throw new Error(LOCKED(dataDir));
  // What a kill left there was never acknowledged.
  for (const unfinished of ['tmp', join('files', 'tmp')])
    rmSync(join(dataDir, unfinished), { recursive: true, force: true });
  const place = { databaseUrl, dataDir, storageUrl, backupDir };
  const database = databaseUrl ? openPostgres(databaseUrl) : openSqlite(sqlitePath(place));
  await reach(database);
  protect(place);
  const turn = await takeStartTurn(database);
  const storage = await openStorage(place);
  await bringUpToDate({ database, storage, place, version });
  await checkInstallation(database.db, storage);
  return {
    database,
    storage,
    // Beside the files it will be moved to; what a kill leaves here is taken away at the next start.
    inbox: createInbox(join(dataDir, 'tmp', 'uploads')),
    converter: chooseConverter(config),
    place,
    version,
    started: () => turn.leave(),
  };
}

/** A database made before Diplo took care of it may be readable by everybody on this machine. */
function protect({ dataDir }: Place): void {
  if (process.platform === 'win32') return;
  closeToOthers(dataDir, 0o700);
  for (const suffix of ['', '-wal', '-shm']) {
    const path = sqlitePath({ dataDir }) + suffix;
    if (existsSync(path)) closeToOthers(path, 0o600);
  }
}

/** A folder that belongs to somebody else, as a volume of a cluster may, is left as it was made. */
function closeToOthers(path: string, mode: number): void {
  if ((statSync(path).mode & 0o077) === 0) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    process.emitWarning(
      `Les droits de ${path} ne peuvent pas être resserrés (${error instanceof Error ? error.message : error}). D’autres comptes de cette machine le lisent peut-être.`,
    );
  }
}

/** The schema and what is computed from the rows, as this version has them; the database as it was is saved first. */
export async function bringUpToDate(installation: {
  database: Database;
  storage: Storage;
  place: Place;
  version: string;
}): Promise<void> {
  await refuseNewer(installation);
  await backUpBeforeMigration(installation);
  await migrate(installation.database);
  await alignCatalogue(installation.database);
  const made = await keepIndexes(installation.database);
  if (made.length > 0)
    process.emitWarning(
      `Des index de la base manquaient, ils ont été refaits : ${made.join(', ')}. Une base se déplace par « npm run backup » et « npm run restore ».`,
    );
  await writeSetting(installation.database.db, VERSION_SETTING, installation.version);
}
/** The last version that served this database. */
const VERSION_SETTING = 'version';

/** @throws an Error when a newer version has changed the database: with what to do, and which backup was made before */
async function refuseNewer({ database, place, version }: { database: Database; place: Place; version: string }) {
  const [first] = await newerMigrations(database);
  if (first === undefined) return;
  // Between two releases both say the same version: what it has done says more.
  const newer = await findSetting(database.db, VERSION_SETTING);
  const folder = place.backupDir ?? join(place.dataDir, 'backups');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  // The last of them: what was made between two upgrades is in it.
  const before = names
    .filter((name) => name.startsWith(`avant-${first}`) && !name.endsWith(PARTIAL))
    .toSorted()
    .at(-1);
  throw new Error(
    `Cette base a été mise à jour par une version plus récente de Diplo (${newer && newer !== version ? newer : first}) que celle-ci (${version}). Réinstallez la plus récente ; ou, pour revenir, mettez la base de côté en gardant les fichiers, et restaurez sa copie d’avant la mise à jour${before ? ` : npm run restore -- ${join(folder, before)}` : ''} (docs/exploitation.md).`,
  );
}

/** The database as it was, beside the installation: a migration that goes wrong can be taken back. */
async function backUpBeforeMigration({
  database,
  storage,
  place,
  version,
}: {
  database: Database;
  storage: Storage;
  place: Place;
  version: string;
}): Promise<void> {
  const [next] = await pendingMigrations(database);
  if (next === undefined || (await isEmpty(database))) return;
  const now = new Date();
  const folder = place.backupDir ?? join(place.dataDir, 'backups');
  const target = join(folder, `avant-${next}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`);
  const opened = await openPlace(place, { readonly: true });
  try {
    await makeBackup({
      database: opened.database,
      storage,
      dataDir: place.dataDir,
      target,
      version,
      now,
      databaseOnly: true,
    });
  } finally {
    await opened.database.close();
  }
}

/** A Gotenberg server when one is named, else LibreOffice of this machine, else LibreOffice as WebAssembly. */
function chooseConverter({ pdfUrl, dataDir }: Config): PdfConverter {
  if (pdfUrl) return gotenbergConverter(pdfUrl);
  const soffice = findSoffice();
  return soffice ? sofficeConverter(soffice, { folder: join(dataDir, 'tmp', 'pdf') }) : wasmConverter();
}
