import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../src/server/config.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { openPostgres, openSqlite } from '../src/server/db/open.ts';
import { relockCredentials } from '../src/server/drive/drive.service.ts';
import { createVault } from '../src/server/drive/google.account.ts';

/**
 * `npm run rotate-key`, Diplo stopped: a new secret key, and the drive's credentials locked with it. The key in the data
 * folder is replaced; one that the environment gives is replaced by whoever gives it, `NEW_SECRET_KEY` saying by what.
 * Everybody signs in again. Interrupted, it is run again.
 */
const KEY_BYTES = 32;
const config = readConfig(process.env);
const given = Boolean(process.env.SECRET_KEY?.trim());
const path = join(config.dataDir, 'secret.key');
const aside = `${path}.new`;
const next = given ? givenKey() : keptKey();

const database = config.databaseUrl
  ? openPostgres(config.databaseUrl)
  : openSqlite(join(config.dataDir, 'diplo.sqlite'));
await migrate(database);
const result = await relockCredentials(database.db, { from: createVault(config.secretKey), to: createVault(next) });
await database.close();
if (result === 'unreadable')
  fail('Les identifiants du drive ne s’ouvrent avec aucune des deux clés. Rien n’a été changé.');
if (!given) {
  renameSync(aside, path);
  syncFolder();
}
console.log(
  {
    done: 'Les identifiants du drive sont chiffrés avec la nouvelle clé.',
    already: 'Les identifiants du drive étaient déjà chiffrés avec la nouvelle clé.',
    none: 'Aucun identifiant de drive n’était enregistré.',
  }[result],
);
console.log(
  given
    ? 'Donnez maintenant à SECRET_KEY la valeur de NEW_SECRET_KEY, puis démarrez Diplo.'
    : `La nouvelle clé est dans ${path}. Démarrez Diplo : chacun se connecte de nouveau.`,
);

function givenKey(): Buffer {
  const text = process.env.NEW_SECRET_KEY?.trim() ?? '';
  if (text.length < 32) fail('Donnez la nouvelle clé dans NEW_SECRET_KEY : 32 caractères au moins, tirés au hasard.');
  return Buffer.from(text, 'utf8');
}

/** Written and synced before anything is locked with it: a crash in between loses nothing. */
function keptKey(): Buffer {
  const read = (): Buffer => Buffer.from(readFileSync(aside, 'utf8').trim(), 'hex');
  // One that a full disk or a kill left unfinished has locked nothing yet.
  if (existsSync(aside) && read().length < KEY_BYTES) rmSync(aside);
  if (!existsSync(aside)) {
    const file = openSync(aside, 'wx', 0o600);
    writeSync(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`);
    fsyncSync(file);
    closeSync(file);
    syncFolder();
  }
  return read();
}

function syncFolder(): void {
  if (process.platform === 'win32') return;
  const folder = openSync(config.dataDir, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
