import { isOneOf } from '../db/chunks.ts';
import type { Executor } from '../db/open.ts';
import type { PartDayRow } from '../db/tables.ts';

export const list = (db: Executor, productId: string): Promise<PartDayRow[]> =>
  db.selectFrom('part_days').selectAll().where('product_id', '=', productId).execute();

/** Rows of these products, the parts that there is something of. */
export const listMany = (
  db: Executor,
  productIds: readonly string[],
): Promise<Pick<PartDayRow, 'product_id' | 'part' | 'sha256'>[]> =>
  db
    .selectFrom('part_days')
    .select(['product_id', 'part', 'sha256'])
    .where(isOneOf(db, 'product_id', productIds))
    .where('sha256', '!=', '')
    .execute();

export async function set(trx: Executor, row: PartDayRow): Promise<void> {
  await trx
    .insertInto('part_days')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['product_id', 'part']).doUpdateSet({ sha256: row.sha256, since: row.since }),
    )
    .execute();
}
