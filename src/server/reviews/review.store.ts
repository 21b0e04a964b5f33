import type { Executor } from '../db/open.ts';
import type { ReviewRow } from '../db/tables.ts';

export async function insert(trx: Executor, row: ReviewRow): Promise<void> {
  await trx.insertInto('reviews').values(row).execute();
}

/** Those of a product, the newest first. */
export const list = (db: Executor, productId: string): Promise<ReviewRow[]> =>
  db
    .selectFrom('reviews')
    .selectAll()
    .where('product_id', '=', productId)
    .orderBy('asked_at', 'desc')
    .orderBy('id')
    .execute();

export async function update(trx: Executor, id: string, values: Partial<ReviewRow>): Promise<void> {
  await trx.updateTable('reviews').set(values).where('id', '=', id).execute();
}
