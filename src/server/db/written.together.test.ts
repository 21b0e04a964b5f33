import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { postgresUrl } from '../test/postgres.ts';
import { ENGINES, testApp } from '../test/test.app.ts';
import { databaseFault } from './faults.ts';
import { type Database, type Executor, inTransaction, openPostgres } from './open.ts';
import { AHEAD } from './postgres.connection.ts';
import { writtenTogether } from './written.together.ts';

const TABLE = sql.table('written_together');
let database: Database;

beforeAll(async () => {
  database = openPostgres(await postgresUrl());
  await sql`create table if not exists ${TABLE} (id integer primary key, writer text not null)`.execute(database.db);
});
beforeEach(() => sql`truncate ${TABLE}`.execute(database.db));
afterAll(async () => {
  await sql`drop table ${TABLE}`.execute(database.db);
  await database.close();
});

const insert = (id: number, how: string): RawBuilder<unknown> =>
  sql`insert into ${TABLE} (id, writer) values (${id}, ${`${how} ${id}`})`;

/** Numbers as rows. @param after what follows those of one transaction, in it */
function writer(after: (trx: Executor, ids: readonly number[]) => Promise<unknown> = async () => undefined) {
  const transactions: number[][] = [];
  const alone: number[] = [];
  const write = writtenTogether<number, string>(database.db, {
    keyOf: String,
    together: async (trx, ids) => {
      transactions.push([...ids]);
      for (const id of ids) await insert(id, 'ensemble').execute(trx);
      await after(trx, ids);
      return ids.map((id) => (id < 0 ? null : `${id} ensemble`));
    },
    alone: (id) =>
      inTransaction(database.db, async (trx) => {
        alone.push(id);
        await insert(id, 'seul').execute(trx);
        return `${id} seul`;
      }),
  });
  return { write, transactions, alone };
}
const writtenIds = async (): Promise<number[]> =>
  (await sql<{ id: number }>`select id from ${TABLE} order by id`.execute(database.db)).rows.map(({ id }) => id);

test('what comes at once is written in few transactions, what has the same key never in one', async () => {
  const { write, transactions, alone } = writer();
  const ids = Array.from({ length: 30 }, (_, index) => index);
  expect(await Promise.all(ids.map(write))).toEqual(ids.map((id) => `${id} ensemble`));
  // The first one waits for nobody.
  expect(transactions.map(({ length }) => length)).toEqual([1, 12, 12, 5]);
  expect(alone).toEqual([]);
  expect(await writtenIds()).toEqual(ids);

  const again = await Promise.allSettled([31, 32, 32].map(write));
  expect(again.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(transactions.slice(4)).toEqual([[31], [32], [32]]);
});

test('one that is refused is refused by itself, the others are kept', async () => {
  const { write, alone } = writer();
  await write(3);
  await setImmediate();
  const [first, second, refused, last] = await Promise.allSettled([1, 2, 3, 4].map(write));
  expect([first, second, last]).toEqual(
    ['1 ensemble', '2 seul', '4 seul'].map((value) => ({ status: 'fulfilled', value })),
  );
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: '23505' } });
  expect(alone.toSorted()).toEqual([2, 3, 4]);
  expect(await writtenIds()).toEqual([1, 2, 3, 4]);
});

test('when the connection drops before the answer of the commit, nobody’s is written a second time', async () => {
  const { write, alone } = writer(async (trx, ids) => {
    if (ids.length > 1) await sql`select pg_terminate_backend(pg_backend_pid()) ${sql.raw(AHEAD)}`.execute(trx);
  });
  const answers = await Promise.allSettled([1, 2, 3].map(write));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(answers.slice(1).map((one) => databaseFault((one as PromiseRejectedResult).reason))).toEqual([
    'unanswered',
    'unanswered',
  ]);
  expect(alone).toEqual([]);
  expect(await writtenIds()).toEqual([1]);
  expect(await write(4)).toBe('4 ensemble');
});

test('one transaction that waits for others does not hold back those who come next', async () => {
  const held = Promise.withResolvers<void>();
  const { write } = writer((_, ids) => (ids.includes(1) ? held.promise : Promise.resolve()));
  const waits = write(1);
  expect(await write(2)).toBe('2 ensemble');
  expect(await writtenIds()).toEqual([2]);
  held.resolve();
  expect(await waits).toBe('1 ensemble');
});

test('whoever is told nothing by the commit is not told that nothing was kept', async () => {
  const it = await testApp({ engine: 'postgres' });
  const admin = await it.as('admin');
  const { id } = (await admin.post('/products', { nom_commercial: 'Huile' })).body;
  const { db } = it.database;
  await sql`create function drop_connection() returns trigger language plpgsql as
    'begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(10); return null; end'`.execute(db);
  await sql`create constraint trigger dropped after insert on audit deferrable initially deferred for each row
    execute function drop_connection()`.execute(db);
  const save = () => admin.put(`/products/${id}`, { nom_commercial: 'Huile fine' });
  const make = () => admin.post('/products', { nom_commercial: 'Deux' }, { 'idempotency-key': 'une-fois' });
  for (const answer of await Promise.all([save(), save(), make()])) {
    expect(answer.status).toBe(503);
    expect(answer.body.detail).toMatch(/^La base de données n’a pas répondu : on ne sait pas si/);
  }
  await sql`drop trigger dropped on audit`.execute(db);
  // What may have been made under this key is not made again.
  expect((await make()).status).toBe(409);
  expect((await save()).status).toBe(200);
  await it.close();
});

test.each(ENGINES)(
  'on %s, saves that come at once are each whole or refused by themselves, and each has its line of the journal',
  async (engine) => {
    const it = await testApp({ engine });
    const admin = await it.as('admin');
    const made = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, n) => (await admin.post('/products', { nom_commercial: `Huile ${n}` })).body,
      ),
    );
    const save = (index: number, body: object, revision = '1') =>
      admin.put(`/products/${made[index]?.id}`, body, { 'if-match': `"${revision}"` });
    const answers = await Promise.all([
      ...made.map((_, index) => save(index, { nom_commercial: `Huile ${index}`, notes_commentaires: `Note ${index}` })),
      save(3, { nom_commercial: 'Perdue' }),
      save(4, { nom_commercial: 'Dépassée' }, '9'),
      save(5, { nom_commercial: 'x'.repeat(50_000) }, '2'),
      admin.put('/products/inconnu', { nom_commercial: 'Nulle' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([...made.map(() => 200), 412, 412, 422, 404]);
    const { db } = it.database;
    const revisions = await db.selectFrom('product_revisions').select(['product_id', 'revision', 'data']).execute();
    for (const [index, { id }] of made.entries()) {
      const { body } = await admin.get(`/products/${id}`);
      expect(body).toMatchObject({
        revision: 2,
        nom_commercial: `Huile ${index}`,
        notes_commentaires: `Note ${index}`,
      });
      expect(
        revisions
          .filter((one) => one.product_id === id)
          .map(({ revision }) => revision)
          .toSorted(),
      ).toEqual([1, 2]);
    }
    const lines = await db.selectFrom('audit').select('seq').where('object_type', '=', 'product').execute();
    expect(lines).toHaveLength(2 * made.length);
    expect((await admin.get('/audit/verify')).body).toMatchObject({ valid: true });
    if (engine === 'postgres') {
      const { rows } = await sql<{
        n: number;
      }>`select count(distinct xmin::text) as n from product_revisions where revision = 2`.execute(db);
      expect(rows[0]?.n).toBeLessThan(made.length);
    }
    await it.close();
  },
);
