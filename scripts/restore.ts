import { resolve } from 'node:path';
import { restoreBackup } from '../src/server/backup/backup.restore.ts';
import { fail, openAlone, run, typed } from './command.ts';

/** `npm run restore -- FOLDER`, Diplo stopped: a backup, of any version, into an installation that holds nothing yet. */
await run(async (config) => {
  const [folder] = typed();
  if (!folder) fail('Indiquez le dossier de la sauvegarde : npm run restore -- /chemin/sauvegarde');
  const { database, storage } = await openAlone(config, { create: true });
  try {
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
