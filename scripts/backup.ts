import { resolve } from 'node:path';
import { checkTarget, makeBackup } from '../src/server/backup/backup.make.ts';
import { fail, openToRead, run, typed, VERSION } from './command.ts';

/**
 * `npm run backup -- FOLDER`: a copy of the whole installation, while Diplo runs, whatever holds its database and its
 * files: the rows of every table, every file they speak of, the secret key, and `manifest.json` with every SHA-256.
 * `npm run restore` brings it back.
 */
await run(async (config) => {
  const [target] = typed();
  if (!target) fail('Indiquez le dossier de la sauvegarde : npm run backup -- /chemin/sauvegarde');
  const { dataDir } = config;
  const folder = resolve(target);
  await checkTarget(folder, dataDir);
  const { database, storage } = await openToRead(config);
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
