import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { postgresUrl } from '../test/postgres.ts';
import { type TestApp, testApp } from '../test/test.app.ts';
import { isOneOf } from './chunks.ts';
import { atOneMoment } from './moment.ts';
import { inTransaction, schemaOf } from './open.ts';
import { ALONE } from './postgres.together.ts';

const WORDS = ['« été », œuf', '"quoted" \\ and {json}', 'line\nbreak\ttab', '$1 $2', '', '😀'];
const TABLE = sql.table('read_together');
const sent = vi.spyOn(pg.Client.prototype, 'query');
let app: TestApp;

beforeAll(async () => {
  await postgresUrl();
  app = await testApp({ engine: 'postgres' });
  await sql`create table ${TABLE} (id integer primary key, word text)`.execute(app.database.db);
  for (const [id, word] of WORDS.entries())
    await sql`insert into ${TABLE} values (${id}, ${word})`.execute(app.database.db);
  await sql`insert into ${TABLE} values (100, null)`.execute(app.database.db);
});
beforeEach(() => void sent.mockClear());
afterAll(async () => {
  sent.mockRestore();
  await app.close();
});

/** The readings of this file that were sent to PostgreSQL, each with its text. */
const texts = (): string[] =>
  (sent.mock.calls as unknown[][])
    .map(([query]) => (typeof query === 'string' ? query : String((query as { text?: string }).text)))
    .filter((text) => text.includes('read_together'));
const rowsOf = async (query: ReturnType<typeof sql>): Promise<unknown[]> => (await query.execute(app.database.db)).rows;
const readings = () => [
  sql`select * from ${TABLE} order by id desc`,
  sql`select word from ${TABLE} where id = ${3} or word = ${WORDS[0]}`,
  sql`select count(*) as total, sum(id) as sum, max(word) as last from ${TABLE}`,
  sql`select id from ${TABLE} where id > ${1_000}`,
  sql`select id / 3.0::double precision as third, (1e-7)::double precision as small, 2::bigint as two from ${TABLE} order by id`,
  sql`select id, word is null as empty from ${TABLE} where ${isOneOf(app.database.db, 'word', WORDS.slice(1, 3))} order by id`,
];

test('what a moment asks in one turn is one statement, and answers what each would by itself', async () => {
  const alone = [];
  for (const one of readings()) alone.push(await rowsOf(one));
  expect(texts()).toHaveLength(6);
  sent.mockClear();
  const together = await atOneMoment(() => Promise.all(readings().map(rowsOf)));
  expect(texts()).toHaveLength(1);
  expect(together).toEqual(alone);
  expect(alone[1]).toHaveLength(2);
});

test('asked one after the other, or outside of a moment, each is its own', async () => {
  await atOneMoment(async () => {
    for (const one of readings()) await rowsOf(one);
  });
  await Promise.all(readings().map(rowsOf));
  expect(texts()).toHaveLength(12);
});

test('a hundred in one turn are three statements, each with its own answer', async () => {
  const found = await atOneMoment(() =>
    Promise.all(
      Array.from({ length: 100 }, (_, n) => rowsOf(sql`select ${n}::integer as n, id from ${TABLE} where id = 1`)),
    ),
  );
  expect(found).toEqual(Array.from({ length: 100 }, (_, n) => [{ n, id: 1 }]));
  expect(texts()).toHaveLength(3);
});

test('a search, what is locked and what says so are asked by themselves', async () => {
  await atOneMoment(() =>
    Promise.all([
      rowsOf(sql`select id from ${TABLE} where word like ${'%été%'}`),
      rowsOf(sql`select id from ${TABLE} where id = 1 for update`),
      rowsOf(sql`select id from ${TABLE} where id = 3 ${sql.raw(ALONE)}`),
      rowsOf(sql`select id from ${TABLE} where id = 2`),
      rowsOf(sql`select id from ${TABLE} where id = 4`),
    ]),
  );
  expect(texts()).toHaveLength(4);
});

test('one that fails is the fault of all of its turn, and of no other', async () => {
  await atOneMoment(async () => {
    const turn = await Promise.allSettled([
      rowsOf(sql`select id from ${TABLE} where id = 1`),
      rowsOf(sql`select absent from ${TABLE}`),
    ]);
    expect(turn).toMatchObject([
      { status: 'rejected', reason: { code: '42703' } },
      { status: 'rejected', reason: { code: '42703' } },
    ]);
    expect(await rowsOf(sql`select id from ${TABLE} where id = 1`)).toEqual([{ id: 1 }]);
  });
});

test('a transaction within a moment writes and reads for itself; what outlives the moment is asked as ever', async () => {
  const { db } = app.database;
  let later: Promise<unknown[]> = Promise.resolve([]);
  await atOneMoment(async () => {
    await inTransaction(db, async (trx) => {
      await sql`insert into ${TABLE} values (7, 'sept')`.execute(trx);
      expect((await sql`select word from ${TABLE} where id = 7`.execute(trx)).rows).toEqual([{ word: 'sept' }]);
    });
    const failed = inTransaction(db, async (trx) => {
      await sql`delete from ${TABLE} where id = 7`.execute(trx);
      throw new Error('refused');
    });
    await expect(failed).rejects.toThrow('refused');
    later = new Promise((done) => setTimeout(done, 5)).then(() => rowsOf(sql`select word from ${TABLE} where id = 7`));
  });
  expect(await later).toEqual([{ word: 'sept' }]);
});

test('a transaction that does not leave the moment is refused before anything of it is sent', async () => {
  const work = atOneMoment(() =>
    app.database.db.transaction().execute((trx) => sql`delete from ${TABLE}`.execute(trx)),
  );
  await expect(work).rejects.toThrow('begins no transaction');
  expect(texts()).toEqual([]);
});

test('our columns are texts and numbers that JSON gives as the driver does: no date, no bytes, no decimal that it gives as a text', async () => {
  const schema = await schemaOf(app.database);
  const { rows } = await sql<{ type: string }>`select distinct data_type as type from information_schema.columns
    where table_schema = ${schema}`.execute(app.database.db);
  expect(rows.map(({ type }) => type).toSorted()).toEqual(['character varying', 'double precision', 'integer', 'text']);
});
