import type { Executor } from '../db/open.ts';
import type { ExposureRow, HypothesisRow } from '../db/tables.ts';

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

export const listHypotheses = (db: Executor): Promise<HypothesisRow[]> =>
  db.selectFrom('hypotheses').selectAll().orderBy('key').orderBy('at').orderBy('substance_id').execute();

export async function setHypothesis(
  db: Executor,
  { key, substance_id }: Pick<HypothesisRow, 'key' | 'substance_id'>,
  row: HypothesisRow | null,
): Promise<void> {
  await db.deleteFrom('hypotheses').where('key', '=', key).where('substance_id', '=', substance_id).execute();
  if (row) await db.insertInto('hypotheses').values(row).execute();
}
