import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { postgresUrl } from '../test/postgres.ts';
import { type Database, type Executor, inTransaction, isDuplicate, lock, lockAhead, openPostgres } from './open.ts';
import { AHEAD } from './postgres.connection.ts';

const TABLE = sql.table('sent_ahead');
let database: Database;
/** Another program's connection. */
let other: Database;

beforeAll(async () => {
  database = openPostgres(await postgresUrl());
  other = openPostgres(await postgresUrl());
  await sql`create table if not exists ${TABLE} (id integer primary key, word text not null)`.execute(database.db);
});
beforeEach(() => sql`truncate ${TABLE}`.execute(database.db));
afterAll(async () => {
  await sql`drop table ${TABLE}`.execute(database.db);
  await Promise.all([database.close(), other.close()]);
});

const add = (trx: Executor, id: number, word: string | null = 'mot'): Promise<unknown> =>
  sql`insert into ${TABLE} (id, word) values (${id}, ${word})`.execute(trx);
const idsOf = async (executor: Executor): Promise<number[]> =>
  (await sql<{ id: number }>`select id from ${TABLE} order by id`.execute(executor)).rows.map(({ id }) => id);
/** What a promise was refused with. */
const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('a transaction reads what it has just written, and all of it is kept', async () => {
  const { db } = database;
  await inTransaction(db, async (trx) => {
    for (const id of [1, 2, 3]) await add(trx, id);
    expect(await idsOf(trx)).toEqual([1, 2, 3]);
    await add(trx, 4);
  });
  expect(await idsOf(other.db)).toEqual([1, 2, 3, 4]);
});

test('a change that is sent ahead and refused: its own fault is thrown, and nothing is kept', async () => {
  const { db } = database;
  for (const id of [1, 2]) await add(db, id);
  const refusal = await refusalOf(
    inTransaction(db, async (trx) => {
      await add(trx, 3);
      await sql`update ${TABLE} set id = 2 where id = 1 ${sql.raw(AHEAD)}`.execute(trx);
      await add(trx, 4);
    }),
  );
  expect(refusal).toMatchObject({ code: '23505' });
  expect(await idsOf(other.db)).toEqual([1, 2]);
});

test.each([
  ['the last statement before the commit', async () => undefined],
  ['followed by a reading', (trx: Executor) => idsOf(trx)],
  ['followed by another insert', (trx: Executor) => add(trx, 9)],
  ['followed by a change', (trx: Executor) => sql`update ${TABLE} set word = 'autre'`.execute(trx)],
  ['followed by a lock', (trx: Executor) => lockAhead(trx, 'x')],
])('an insert that is refused, %s: its own fault is thrown, and nothing is kept', async (_, then) => {
  const { db } = database;
  await add(db, 1);
  const refusal = await refusalOf(
    inTransaction(db, async (trx) => {
      await add(trx, 2);
      await add(trx, 1);
      await then(trx);
    }),
  );
  expect(refusal).toMatchObject({ code: '23505' });
  expect(isDuplicate(refusal)).toBe(true);
  expect(await idsOf(other.db)).toEqual([1]);
  // The connection serves the next transaction.
  await inTransaction(db, (trx) => add(trx, 3));
  expect(await idsOf(db)).toEqual([1, 3]);
});

test('work that throws after an insert leaves nothing of it', async () => {
  const failing = inTransaction(database.db, async (trx) => {
    await add(trx, 1);
    throw new Error('refusé');
  });
  await expect(failing).rejects.toThrow('refusé');
  expect(await idsOf(other.db)).toEqual([]);
});

test('a transaction that is taken back twenty times in a row keeps its connection', async () => {
  for (let turn = 0; turn < 20; turn += 1)
    expect(await refusalOf(inTransaction(database.db, (trx) => add(trx, 1, null)))).toMatchObject({ code: '23502' });
  await inTransaction(database.db, (trx) => add(trx, 1));
  expect(await idsOf(database.db)).toEqual([1]);
});

test('more than go in one message are all kept, in their order', async () => {
  const ids = Array.from({ length: 120 }, (_, index) => index);
  await inTransaction(database.db, async (trx) => {
    for (const id of ids) await add(trx, id);
  });
  expect(await idsOf(other.db)).toEqual(ids);
});

test('a statement that could not be prepared, however often, is prepared once it can be', async () => {
  const later = sql.table('sent_ahead_later');
  const write = () =>
    inTransaction(database.db, async (trx) => {
      await sql`insert into ${later} (id) values (${1})`.execute(trx);
      await add(trx, 1);
    });
  for (let turn = 0; turn < 8; turn += 1) expect(await refusalOf(write())).toMatchObject({ code: '42P01' });
  await sql`create table ${later} (id integer)`.execute(other.db);
  try {
    for (let turn = 0; turn < 8; turn += 1) {
      await write();
      await sql`truncate ${TABLE}`.execute(other.db);
    }
    const { rows } = await sql`select id from ${later}`.execute(other.db);
    expect(rows).toHaveLength(8);
  } finally {
    await sql`drop table ${later}`.execute(other.db);
  }
});

