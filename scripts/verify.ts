import { counted } from '#shared/fields/counted.ts';
import { verifyInstallation } from '../src/server/backup/backup.verify.ts';
import type { Database } from '../src/server/db/open.ts';
import { bringUpToDate } from '../src/server/outside.ts';
import { createFiles } from '../src/server/storage/files.service.ts';
import { findInstallation, markInstallation } from '../src/server/storage/installation.service.ts';
import type { Storage } from '../src/server/storage/storage.ts';
import { note, openAlone, openToRead, run, typed, VERSION } from './command.ts';

/**
 * `npm run verify`: reads the whole installation, Diplo running or not, and says what is wrong; ends with 1 when
 * something is. Diplo stopped, `--accept` says that this database and these files go together, and `--sweep` puts aside
 * what nothing names even when there is much of it.
 */
await run(async (config) => {
  const [option] = typed(['--accept', '--sweep'], { isAlone: true });
  const { database, storage: open } = await (option ? openAlone(config) : openToRead(config));
  try {
    const storage = await open();
    if (option === '--sweep') await checkMarks(database, storage);
    if (option) await bringUpToDate({ database, storage, place: config, version: VERSION });
    if (option === '--accept') {
      await markInstallation(database.db, storage);
      await note(database.db, 'backup.accept', 'npm run verify -- --accept');
      console.log('La base et les fichiers sont reconnus comme une seule installation.');
    }
    if (option === '--sweep') {
      const files = createFiles({ db: database.db, storage, clock: () => new Date() });
      const { moved } = await files.sweep({ evenMany: true });
      console.log(
        `${counted(moved, 'fichier mis à l’écart', 'fichiers mis à l’écart')}. Rien n’en est effacé avant trente jours.`,
      );
    }
    const { ok, parts } = await verifyInstallation(database, storage, new Date());
    for (const part of parts) console.log(`${part.ok ? '✓' : '✗'} ${part.name} : ${part.said}`);
    if (!ok) process.exitCode = 1;
  } finally {
    await database.close();
  }
});

/** With another installation's database every file would be nobody's. */
async function checkMarks(database: Database, storage: Storage): Promise<void> {
  const [inDatabase, besideFiles] = [await findInstallation(database.db), await storage.readMark()];
  if (inDatabase !== null && inDatabase === besideFiles) return;
  throw new Error(
    inDatabase === besideFiles
      ? 'Cette installation n’est pas encore marquée : démarrez Diplo une fois, puis recommencez. Rien n’a été touché.'
      : 'La base et les fichiers sont de deux installations différentes : rien n’a été touché. Vérifiez DATABASE_URL, DATA_DIR et STORAGE_URL.',
  );
}
