import { pageOf } from '#shared/contract/list.ts';
import type { DeadlineQuery } from '#shared/deadlines/deadline.contract.ts';
import { DEADLINE_KIND_NAMES, type DeadlineKind, type DeadlineRow } from '#shared/deadlines/deadline.kinds.ts';
import { inChunks } from '../db/chunks.ts';
import type { Executor } from '../db/open.ts';
import type { CalendarRow, DeadlineTableRow } from '../db/tables.ts';

/** Kinds that stay while their product is in the trash: the law does not stop there. */
const IN_TRASH: readonly DeadlineKind[] = ['eig', 'qualifier'];

/** What is due of a product takes the place of what was; what is as it was is not written. */
export async function set(trx: Executor, productId: string, rows: readonly DeadlineRow[]): Promise<void> {
  const before = await trx.selectFrom('deadlines').selectAll().where('product_id', '=', productId).execute();
  const unique = new Map(rows.map((one) => [one.key, { product_id: productId, ...one }]));
  const said = ({ key, kind, due_on, title, link, grace }: DeadlineTableRow): string =>
    JSON.stringify([key, kind, due_on, title, link, grace]);
  const was = new Map(before.map((one) => [one.key, said(one)]));
  const gone = [...was.keys()].filter(
    (key) => was.get(key) !== (unique.has(key) ? said(unique.get(key) as never) : null),
  );
  const come = [...unique.values()].filter((one) => was.get(one.key) !== said(one));
  for await (const _ of inChunks(gone, 500, async (keys) => {
    await trx.deleteFrom('deadlines').where('product_id', '=', productId).where('key', 'in', keys).execute();
    return [];
  }));
  for (let from = 0; from < come.length; from += 500)
    await trx
      .insertInto('deadlines')
      .values(come.slice(from, from + 500))
      .execute();
}

/** Those of products that are there, and what stays of those in the trash. */
const standing = (db: Executor, { from, to, kind, product_id }: DeadlineQuery) =>
  db
    .selectFrom('deadlines')
    .innerJoin('products', 'products.id', 'deadlines.product_id')
    .where((eb) => eb.or([eb('products.deleted_at', 'is', null), eb('deadlines.kind', 'in', [...IN_TRASH])]))
    .where('deadlines.kind', 'in', kind ? [kind] : [...DEADLINE_KIND_NAMES])
    .$if(from !== undefined, (query) => query.where('deadlines.due_on', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('deadlines.due_on', '<=', to ?? ''))
    .$if(product_id !== undefined, (query) => query.where('deadlines.product_id', '=', product_id ?? ''));

export type SharedRow = Omit<DeadlineTableRow, 'product_id'> & { count: number };

/** One for each key, the nearest day first. */
export async function list(
  db: Executor,
  query: DeadlineQuery,
  { counted }: { counted: boolean },
): Promise<{ rows: SharedRow[]; total: number }> {
  const page = pageOf(query);
  const rows = await standing(db, query)
    .select(({ fn }) => [
      'deadlines.key',
      fn.min('deadlines.kind').as('kind'),
      fn.min('deadlines.due_on').as('due_on'),
      fn.min('deadlines.title').as('title'),
      fn.min('deadlines.link').as('link'),
      fn.max('deadlines.grace').as('grace'),
      fn.countAll<number>().as('count'),
    ])
    .groupBy('deadlines.key')
    .orderBy('due_on')
    .orderBy('deadlines.key')
    .$if(page !== null, (all) => all.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute();
  const total =
    page && counted
      ? await standing(db, query)
          .select(({ fn }) => fn.count<number>('deadlines.key').distinct().as('total'))
          .executeTakeFirstOrThrow()
          .then((one) => Number(one.total))
      : rows.length;
  return { rows: rows.map((one) => ({ ...one, count: Number(one.count), grace: Number(one.grace) })), total };
}

/** The products of these keys. */
export async function productsOf(
  db: Executor,
  keys: readonly string[],
): Promise<{ key: string; id: string; summary: string; deleted_at: string | null }[]> {
  const found: { key: string; id: string; summary: string; deleted_at: string | null }[] = [];
  for await (const row of inChunks(keys, 500, (some) =>
    db
      .selectFrom('deadlines')
      .innerJoin('products', 'products.id', 'deadlines.product_id')
      .select(['deadlines.key', 'products.id', 'products.summary', 'products.deleted_at'])
      .where('deadlines.key', 'in', some)
      .where((eb) => eb.or([eb('products.deleted_at', 'is', null), eb('deadlines.kind', 'in', [...IN_TRASH])]))
      .orderBy('products.id')
      .execute(),
  ))
    found.push(row);
  return found;
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
