import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../demo/story.ts';
import { openStorage } from '../place.ts';
import { declared } from '../test/declared.ts';
import { s3Server } from '../test/s3.server.ts';
import { type TestApp, testApp } from '../test/test.app.ts';
import { copyInstallation } from './copy.ts';

const OLDER = join(import.meta.dirname, '../test/older/0019-anonymous-accounts');
const temporary = mkdtempSync(join(tmpdir(), 'diplo-copy-'));
let s3: Awaited<ReturnType<typeof s3Server>>;
beforeAll(async () => {
  s3 = await s3Server();
});
afterAll(async () => {
  await s3.close();
  rmSync(temporary, { recursive: true, force: true });
});

/** What every GET answers to an administrator: bodies, and files as they are; what the clock or a key writes left out. */
async function everything(app: TestApp): Promise<Map<string, string>> {
  const admin = DEMO_ACCOUNTS.find(({ role }) => role === 'admin');
  const signed = await app.anonymous.form('/auth/token', { username: admin?.email ?? '', password: DEMO_PASSWORD });
  const headers = { authorization: `Bearer ${signed.body.access_token}` };
  const found = new Map<string, string>();
  const unstable = /^\/(?:dashboard|jobs|auth\/sessions|audit|users|health)/;
  for (const { path, method, right } of await declared()) {
    if (method !== 'GET' || right === 'link' || unstable.test(path)) continue;
    const table = path.split('/')[1] ?? '';
    const wanted = /\{\w+\}/.test(path);
    if (wanted && !['products', 'templates', 'generations', 'substances', 'materials', 'attachments'].includes(table))
      continue;
    const ids = wanted
      ? (
          await app.database.db
            .selectFrom(table as 'products')
            .select('id')
            .orderBy('id')
            .execute()
        ).map(({ id }) => id)
      : [''];
    for (const id of ids) {
      const address = path.replace(/\{\w+\}/, id);
      const { status, bytes, headers: said } = await app.anonymous.get(address, headers);
      const isJson = String(said['content-type']).includes('json');
      const text = isJson ? bytes.toString().replace(/\?[^"]*signature[^"]*/g, '') : bytes.toString('latin1');
      // A PDF is made anew each time, and says when.
      if (isJson || path.endsWith('/docx') || status !== 200) found.set(`${address} ${status}`, text);
    }
  }
  return found;
}

/** The same, its sealed files and its journal. */
async function proofs(app: TestApp): Promise<unknown> {
  const files = await app.database.db.selectFrom('files').select(['id', 'sha256', 'size']).orderBy('id').execute();
  return { files, journal: await app.deps.audit.verify() };
}

test('SQLite to PostgreSQL and a bucket, and back to SQLite and a folder: the same answers, files and journal', async () => {
  const first = await testApp({ from: OLDER });
  const before = await everything(first);
  expect(before.size).toBeGreaterThan(80);
  const proof = await proofs(first);
  const copyOf = (source: TestApp) => async (target: Pick<TestApp, 'database' | 'place'>) => {
    const { rows, files } = await copyInstallation({
      from: { database: source.database, storage: await openStorage(source.place) },
      to: { database: target.database, storage: await openStorage(target.place) },
      temporary: join(temporary, 'copy'),
    });
    expect(rows).toBeGreaterThan(200);
    expect(files).toBeGreaterThan(10);
  };
  const second = await testApp({
    engine: 'postgres',
    place: { storageUrl: s3.urlOf('/copy') },
    from: copyOf(first),
  });
  expect(await proofs(second)).toEqual(proof);
  const third = await testApp({ from: copyOf(second) });
  expect(await proofs(third)).toEqual(proof);
  for (const app of [second, third]) {
    const after = await everything(app);
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [address, text] of before) expect(after.get(address), address).toBe(text);
  }
  // What holds something already is never written over.
  await expect(copyOf(first)(second)).rejects.toThrow(/n’est pas vide/);
  for (const app of [third, second, first]) await app.close();
});

test('a file that is not what was kept stops the copy, and nothing of it stays', async () => {
  const source = await testApp({ from: OLDER });
  const [file] = await source.database.db.selectFrom('files').select('id').orderBy('id').limit(1).execute();
  await source.loseFile(file?.id ?? '');
  const from = await openStorage(source.place);
  await from.save(Buffer.from('autre'), file?.id ?? '');
  const target = await openStorage({ ...source.place, dataDir: join(temporary, 'target') });
  await expect(
    copyInstallation({
      from: { database: source.database, storage: from },
      to: { database: null, storage: target },
      temporary: join(temporary, 'copy'),
    }),
  ).rejects.toThrow(/a changé depuis qu’il a été gardé/);
  expect(await Array.fromAsync(target.list())).toEqual([]);
  await source.close();
});