test('what a transaction reads as a stream would pass by what it has written: it is refused', async () => {
  const reading = inTransaction(database.db, async (trx) => {
    await add(trx, 1);
    for await (const _ of trx.selectFrom('users').selectAll().stream()) break;
  });
  await expect(reading).rejects.toThrow('reads no streams');
  expect(await idsOf(other.db)).toEqual([]);
});

test('what was asked beside a statement that fails is not written after all, and the connection goes on', async () => {
  const { db } = database;
  for (let turn = 0; turn < 5; turn += 1) {
    const asked = await refusalOf(
      inTransaction(db, (trx) =>
        Promise.all([sql`select 1 / 0`.execute(trx), add(trx, 1), add(trx, 2), idsOf(trx), add(trx, 3)]),
      ),
    );
    expect(asked).toMatchObject({ code: '22012' });
    expect(await idsOf(db)).toEqual([]);
  }
  await inTransaction(db, (trx) => add(trx, 4));
  expect(await idsOf(other.db)).toEqual([4]);
});

test('outside of a transaction an insert is known to be made, or is refused at once', async () => {
  await add(database.db, 1);
  await expect(add(database.db, 1)).rejects.toMatchObject({ code: '23505' });
});

test('what PostgreSQL refuses is told with the place in the code that asked, in a transaction too', async () => {
  const { db } = database;
  const whoAsks = async (executor: Executor): Promise<void> => {
    await sql`select 1 / 0`.execute(executor);
  };
  for (const ask of [() => whoAsks(db), () => inTransaction(db, whoAsks)])
    await expect(ask()).rejects.toMatchObject({ code: '22012', stack: expect.stringContaining('whoAsks') });
});

test('what is read behind a lock that was sent ahead is as of when it is held', async () => {
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const holding = inTransaction(
    other.db,
    async (trx) => {
      hold();
      await mayEnd;
      await add(trx, 1);
    },
    'b',
    'a',
  );
  await isHeld;
  const reading = inTransaction(database.db, async (trx) => {
    await lockAhead(trx, 'a');
    return idsOf(trx);
  });
  end();
  await holding;
  expect(await reading).toEqual([1]);
});

test('names are held together, whatever their order: two transactions never wait for each other', async () => {
  const { db } = database;
  let turns = 0;
  await Promise.all(
    Array.from({ length: 40 }, (_, turn) =>
      inTransaction(
        turn % 2 ? db : other.db,
        async (trx) => {
          const before = turns;
          await idsOf(trx);
          // Nobody came in between.
          expect(turns).toBe(before);
          turns += 1;
        },
        ...(turn % 3 ? ['a', 'b', 'c'] : ['c', 'a', 'b']),
      ),
    ),
  );
  expect(turns).toBe(40);
});

test('those who share a name run at once; who holds it by itself waits for them', async () => {
  const { db } = database;
  const { promise: bothAreIn, resolve: both } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  let inside = 0;
  const sharing = [db, other.db].map((one) =>
    inTransaction(
      one,
      async (trx) => {
        inside += 1;
        const mine = inside;
        if (inside === 2) both();
        await bothAreIn;
        await mayEnd;
        await add(trx, mine);
      },
      { shared: 'a' },
    ),
  );
  await bothAreIn;
  const alone = inTransaction(db, idsOf, 'a');
  end();
  await Promise.all(sharing);
  expect(await alone).toEqual([1, 2]);
});

test('a lock that is held for too long is said as such, not as a transaction that has failed', async () => {
  const { db } = database;
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const holding = inTransaction(
    other.db,
    async () => {
      hold();
      await mayEnd;
    },
    'a',
  );
  await isHeld;
  for (const take of [lock, lockAhead])
    expect(
      await refusalOf(
        inTransaction(db, async (trx) => {
          await sql`set local lock_timeout = 50`.execute(trx);
          await take(trx, 'a');
          await idsOf(trx);
        }),
      ),
    ).toMatchObject({ code: '55P03' });
  end();
  await holding;
});

test('a connection that is cut in the middle: the fault is told, nothing is kept, the next one works', async () => {
  const { db } = database;
  const refusal = await refusalOf(
    inTransaction(db, async (trx) => {
      await add(trx, 1);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other.db);
      await add(trx, 2);
    }),
  );
  expect(refusal).toBeInstanceOf(Error);
  expect(await idsOf(db)).toEqual([]);
  await inTransaction(db, (trx) => add(trx, 3));
  expect(await idsOf(db)).toEqual([3]);
});
