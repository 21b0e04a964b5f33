import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { counted } from '#shared/fields/counted.ts';
import { copyInstallation } from '../src/server/backup/copy.ts';
import { KEY_FILE } from '../src/server/config.ts';
import { LOCKED, lockDataDir } from '../src/server/db/data.lock.ts';
import { openPlace, openStorage, type Place } from '../src/server/place.ts';
import { fail, openAlone, run, typed } from './command.ts';

/**
 * `npm run copy-to -- postgres://… s3://… FOLDER`, Diplo stopped: the installation of the settings into another database,
 * a bucket, a data folder, each optional, in any order; then all of the copy is read again. The source stays as it is.
 */
const USAGE = `Indiquez où copier, une ou plusieurs cibles :
  npm run copy-to -- postgres://…          la base vers PostgreSQL
  npm run copy-to -- s3://clé:secret@…     les fichiers vers un seau
  npm run copy-to -- /nouveau/dossier      la base (SQLite), les fichiers et la clé vers un dossier`;

const [DATABASES, BUCKET] = [['postgres', 'postgresql'], 's3'];
const isAddress = (target: string): boolean => target.includes('://');
const schemeOf = (address: string): string => address.slice(0, address.indexOf('://'));

await run(async (config) => {
  const targets = typed();
  if (targets.length === 0) fail(USAGE);
  const [addresses, folders] = [targets.filter(isAddress), targets.filter((target) => !isAddress(target))];
  const mistyped = addresses.find((address) => ![...DATABASES, BUCKET].includes(schemeOf(address)));
  // Not said again: it may hold a secret.
  if (mistyped) fail(`Une adresse commence par postgres:// ou s3://, et celle-ci par « ${schemeOf(mistyped)}:// ».`);
  const databaseUrl = addresses.find((address) => DATABASES.includes(schemeOf(address))) ?? null;
  const storageUrl = addresses.find((address) => schemeOf(address) === BUCKET) ?? null;
  const folder = folders[0] ?? null;
  if (targets.length !== [databaseUrl, storageUrl, folder].filter(Boolean).length) fail(USAGE);
  const dataDir = folder === null ? config.dataDir : resolve(folder);
  if (folder !== null && !relative(config.dataDir, dataDir).startsWith('..'))
    fail('Le dossier d’arrivée est celui de l’installation, ou dedans : choisissez-en un autre.');
  const place: Place = {
    dataDir,
    databaseUrl: databaseUrl ?? (folder === null ? config.databaseUrl : null),
    storageUrl: storageUrl ?? (folder === null ? config.storageUrl : null),
    backupDir: null,
  };
  const source = await openAlone(config);
  if (folder !== null) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    if (!lockDataDir(dataDir)) throw new Error(LOCKED(dataDir));
  }
  const movesDatabase = databaseUrl !== null || folder !== null;
  const movesFiles = storageUrl !== null || folder !== null;
  const target = movesDatabase ? await openPlace(place) : null;
  try {
    const { rows, files, bytes } = await copyInstallation({
      from: { database: source.database, storage: await source.storage() },
      to: { database: target?.database ?? null, storage: movesFiles ? await openStorage(place) : null },
      temporary: join(config.dataDir, 'tmp', 'copy'),
    });
    const key = join(config.dataDir, KEY_FILE);
    if (folder !== null && existsSync(key)) await copyFile(key, join(dataDir, KEY_FILE));
    const done = [
      movesDatabase ? `${counted(rows, 'ligne')}` : null,
      movesFiles ? `${counted(files, 'fichier')} (${counted(bytes, 'octet')})` : null,
    ].filter(Boolean);
    console.log(`Copié, relu et comparé : ${done.join(', ')}. Rien n’a changé au départ.`);
    const settings = [
      folder === null ? null : `DATA_DIR=${dataDir}`,
      databaseUrl
        ? 'DATABASE_URL, la base que vous venez d’indiquer'
        : folder && config.databaseUrl
          ? 'sans DATABASE_URL'
          : null,
      storageUrl
        ? 'STORAGE_URL, le seau que vous venez d’indiquer'
        : folder && config.storageUrl
          ? 'sans STORAGE_URL'
          : null,
    ].filter(Boolean);
    console.log(`Démarrez maintenant Diplo avec ${settings.join(' ; ')}.`);
  } finally {
    await target?.database.close();
    await source.database.close();
  }
});
