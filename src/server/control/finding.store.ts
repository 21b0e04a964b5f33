import type { Executor } from '../db/open.ts';
import type { FindingRow } from '../db/tables.ts';

type Found = Omit<FindingRow, 'product_id'>;

/** What was found takes the place of what had been; what is as it was is not written. */
export async function setFindings(trx: Executor, productId: string, found: readonly Found[]): Promise<void> {
  const before = await trx
    .selectFrom('findings')
    .select(['key', 'code', 'level', 'text', 'due_on'])
    .where('product_id', '=', productId)
    .execute();
  const unique = [...new Map(found.map((one) => [one.key, one])).values()];
  const byKey = (all: readonly Found[]) => JSON.stringify(all.toSorted((a, b) => (a.key < b.key ? -1 : 1)));
  if (byKey(before) === byKey(unique)) return;
  await trx.deleteFrom('findings').where('product_id', '=', productId).execute();
  if (unique.length > 0)
    await trx
      .insertInto('findings')
      .values(unique.map((one) => ({ product_id: productId, ...one })))
      .execute();
}
