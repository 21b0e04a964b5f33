import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lockDataDir } from '../db/data.lock.ts';
import { migrate } from '../db/migrate.ts';
import { openSqlite } from '../db/open.ts';
import { findSetting, writeSetting } from '../db/settings.ts';
import { createVault, VAULTS } from '../http/vault.ts';
import { checkSecretKey } from '../system/first-start.service.ts';
import { driveVault } from './drive.service.ts';

const SCRIPT = join(import.meta.dirname, '../../../scripts/rotate-key.ts');
const folder = mkdtempSync(join(tmpdir(), 'diplo-key-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const ACCOUNT = { client_email: 'a@b.fr', private_key: 'une clé', private_key_id: null };

const run = (env: Record<string, string> = {}, ...args: string[]): string =>
  execFileSync(process.execPath, [SCRIPT, ...args], {
    env: { ...process.env, DATA_DIR: folder, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
const keyFile = (): Buffer => Buffer.from(readFileSync(join(folder, 'secret.key'), 'utf8').trim(), 'hex');
async function withDatabase<T>(work: (db: ReturnType<typeof openSqlite>) => Promise<T>): Promise<T> {
  const database = openSqlite(join(folder, 'diplo.sqlite'));
  await migrate(database);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
const kept = (): Promise<string> =>
  withDatabase(async ({ db }) => JSON.parse((await findSetting(db, 'drive')) ?? '{}').credentials as string);

const refusal = (env: Record<string, string> = {}): string => {
  try {
    return `done: ${run(env)}`;
  } catch (error) {
    return String((error as { stderr?: string }).stderr);
  }
};

test('without a database, or while a server runs, nothing is touched', { tags: ['slow'] }, async () => {
  const nowhere = mkdtempSync(join(tmpdir(), 'diplo-nowhere-'));
  expect(refusal({ DATA_DIR: nowhere })).toMatch(/pas de base.*Rien n’a été changé/);
  await withDatabase(async () => undefined);
  const release = lockDataDir(folder);
  expect(refusal()).toMatch(/arrêtez-le.*Rien n’a été changé/);
  release?.();
});

test('everybody signs in again: a refresh token of before answers no more', async () => {
  await withDatabase(({ db }) =>
    db
      .insertInto('sessions')
      .values({
        id: 's',
        user_id: 'u',
        refresh_hash: 'h',
        created_at: '2026-01-01',
        last_used_at: '2026-01-01',
        expires_at: '2099-01-01',
        ended_at: null,
        ip: null,
        user_agent: null,
        way: 'password',
      })
      .execute(),
  );
  run();
  const session = await withDatabase(({ db }) => db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow());
  expect(session.ended_at).not.toBeNull();
});

test('the secret key is replaced, and the credentials of the drive still open', { tags: ['slow'] }, async () => {
  expect(run()).toContain('Aucun identifiant');
  const first = keyFile();
  await withDatabase(({ db }) =>
    writeSetting(db, 'drive', JSON.stringify({ credentials: driveVault(first).lock(ACCOUNT) })),
  );
  expect(run()).toContain('chiffrés avec la nouvelle clé');
  const second = keyFile();
  expect(second.equals(first)).toBe(false);
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
  expect(driveVault(second).unlock(await kept())).toEqual(ACCOUNT);
  expect(driveVault(first).unlock(await kept())).toBeNull();
});

test('a key of the environment is replaced by the one that is given; a wrong one changes nothing', {
  tags: ['slow'],
}, async () => {
  const before = await kept();
  const old = keyFile();
  const keys = {
    SECRET_KEY: 'une clé tirée au hasard, la première',
    NEW_SECRET_KEY: 'une clé tirée au hasard, la seconde',
  };
  expect(() => run(keys)).toThrow();
  expect(await kept()).toBe(before);
  await withDatabase(({ db }) =>
    writeSetting(db, 'drive', JSON.stringify({ credentials: driveVault(Buffer.from(keys.SECRET_KEY)).lock(ACCOUNT) })),
  );
  run(keys);
  expect(driveVault(Buffer.from(keys.NEW_SECRET_KEY)).unlock(await kept())).toEqual(ACCOUNT);
  // Run again after an interruption: nothing is lost.
  expect(run(keys)).toContain('déjà');
  expect(keyFile().equals(old)).toBe(true);
});

test('a key that is lost: Diplo does not start in silence, and what it locked is forgotten when that is asked', {
  tags: ['slow'],
}, async () => {
  const elsewhere = driveVault(Buffer.alloc(32, 9)).lock(ACCOUNT);
  const admin = { id: 'a', email: 'admin@diplo.local' };
  await withDatabase(async ({ db }) => {
    await writeSetting(
      db,
      'drive',
      JSON.stringify({ credentials: elsewhere, root_folder_id: 'r', account_email: 'a@b.fr', steps: [] }),
    );
    const secret = createVault<string>(Buffer.alloc(32, 9), VAULTS.otp).lock('JBSWY3DPEHPK3PXP');
    const row = { person_id: admin.id, secret, created_at: '2026-01-01', confirmed_at: '2026-01-01', last_step: 1 };
    await db.insertInto('second_factors').values(row).execute();
    await db.insertInto('recovery_codes').values({ person_id: admin.id, hash: 'h' }).execute();
  });
  const place = { secretKey: keyFile(), dataDir: folder };
  await withDatabase(({ db }) =>
    expect(checkSecretKey(db, place)).rejects.toThrow(/identifiants du drive et des seconds facteurs.*--lost/),
  );
  const before = keyFile();
  expect(refusal()).toMatch(/avec aucune des deux clés. Rien n’a été changé.*--lost/);
  expect(keyFile().equals(before)).toBe(true);
  expect(await kept()).toBe(elsewhere);
  expect(run({}, '--lost')).toMatch(/sont oubliés[\s\S]*Seconds facteurs illisibles, retirés.*1/);
  expect(await kept()).toBeNull();
  await withDatabase(async ({ db }) => {
    await checkSecretKey(db, { secretKey: keyFile(), dataDir: folder });
    expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('audit').select('action').execute()).toContainEqual({ action: 'user.otp' });
  });
});

test('what was locked cannot be changed unseen', () => {
  const vault = driveVault(Buffer.alloc(32, 1));
  const text = vault.lock(ACCOUNT);
  expect(text).not.toContain('clé');
  expect(vault.lock(ACCOUNT)).not.toBe(text);
  const [version, iv, tag, body = ''] = text.split('.');
  const touched = Buffer.from(body, 'base64url');
  touched[3] = (touched[3] ?? 0) ^ 1;
  expect(vault.unlock([version, iv, tag, touched.toString('base64url')].join('.'))).toBeNull();
  expect(vault.unlock('')).toBeNull();
  expect(vault.unlock('v1.a.b.c')).toBeNull();
});
