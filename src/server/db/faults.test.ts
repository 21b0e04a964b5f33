import { renameSync } from 'node:fs';
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresUrl } from '../test/postgres.ts';
import { type Caller, type TestApp, testApp } from '../test/test.app.ts';
import { databaseFault } from './faults.ts';
import { inTransaction, openPostgres } from './open.ts';

const errorOf = (code: string, message = ''): Error => Object.assign(new Error(message), { code });

test.each([
  ['SQLITE_FULL', 'full'],
  ['SQLITE_BUSY', 'held'],
  ['SQLITE_BUSY_SNAPSHOT', 'held'],
  ['SQLITE_CORRUPT_INDEX', 'damaged'],
  ['SQLITE_IOERR_WRITE', 'down'],
  ['SQLITE_READONLY_DBMOVED', 'down'],
  ['ENOSPC', 'full'],
  ['ECONNREFUSED', 'down'],
  ['53100', 'full'],
  ['53300', 'busy'],
  ['57P01', 'down'],
  ['57014', 'busy'],
  ['08006', 'down'],
  ['40P01', 'collision'],
  ['55P03', 'busy'],
  ['XX001', 'damaged'],
  ['SQLITE_CONSTRAINT_UNIQUE', null],
  ['23505', null],
  ['42P01', null],
  ['ENOENT', null],
] as const)('%s means %s', (code, fault) => expect(databaseFault(errorOf(code))).toBe(fault));
test('what comes without a code, or wrapped, is known too', () => {
  expect(databaseFault(new Error('Connection terminated unexpectedly'))).toBe('down');
  expect(databaseFault(new Error('timeout exceeded when trying to connect'))).toBe('busy');
  expect(databaseFault(new Error('autre', { cause: errorOf('ECONNRESET') }))).toBe('down');
  expect(databaseFault(new TypeError('x is not a function'))).toBeNull();
  expect(databaseFault('texte')).toBeNull();
});

describe('SQLite', () => {
  let app: TestApp;
  let editor: Caller;
  beforeAll(async () => {
    app = await testApp();
    editor = await app.as('editor');
  });
  afterAll(() => app.close());

  test('held by another program: writes are told so, the loop never stands still, and all goes on after', {
    tags: ['slow'],
  }, async () => {
    const other = new Sqlite(join(app.folder, 'diplo.sqlite'));
    other.exec('begin immediate');
    let [longest, last] = [0, performance.now()];
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 10);
    const from = performance.now();
    const writes = Array.from({ length: 10 }, () => editor.post('/products', { nom_client: 'x' }));
    const reads = await Promise.all(Array.from({ length: 5 }, () => editor.get('/products')));
    // Reading needs no lock: it is done long before the writers give up.
    expect(reads.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(performance.now() - from).toBeLessThan(4_000);
    for (const { status, body, headers } of await Promise.all(writes)) {
      expect(status).toBe(503);
      expect(body.detail).toMatch(/occupée par un autre programme/);
      expect(headers['retry-after']).toBeTruthy();
    }
    clearInterval(watch);
    // Ten that each wait five seconds in a row took fifty-five.
    expect(performance.now() - from).toBeLessThan(30_000);
    expect(longest).toBeLessThan(2_000);
    other.exec('rollback');
    other.close();
    expect((await editor.post('/products', { nom_client: 'après' })).status).toBe(201);
  });

  test('a lock that goes away in time is waited for', async () => {
    const other = new Sqlite(join(app.folder, 'diplo.sqlite'));
    other.exec('begin immediate');
    const write = editor.post('/products', { nom_client: 'x' });
    setTimeout(() => other.exec('rollback'), 300);
    expect((await write).status).toBe(201);
    other.close();
  });

  test('without room: writes are told so, reading goes on, and all goes on once there is room', async () => {
    const { db } = app.database;
    await sql`pragma max_page_count = 1`.execute(db);
    const big = { nom_client: 'x', notes_commentaires: 'y'.repeat(40_000) };
    for (let turn = 0; turn < 3; turn += 1) {
      const { status, body, headers } = await editor.post('/products', big);
      expect(status).toBe(503);
      expect(body.detail).toMatch(/disque du serveur est plein/);
      expect(headers['retry-after']).toBe('60');
    }
    expect((await editor.get('/products')).status).toBe(200);
    await sql`pragma max_page_count = 1000000`.execute(db);
    expect((await editor.post('/products', big)).status).toBe(201);
  });

  test('a file taken away under the server is noticed: nothing is acknowledged into the void', async () => {
    const path = join(app.folder, 'diplo.sqlite');
    renameSync(path, `${path}.ailleurs`);
    expect(await editor.post('/products', { nom_client: 'perdu' })).toMatchObject({ status: 503 });
    expect(await app.anonymous.get('/health')).toMatchObject({
      status: 503,
      body: { detail: expect.stringMatching(/n’est plus là/) },
    });
    renameSync(`${path}.ailleurs`, path);
    expect((await app.anonymous.get('/health')).status).toBe(200);
    expect((await editor.post('/products', { nom_client: 'gardé' })).status).toBe(201);
  });
});

