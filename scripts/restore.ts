import { resolve } from 'node:path';
import { counted } from '#shared/fields/counted.ts';
import { printInstant } from '#shared/fields/date.ts';
import { restoreBackup } from '../src/server/backup/backup.restore.ts';
import { fail, note, openAlone, run, typed } from './command.ts';

const AS_IS = '--as-is';

/**
 * `npm run restore -- FOLDER`, Diplo stopped: a backup, of any version, into an installation that holds nothing yet. With `--as-is`
 * its tables stay those of the version that was saved: for who goes back to one that restores nothing by itself.
 */
await run(async (config) => {
  const words = typed([AS_IS]);
  const folder = words.find((word) => word !== AS_IS);
  const asIs = words.includes(AS_IS);
  if (!folder) fail('Indiquez le dossier de la sauvegarde : npm run restore -- /chemin/sauvegarde');
  const { database, storage } = await openAlone(config, { create: true });
  try {
    const { files, missing, damaged, madeAt } = await restoreBackup({
      folder: resolve(folder),
      database,
      storage: await storage(),
      dataDir: config.dataDir,
      keyIsGiven: Boolean(process.env.SECRET_KEY?.trim()),
      asIs,
    });
    if (!asIs)
      await note(
        database.db,
        'backup.restore',
        `${counted(files, 'fichier')}, sauvegarde ${madeAt ? `du ${printInstant(madeAt)}` : 'sans date'}`,
      );
    console.log(
      asIs
        ? `Sauvegarde restaurée telle quelle : ${counted(files, 'fichier')}. Remettez la version qui l’a faite avant de démarrer.`
        : `Sauvegarde restaurée : ${counted(files, 'fichier')}. Démarrez Diplo.`,
    );
    // Not all of it is there: a script must see it.
    if (missing.length + damaged.length > 0) process.exitCode = 2;
    if (missing.length > 0)
      console.warn(
        `Attention : ${counted(missing.length, 'fichier n’était pas', 'fichiers n’étaient pas')} dans la sauvegarde : ${missing.join(', ')}. Diplo démarre, et « npm run verify » dit ce qui manque.`,
      );
    if (damaged.length > 0)
      console.warn(
        `Attention : ${counted(damaged.length, 'fichier de la sauvegarde est abîmé', 'fichiers de la sauvegarde sont abîmés')}, et n’ont pas été repris : ${damaged.join(', ')}. Cherchez-les dans une sauvegarde d’avant.`,
      );
  } finally {
    await database.close();
  }
});
