import { resolve } from 'node:path';
import { restoreBackup } from '../src/server/backup/backup.restore.ts';
import { LOCKED, lockDataDir } from '../src/server/db/data.lock.ts';
import { isServed } from '../src/server/db/presence.ts';
import { openPlace } from '../src/server/outside.ts';
import { fail, run } from './command.ts';

/** `npm run restore -- FOLDER`, Diplo stopped: a backup, of any version, into an installation that holds nothing yet. */
await run(async (config) => {
  const [folder] = process.argv.slice(2);
  if (!folder) fail('Indiquez le dossier de la sauvegarde : npm run restore -- /chemin/sauvegarde');
  if (!lockDataDir(config.dataDir)) fail(LOCKED(config.dataDir));
  const { database, storage } = await openPlace(config);
  try {
    if (await isServed(database)) fail('Un Diplo se sert de cette base de données : arrêtez-le d’abord.');
    const { files, missing } = await restoreBackup({
      folder: resolve(folder),
      database,
      storage: await storage(),
      dataDir: config.dataDir,
      keyIsGiven: Boolean(process.env.SECRET_KEY?.trim()),
    });
    console.log(`Sauvegarde restaurée : ${files} fichiers. Démarrez Diplo.`);
    if (missing.length > 0)
      console.warn(
        `Attention : ${missing.length} fichiers n’étaient pas dans la sauvegarde (${missing.slice(0, 5).join(', ')}…). Diplo ne démarrera qu’après « npm run verify -- --accept ».`,
      );
  } finally {
    await database.close();
  }
});