/** A door before PostgreSQL, that can be shut. */
async function door(url: string): Promise<{ url: string; shut(): void; open(): void; close(): void }> {
  const { hostname, port } = new URL(url);
  let open = true;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    if (!open) return void socket.destroy();
    const far = connectTo(Number(port), hostname);
    for (const [one, other] of [
      [socket, far],
      [far, socket],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(typeof address === 'object' ? address?.port : '');
  const shut = (): void => {
    open = false;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    url: through.href,
    shut,
    open: () => {
      open = true;
    },
    close: () => {
      shut();
      server.close();
    },
  };
}

describe('PostgreSQL', () => {
  test('away: every request is told so in French, and all goes on once it is back', async () => {
    const way = await door(await postgresUrl());
    const app = await testApp({ engine: 'postgres', through: way.url });
    const editor = await app.as('editor');
    way.shut();
    for (const ask of [
      () => editor.get('/products'),
      () => editor.post('/products', { nom_client: 'x' }),
      () => app.anonymous.form('/auth/token', { username: 'a@b.fr', password: 'x' }),
      () => app.anonymous.get('/menus'),
    ]) {
      const { status, body, headers } = await ask();
      expect(status).toBe(503);
      expect(body.detail).toMatch(/base de données/);
      expect(headers['retry-after']).toBeTruthy();
    }
    expect((await app.anonymous.get('/health')).status).toBe(503);
    way.open();
    await expect.poll(async () => (await editor.post('/products', { nom_client: 'x' })).status).toBe(201);
    await app.close();
    way.close();
  });

  test('its connections used up: 503, and nothing more', { tags: ['slow'] }, async () => {
    const app = await testApp({ engine: 'postgres' });
    const editor = await app.as('editor');
    // Ten transactions of ours that do not end hold every connection of the pool.
    const ends: (() => void)[] = [];
    const held = Array.from({ length: 10 }, () =>
      inTransaction(app.database.db, async (trx) => {
        await trx.selectFrom('users').select('id').execute();
        await new Promise<void>((end) => ends.push(end));
      }).catch(() => undefined),
    );
    await expect.poll(() => ends.length).toBe(10);
    const { status, body } = await editor.get('/products');
    expect(status).toBe(503);
    expect(body.detail).toMatch(/occupée/);
    for (const end of ends) end();
    await Promise.all(held);
    expect((await editor.get('/products')).status).toBe(200);
    await app.close();
  });

  test('an instance that froze in the middle of a write does not stop the others for ever', {
    tags: ['slow'],
    timeout: 60_000,
  }, async () => {
    const app = await testApp({ engine: 'postgres' });
    const editor = await app.as('editor');
    const { body } = await editor.post('/products', { nom_client: 'x' });
    // Another instance, stopped between its first statement and its last: it holds the product and the journal.
    const frozen = openPostgres(app.database.place, app.database.schema);
    inTransaction(frozen.db, () => new Promise<void>(() => undefined), `product ${body.id}`, 'audit').catch(
      () => undefined,
    );
    await expect
      .poll(async () => {
        const client = new pg.Client(app.database.place);
        await client.connect();
        const { rows } = await client.query("select 1 from pg_locks where locktype = 'advisory'");
        await client.end();
        return rows.length;
      })
      .toBeGreaterThan(0);
    const first = await editor.put(`/products/${body.id}`, { nom_client: 'y' });
    expect([200, 503]).toContain(first.status);
    await expect
      .poll(async () => (await editor.put(`/products/${body.id}`, { nom_client: 'z' })).status, { timeout: 40_000 })
      .toBe(200);
    await app.close();
  });

  test('rows that do not meet are written at once; those that meet, one after the other', async () => {
    const app = await testApp({ engine: 'postgres' });
    const order: string[] = [];
    const hold = (name: string, row: string, until: Promise<void>) =>
      inTransaction(
        app.database.db,
        async () => {
          order.push(`${name} in`);
          await until;
          order.push(`${name} out`);
        },
        row,
      );
    let end = (): void => undefined;
    const gate = new Promise<void>((done) => {
      end = done;
    });
    const first = hold('first', 'product a', gate);
    await expect.poll(() => order).toEqual(['first in']);
    await hold('other', 'product b', Promise.resolve());
    const second = hold('second', 'product a', Promise.resolve());
    expect(order).toEqual(['first in', 'other in', 'other out']);
    end();
    await Promise.all([first, second]);
    expect(order.slice(3)).toEqual(['first out', 'second in', 'second out']);
    await app.close();
  });
});
