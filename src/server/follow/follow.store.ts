import { sql } from 'kysely';
import type { ListQuery } from '#shared/contract/list.query.ts';
import { pageOf } from '#shared/contract/list.ts';
import { standsIn, wordsOf } from '../db/fulltext.ts';
import type { Executor } from '../db/open.ts';
import type { FollowRecordRow, FollowRevisionRow, ProductRow } from '../db/tables.ts';

type Key = Pick<FollowRecordRow, 'product_id' | 'kind'>;

/** Those of a product that are there, of every kind, in the order in which they were entered. */
export const list = (db: Executor, productId: string): Promise<FollowRecordRow[]> =>
  db
    .selectFrom('follow_records')
    .selectAll()
    .where('product_id', '=', productId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Those of one kind, of all products that are there: the last that was entered first. `search` looks in what each is called. */
export async function listAll(
  db: Executor,
  { kind, ...query }: Pick<FollowRecordRow, 'kind'> & Omit<ListQuery, 'sort'>,
): Promise<{
  rows: (Pick<FollowRecordRow, 'id' | 'label' | 'product_id'> & Pick<ProductRow, 'summary'>)[];
  total: number;
}> {
  let filtered = db
    .selectFrom('follow_records')
    .innerJoin('products', 'products.id', 'follow_records.product_id')
    .where('follow_records.kind', '=', kind)
    .where('follow_records.deleted_at', 'is', null)
    .where('products.deleted_at', 'is', null);
  for (const word of wordsOf(query.search ?? ''))
    filtered = filtered.where(standsIn(db, sql.ref('follow_records.label'), word));
  const { total } = await filtered.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const page = pageOf(query);
  const rows = await filtered
    .select(['follow_records.id', 'follow_records.label', 'follow_records.product_id', 'products.summary'])
    .orderBy('follow_records.created_at', 'desc')
    .orderBy('follow_records.id')
    .$if(page !== null, (all) => all.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute();
  return { rows, total: Number(total) };
}

export const find = (
  db: Executor,
  { id, product_id, kind }: Key & { id: string },
): Promise<FollowRecordRow | undefined> =>
  db
    .selectFrom('follow_records')
    .selectAll()
    .where('id', '=', id)
    .where('product_id', '=', product_id)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** One of any product, in the trash too. */
export const findById = (db: Executor, id: string): Promise<FollowRecordRow | undefined> =>
  db.selectFrom('follow_records').selectAll().where('id', '=', id).executeTakeFirst();

export async function insert(trx: Executor, row: FollowRecordRow): Promise<void> {
  await trx.insertInto('follow_records').values(row).execute();
}

/** @returns false when somebody else saved since `revision` */
export async function update(trx: Executor, row: FollowRecordRow, revision: number): Promise<boolean> {
  const { id, ...values } = row;
  const { numUpdatedRows } = await trx
    .updateTable('follow_records')
    .set(values)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

export async function insertRevision(trx: Executor, row: FollowRevisionRow): Promise<void> {
  await trx.insertInto('follow_revisions').values(row).execute();
}

/** Of one record, the latest first. */
export const listRevisionsOf = (db: Executor, ownerId: string): Promise<FollowRevisionRow[]> =>
  db.selectFrom('follow_revisions').selectAll().where('owner_id', '=', ownerId).orderBy('revision', 'desc').execute();

export async function rewriteRevision(
  trx: Executor,
  { owner_id, revision, ...values }: Pick<FollowRevisionRow, 'owner_id' | 'revision' | 'data' | 'changes'>,
): Promise<void> {
  await trx
    .updateTable('follow_revisions')
    .set(values)
    .where('owner_id', '=', owner_id)
    .where('revision', '=', revision)
    .execute();
}

/** Of one product, the latest first. */
export const listRevisions = (db: Executor, productId: string): Promise<Omit<FollowRevisionRow, 'data'>[]> =>
  db
    .selectFrom('follow_revisions')
    .select(['owner_id', 'product_id', 'kind', 'label', 'revision', 'at', 'by', 'changes'])
    .where('product_id', '=', productId)
    .orderBy('at', 'desc')
    .orderBy('revision', 'desc')
    .orderBy('owner_id')
    .execute();
