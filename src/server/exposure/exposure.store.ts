import type { Executor } from '../db/open.ts';
import type { ExposureRow } from '../db/tables.ts';

export const find = (db: Executor, productId: string): Promise<ExposureRow | undefined> =>
  db.selectFrom('exposures').selectAll().where('product_id', '=', productId).executeTakeFirst();

/** @returns false when somebody else saved since `revision` (0: nobody had) */
export async function save(db: Executor, row: ExposureRow, revision: number): Promise<boolean> {
  if (revision === 0) {
    await db.insertInto('exposures').values(row).execute();
    return true;
  }
  const result = await db
    .updateTable('exposures')
    .set(row)
    .where('product_id', '=', row.product_id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}
