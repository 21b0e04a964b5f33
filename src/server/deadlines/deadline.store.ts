import { sql } from 'kysely';
import { pageOf } from '#shared/contract/list.ts';
import type { DeadlineQuery } from '#shared/deadlines/deadline.contract.ts';
import type { DeadlineKind, DeadlineRow } from '#shared/deadlines/deadline.kinds.ts';
import { daysAfter } from '#shared/fields/date.ts';
import { type Executor, lock } from '../db/open.ts';
import type { CalendarRow, DeadlineRow as Row } from '../db/tables.ts';
import { productsInTrash } from '../db/trashed.ts';

/** Kinds that stay while their product is in the trash: the law does not stop there. */
const IN_TRASH: readonly DeadlineKind[] = ['eig', 'qualifier'];
/** Rows written, or read, at once. */
export const AT_ONCE = 500;

const said = ({ kind, due_on, title, link, grace }: Omit<Row, 'key'>): string =>
  JSON.stringify([kind, due_on, title, link, grace]);

/** What is due of a product takes the place of what was; what is as it was is not written. */
export async function set(trx: Executor, productId: string, rows: readonly DeadlineRow[]): Promise<void> {
  const before = await trx
    .selectFrom('deadline_products')
    .innerJoin('deadlines', 'deadlines.key', 'deadline_products.key')
    .select(['deadlines.key', 'kind', 'due_on', 'title', 'link', 'grace'])
    .where('deadline_products.product_id', '=', productId)
    .execute();
  const was = new Map(before.map((one) => [one.key, said(one)]));
  const is = new Map(rows.map((one) => [one.key, one]));
  const gone = [...was.keys()].filter((key) => !is.has(key));
  const moved = [...is.values()].filter((one) => was.get(one.key) !== said(one));
  // Two products that share one never each leave it to the other.
  if (gone.length + moved.length > 0) await lock(trx, 'deadlines');
  for (let from = 0; from < moved.length; from += AT_ONCE) {
    const some = moved.slice(from, from + AT_ONCE);
    await trx
      .insertInto('deadlines')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => ({
          kind: eb.ref('excluded.kind'),
          due_on: eb.ref('excluded.due_on'),
          title: eb.ref('excluded.title'),
          link: eb.ref('excluded.link'),
          grace: eb.ref('excluded.grace'),
        })),
      )
      .execute();
    await trx
      .insertInto('deadline_products')
      .values(some.map(({ key }) => ({ product_id: productId, key })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  for (let from = 0; from < gone.length; from += AT_ONCE) {
    const keys = gone.slice(from, from + AT_ONCE);
    await trx.deleteFrom('deadline_products').where('product_id', '=', productId).where('key', 'in', keys).execute();
    await trx
      .deleteFrom('deadlines')
      .where('key', 'in', keys)
      .where('key', 'not in', trx.selectFrom('deadline_products').select('key').where('key', 'in', keys))
      .execute();
  }
}

/** Those of a query, of products in the trash too. */
const within = (db: Pick<Executor, 'selectFrom'>, { from, to, kind, product_id }: DeadlineQuery) =>
  db
    .selectFrom('deadlines')
    .$if(product_id !== undefined, (query) =>
      query.where(
        'deadlines.key',
        'in',
        db
          .selectFrom('deadline_products')
          .select('key')
          .where('product_id', '=', product_id ?? ''),
      ),
    )
    .$if(kind !== undefined, (query) => query.where('deadlines.kind', '=', kind ?? ''))
    .$if(from !== undefined, (query) => query.where('deadlines.due_on', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('deadlines.due_on', '<=', to ?? ''));

/** Keys of deadlines whose every product is in the trash, and that went there with them. */
const keysInTrash = (db: Executor) =>
  db
    .selectFrom('deadline_products as dropped')
    .innerJoin('deadlines', 'deadlines.key', 'dropped.key')
    .select('dropped.key')
    .where('dropped.product_id', 'in', productsInTrash(db))
    .where('deadlines.kind', 'not in', [...IN_TRASH])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deadline_products as kept')
            .select('kept.key')
            .whereRef('kept.key', '=', 'dropped.key')
            .where('kept.product_id', 'not in', productsInTrash(db)),
        ),
      ),
    );

/**
 * Those of products that are there, and what stays of those in the trash. The keys are found once: PostgreSQL counts a
 * subquery anew for each row that it might look up, and reads the whole table instead.
 */
const standing = (db: Executor, query: DeadlineQuery) => {
  const hidden = db.with(
    (name) => name('hidden').materialized(),
    () => keysInTrash(db),
  );
  return within(hidden, query).where(sql<boolean>`deadlines.key not in (select key from hidden)`);
};

