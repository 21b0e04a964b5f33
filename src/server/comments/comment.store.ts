import type { Executor } from '../db/open.ts';
import type { CommentRow } from '../db/tables.ts';

export async function insert(trx: Executor, row: CommentRow): Promise<void> {
  await trx.insertInto('comments').values(row).execute();
}

export const find = (db: Executor, id: string): Promise<CommentRow | undefined> =>
  db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst();

/** Those of a product, the oldest first. */
export const list = (db: Executor, productId: string): Promise<CommentRow[]> =>
  db.selectFrom('comments').selectAll().where('product_id', '=', productId).orderBy('at').orderBy('id').execute();

export async function update(trx: Executor, id: string, values: Partial<CommentRow>): Promise<void> {
  await trx.updateTable('comments').set(values).where('id', '=', id).execute();
}

export async function remove(trx: Executor, id: string): Promise<void> {
  await trx.deleteFrom('comments').where('id', '=', id).execute();
}

/** Guests who wrote some of them, by id: names that were not erased. */
export async function guestNames(db: Executor, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('guests').select(['id', 'name', 'number']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name, number }) => [id, name || `Invité, lien ${number}`]));
}
