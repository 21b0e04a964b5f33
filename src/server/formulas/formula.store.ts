import { isOneOf } from '../db/chunks.ts';
import type { Executor } from '../db/open.ts';
import type { FormulaRow } from '../db/tables.ts';

export const find = (db: Executor, productId: string): Promise<FormulaRow | undefined> =>
  db.selectFrom('formulas').selectAll().where('product_id', '=', productId).executeTakeFirst();

export const listOf = (db: Executor, productIds: readonly string[]): Promise<FormulaRow[]> =>
  db
    .selectFrom('formulas')
    .selectAll()
    .where(isOneOf(db, 'product_id', productIds))
    .execute();

/** @returns false when somebody else saved since `revision` (0: nobody had) */
export async function save(db: Executor, row: FormulaRow, revision: number): Promise<boolean> {
  if (revision === 0) {
    await db.insertInto('formulas').values(row).execute();
    return true;
  }
  const result = await db
    .updateTable('formulas')
    .set(row)
    .where('product_id', '=', row.product_id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

export async function setConfirmations(db: Executor, productId: string, confirmations: string): Promise<void> {
  await db.updateTable('formulas').set({ confirmations }).where('product_id', '=', productId).execute();
}

/** The cosmetics whose formula is in lines, those in the trash left out. */
export const listCosmeticsInLines = async (db: Executor): Promise<string[]> =>
  (
    await db
      .selectFrom('formulas')
      .innerJoin('products', 'products.id', 'formulas.product_id')
      .select('products.id')
      .where('products.formula_mode', '=', 'table')
      .where('products.type_produit', '=', 'cosmetique')
      .where('products.deleted_at', 'is', null)
      .orderBy('products.id')
      .execute()
  ).map(({ id }) => id);
