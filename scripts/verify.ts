import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { verifyInstallation } from '../src/server/backup/backup.verify.ts';
import { LOCKED, lockDataDir } from '../src/server/db/data.lock.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { isServed } from '../src/server/db/presence.ts';
import { openPlace } from '../src/server/outside.ts';
import { createFiles } from '../src/server/storage/files.service.ts';
import { markInstallation } from '../src/server/system/installation.service.ts';
import { fail, run } from './command.ts';

/**
 * `npm run verify`: reads the whole installation, Diplo running or not, and says what is wrong; ends with 1 when
 * something is. Diplo stopped, `--accept` says that this database and these files go together, and `--sweep` puts aside
 * what nothing names even when there is much of it.
 */
await run(async (config) => {
  const [option] = process.argv.slice(2);
  if (option && !['--accept', '--sweep'].includes(option)) fail(`Option inconnue : ${option}.`);
  const { dataDir, databaseUrl } = config;
  if (!databaseUrl && !existsSync(join(dataDir, 'diplo.sqlite'))) fail(`Il n’y a pas de base dans ${dataDir}.`);
  const changes = option !== undefined;
  if (changes && !lockDataDir(dataDir)) fail(LOCKED(dataDir));
  const { database, storage: open } = await openPlace(config, { readonly: !changes });
  try {
    if (changes && (await isServed(database))) fail('Un Diplo se sert de cette base de données : arrêtez-le d’abord.');
    const storage = await open();
    if (changes) await migrate(database);
    if (option === '--accept') {
      await markInstallation(database.db, storage);
      console.log('La base et les fichiers sont reconnus comme une seule installation.');
    }
    if (option === '--sweep') {
      const files = createFiles({ db: database.db, storage, clock: () => new Date() });
      const { moved } = await files.sweep({ evenMany: true });
      console.log(`${moved} fichiers mis à l’écart ; ils y restent trente jours.`);
    }
    const { ok, parts } = await verifyInstallation(database, storage, new Date());
    for (const part of parts) console.log(`${part.ok ? '✓' : '✗'} ${part.name} : ${part.said}`);
    if (!ok) process.exitCode = 1;
  } finally {
    await database.close();
  }
});
