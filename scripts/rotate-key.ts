import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createAudit } from '../src/server/audit/audit.service.ts';
import { relockFactors } from '../src/server/auth/factor.service.ts';
import { NOBODY } from '../src/server/caller.ts';
import { KEY_FILE, readConfig, secretText } from '../src/server/config.ts';
import { inTransaction } from '../src/server/db/open.ts';
import { relockCredentials } from '../src/server/drive/drive.service.ts';
import { bringUpToDate } from '../src/server/outside.ts';
import { endAllSessions, endFactor } from '../src/server/users/session.service.ts';
import { createUsers } from '../src/server/users/user.service.ts';
import { fail, openAlone, typed, VERSION } from './command.ts';

/**
 * `npm run rotate-key`, Diplo stopped: a new secret key, and the drive's credentials and second factors locked with it. The
 * key in the data folder is replaced; one that the environment gives is replaced by whoever gives it, `NEW_SECRET_KEY`
 * saying by what. Everybody signs in again. Interrupted, it is run again. With `--lost`, what no key opens any more is
 * forgotten.
 */
const KEY_BYTES = 32;
const LOST = '--lost';
const lost = typed([LOST], { isAlone: true }).includes(LOST);
const NEITHER =
  'avec aucune des deux clés. Rien n’a été changé. Si l’ancienne est perdue : npm run rotate-key -- --lost oublie ce qu’elle fermait.';
const config = readConfig(process.env);
const { dataDir } = config;
const { database, storage } = await openAlone(config).catch((error: Error) =>
  fail(`${error.message} Rien n’a été changé.`),
);
const given = Boolean(process.env.SECRET_KEY?.trim());
const path = join(dataDir, KEY_FILE);
const aside = `${path}.new`;
const next = given ? givenKey() : keptKey();

await bringUpToDate({ database, storage: await storage(), place: config, version: VERSION });
const keys = { from: config.secretKey, to: next };
const clock = (): Date => new Date();
const audit = createAudit(database.db, clock);
const people = await createUsers({ database, audit, clock }).people();
const { drive, factors } = await inTransaction(database.db, async (trx) => {
  const [drive, factors] = [await relockCredentials(trx, keys, { lost }), await relockFactors(trx, keys)];
  if (drive === 'unreadable') throw new Error(`Les identifiants du drive ne s’ouvrent ${NEITHER}`);
  if (factors.unreadable.length > 0 && !lost) throw new Error(`Un second facteur ne s’ouvre ${NEITHER}`);
  for (const id of factors.unreadable)
    if (await endFactor(trx, id))
      await audit.record(trx, {
        action: 'user.otp',
        by: NOBODY,
        object: { type: 'user', id, label: people.get(id)?.email ?? null },
      });
  await audit.record(trx, { action: 'key.rotate', by: NOBODY, object: { type: 'access', id: null, label: null } });
  return { drive, factors };
}).catch(async (error: Error) => {
  await database.close();
  return fail(error.message);
});
// A refresh token needs no key: each session is ended, so that everybody signs in again.
await endAllSessions(database.db, clock().toISOString());
await database.close();
if (!given) {
  renameSync(aside, path);
  syncFolder();
}
console.log(
  {
    done: 'Les identifiants du drive sont chiffrés avec la nouvelle clé.',
    already: 'Les identifiants du drive étaient déjà chiffrés avec la nouvelle clé.',
    none: 'Aucun identifiant de drive n’était enregistré.',
    forgotten: 'Les identifiants du drive, illisibles, sont oubliés : enregistrez-les de nouveau.',
  }[drive],
);
if (factors.locked > 0) console.log(`Seconds facteurs chiffrés avec la nouvelle clé : ${factors.locked}.`);
if (factors.unreadable.length > 0)
  console.log(`Seconds facteurs illisibles, retirés : ${factors.unreadable.length}. Chacun en met un autre en place.`);
console.log(
  given
    ? 'Donnez maintenant à SECRET_KEY la valeur de NEW_SECRET_KEY, puis démarrez Diplo : chacun se connecte de nouveau.'
    : `La nouvelle clé est dans ${path}. Démarrez Diplo : chacun se connecte de nouveau.`,
);

function givenKey(): Buffer {
  try {
    return Buffer.from(secretText(process.env.NEW_SECRET_KEY?.trim() ?? '', 'NEW_SECRET_KEY'), 'utf8');
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
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
  const folder = openSync(dataDir, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
