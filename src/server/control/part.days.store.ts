import type { Executor } from '../db/open.ts';
import type { PartDayRow } from '../db/tables.ts';

export const list = (db: Executor, productId: string): Promise<PartDayRow[]> =>
  db.selectFrom('part_days').selectAll().where('product_id', '=', productId).execute();

export async function set(trx: Executor, row: PartDayRow): Promise<void> {
  await trx
    .insertInto('part_days')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['product_id', 'part']).doUpdateSet({ sha256: row.sha256, since: row.since }),
    )
    .execute();
}
