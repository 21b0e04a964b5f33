import { type ChildProcess, execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, copyInstallation } from './installation.ts';
import { freshSchema } from './postgres.ts';
import { killPrograms, NO_CONVERTER, startProgram } from './program.ts';
import { multipart } from './test.app.ts';

/** Two hundred by `bench/many.ts kills`. */
const KILLS = Number(process.env.KILLS ?? 5);
const WRITERS = 4;
const folder = mkdtempSync(join(tmpdir(), 'diplo-crash-'));
beforeAll(() => copyInstallation(folder));
afterAll(() => {
  killPrograms();
  rmSync(folder, { recursive: true, force: true });
});

const start = (dataDir = folder) => startProgram(dataDir, NO_CONVERTER);

const kill = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    child.once('exit', () => done());
    child.kill('SIGKILL');
  });

const read = async <T>(response: Response): Promise<T> => (await response.json()) as T;

interface Saved {
  id: string;
  revision: number;
  nom_client: string;
}

/** What was acknowledged, and must be there for ever after. */
interface Promised {
  products: Map<string, { revision: number; nom_client: string }>;
  files: Map<string, string>;
}

/** Writes until the server is gone; remembers only what it answered. */
async function write({ products, files }: Promised, url: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const json = { ...headers, 'content-type': 'application/json' };
  try {
    for (;;) {
      const nom_client = randomBytes(8).toString('hex');
      const made = await fetch(`${url}/api/v1/products/`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ nom_client }),
      });
      const { id, revision } = await read<Saved>(made);
      products.set(id, { revision, nom_client });
      const next = `${nom_client}-2`;
      const changed = await fetch(`${url}/api/v1/products/${id}`, {
        method: 'PUT',
        headers: json,
        body: JSON.stringify({ nom_client: next }),
      });
      products.set(id, { revision: (await read<Saved>(changed)).revision, nom_client: next });
      const bytes = randomBytes(20_000);
      const { body, contentType } = multipart(
        { product_id: id, field_key: 'pieces_jointes' },
        { name: 'a.bin', bytes },
      );
      const attached = await fetch(`${url}/api/v1/attachments/`, {
        method: 'POST',
        headers: { ...headers, 'content-type': contentType },
        body: new Uint8Array(body),
      });
      files.set((await read<Saved>(attached)).id, createHash('sha256').update(bytes).digest('hex'));
    }
  } catch {
    // Killed in the middle: whatever was not answered was not promised.
  }
}

/** Kills the program that often while it is written to, and looks whether all it has promised is there. */
async function survives(kills: number, start: () => ReturnType<typeof startProgram>): Promise<void> {
  const promised: Promised = { products: new Map(), files: new Map() };
  const { products, files } = promised;
  let token = '';
  for (let turn = 0; turn < kills; turn += 1) {
    const { child, url } = await start();
    if (token === '') {
      const body = new URLSearchParams({ username: ADMIN.email, password: ADMIN.password });
      const signed = await fetch(`${url}/api/v1/auth/token`, { method: 'POST', body });
      token = (await read<{ access_token: string }>(signed)).access_token;
    }
    const writers = Array.from({ length: WRITERS }, () => write(promised, url, token));
    // After none to three more products, and a moment: how quick the machine is does not count.
    const wanted = products.size + (turn % 4);
    while (products.size < wanted) await pause(2);
    await pause(Math.random() * 60);
    await kill(child);
    await Promise.all(writers);
  }
  expect(products.size).toBeGreaterThan(0);

  const { child, url } = await start();
  const headers = { authorization: `Bearer ${token}` };
  for (const [id, { nom_client, revision }] of products) {
    const found = await read<Saved>(await fetch(`${url}/api/v1/products/${id}`, { headers }));
    // A save that was under way when the process died may have been kept: never less than what was promised.
    expect(found.revision).toBeGreaterThanOrEqual(revision);
    expect(found.nom_client.startsWith(nom_client.replace(/-2$/, ''))).toBe(true);
    if (found.revision === revision) expect(found.nom_client).toBe(nom_client);
  }
  for (const [id, sha256] of files) {
    const bytes = Buffer.from(
      await (await fetch(`${url}/api/v1/attachments/${id}/content`, { headers })).arrayBuffer(),
    );
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
  const chain = await read<{ valid: boolean }>(await fetch(`${url}/api/v1/audit/verify`, { headers }));
  expect(chain.valid).toBe(true);
  await kill(child);
}

test(`${KILLS} kills at random moments lose nothing that was acknowledged`, { timeout: 300_000 }, async () => {
  await survives(KILLS, start);

  const database = new Sqlite(join(folder, 'diplo.sqlite'), { readonly: true });
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  // Every file the database speaks of is there, whole.
  for (const { id, sha256 } of database.prepare('select id, sha256 from files').all() as {
    id: string;
    sha256: string;
  }[]) {
    const bytes = readFileSync(join(folder, 'files', id.slice(0, 2), id));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
  database.close();
});

test('and the same on PostgreSQL', { timeout: 300_000 }, async () => {
  const data = mkdtempSync(join(tmpdir(), 'diplo-crash-'));
  const { url: server, schema, drop } = await freshSchema();
  const url = new URL(server);
  url.searchParams.set('options', `-c search_path=${schema},public`);
  const environment = { ...NO_CONVERTER, DATABASE_URL: url.href, ADMIN_PASSWORD: ADMIN.password };
  await survives(Math.ceil(KILLS / 2), () => startProgram(data, environment));
  await drop();
  rmSync(data, { recursive: true, force: true });
});

test('asked to stop, the program finishes what is under way and ends by itself', async () => {
  const { child, url } = await start();
  const { promise: underWay, resolve: begun } = Promise.withResolvers<void>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<number | undefined>();
  const sent = request(`${url}/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', expect: '100-continue' },
  });
  // The server says itself that it has begun.
  sent.on('continue', begun).on('response', (response) => answer(response.resume().statusCode));
  sent.flushHeaders();
  await underWay;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  sent.end(new URLSearchParams({ username: ADMIN.email, password: ADMIN.password }).toString());
  expect(await answered).toBe(200);
  expect(await ended).toBe(0);
});

test('a backup taken while the program runs starts as it was', async () => {
  const [backup, copy] = [mkdtempSync(join(tmpdir(), 'diplo-backup-')), mkdtempSync(join(tmpdir(), 'diplo-copy-'))];
  const { child, url } = await start();
  const body = new URLSearchParams({ username: ADMIN.email, password: ADMIN.password });
  const signed = await fetch(`${url}/api/v1/auth/token`, { method: 'POST', body });
  const headers = { authorization: `Bearer ${(await read<{ access_token: string }>(signed)).access_token}` };
  const all = async (address: string): Promise<string> =>
    (await fetch(`${address}/api/v1/products/`, { headers })).text();
  // What the background computes of them is there.
  await expect.poll(() => all(url)).not.toContain('"control_covered":null');
  const before = await all(url);
  const command = (name: string, dataDir: string): Buffer =>
    execFileSync(process.execPath, [join(import.meta.dirname, '../../../scripts', name), backup], {
      env: { ...process.env, DATA_DIR: dataDir },
    });
  command('backup.ts', folder);
  await kill(child);
  command('restore.ts', copy);
  const restored = await start(copy);
  expect(await all(restored.url)).toBe(before);
  await kill(restored.child);
  for (const path of [backup, copy]) rmSync(path, { recursive: true, force: true });
});