/** The nearest day first; a page of them, or so many at once as are read of all. @param after the last one that was read */
export function list(db: Executor, query: DeadlineQuery, after: Row | null = null): Promise<Row[]> {
  const page = pageOf(query);
  return standing(db, query)
    .selectAll('deadlines')
    .$if(after !== null, (rows) =>
      rows.where(sql<boolean>`(deadlines.due_on, deadlines.key) > (${after?.due_on}, ${after?.key})`),
    )
    .orderBy('deadlines.due_on')
    .orderBy('deadlines.key')
    .limit(page?.limit ?? AT_ONCE)
    .$if(page !== null, (rows) => rows.offset(page?.offset ?? 0))
    .execute();
}

/** What is coming until a day, then what is late, the nearest first: what there is no room for is what has waited longest. */
export async function listNearest(
  db: Executor,
  { today, until, count }: { today: string; until: string; count: number },
): Promise<Row[]> {
  const near = (query: DeadlineQuery, direction: 'asc' | 'desc', limit: number): Promise<Row[]> =>
    standing(db, query)
      .selectAll('deadlines')
      .orderBy('deadlines.due_on', direction)
      .orderBy('deadlines.key')
      .limit(limit)
      .execute();
  const coming = await near({ from: today, to: until }, 'asc', count);
  const late = await near({ to: daysAfter(today, -1) }, 'desc', count - coming.length);
  return [...coming, ...late];
}

/** What is due on one of these days, and each serious effect until a day; with what was due before another. */
export const listToRemind = (
  db: Executor,
  { days, effectsTo, before }: { days: readonly string[]; effectsTo: string; before: string | null },
): Promise<Row[]> =>
  standing(db, {})
    .selectAll('deadlines')
    .where((eb) =>
      eb.or([
        eb('deadlines.due_on', 'in', days),
        eb.and([eb('deadlines.kind', '=', 'eig'), eb('deadlines.due_on', '<=', effectsTo)]),
        ...(before === null ? [] : [eb('deadlines.due_on', '<', before)]),
      ]),
    )
    .execute();

export const count = async (db: Executor, query: DeadlineQuery): Promise<number> =>
  Number(
    (
      await standing(db, query)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  );

export interface ProductOf {
  key: string;
  id: string;
  summary: string;
  deleted_at: string | null;
  /** How many products the deadline is of. */
  count: number;
}

/** The first products of each of these keys. */
export async function productsOf(db: Executor, keys: readonly string[], first: number): Promise<ProductOf[]> {
  const found: ProductOf[] = [];
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    // Products themselves are read last, and those that are named alone: joined here, PostgreSQL reads all of them.
    const ranked = db
      .selectFrom('deadline_products')
      .innerJoin('deadlines', 'deadlines.key', 'deadline_products.key')
      .select(({ fn }) => [
        'deadline_products.key',
        'deadline_products.product_id',
        fn
          .agg<number>('row_number')
          .over((over) => over.partitionBy('deadline_products.key').orderBy('deadline_products.product_id'))
          .as('rank'),
        fn
          .countAll<number>()
          .over((over) => over.partitionBy('deadline_products.key'))
          .as('count'),
      ])
      .where('deadline_products.key', 'in', keys.slice(from, from + AT_ONCE))
      .where((eb) =>
        eb.or([
          eb('deadline_products.product_id', 'not in', productsInTrash(db)),
          eb('deadlines.kind', 'in', [...IN_TRASH]),
        ]),
      );
    found.push(
      ...(await db
        .selectFrom(ranked.as('ranked'))
        .innerJoin('products', 'products.id', 'ranked.product_id')
        .select(['ranked.key', 'products.id', 'products.summary', 'products.deleted_at', 'ranked.count'])
        .where('rank', '<=', first)
        .orderBy('products.id')
        .execute()),
    );
  }
  return found.map((one) => ({ ...one, count: Number(one.count) }));
}

export const findCalendar = (db: Executor, personId: string): Promise<CalendarRow | undefined> =>
  db.selectFrom('calendars').selectAll().where('person_id', '=', personId).executeTakeFirst();

/** Whose calendar an address opens, as long as the account is active. */
export const findByHash = (db: Executor, hash: string): Promise<{ person_id: string } | undefined> =>
  db
    .selectFrom('calendars')
    .innerJoin('users', 'users.id', 'calendars.person_id')
    .select('calendars.person_id')
    .where('calendars.hash', '=', hash)
    .where('users.active', '=', 1)
    .executeTakeFirst();

export async function setCalendar(trx: Executor, row: CalendarRow): Promise<void> {
  await removeCalendar(trx, row.person_id);
  await trx.insertInto('calendars').values(row).execute();
}

export async function removeCalendar(trx: Executor, personId: string): Promise<void> {
  await trx.deleteFrom('calendars').where('person_id', '=', personId).execute();
}
