import type { Stamp, StampPart } from '#shared/findings/stamp.ts';
import { isOneOf } from '../db/chunks.ts';
import type { Executor } from '../db/open.ts';
import type { PartDayRow } from '../db/tables.ts';
import { FILE_PARTS } from './control.stamp.ts';

export const list = (db: Executor, productId: string): Promise<PartDayRow[]> =>
  db.selectFrom('part_days').selectAll().where('product_id', '=', productId).execute();

/** The day since which a part is what it is, by whatever changed it; `null` while it is as it was first found. */
export const sinceOf = async (db: Executor, productId: string, part: StampPart): Promise<string | null> =>
  (await list(db, productId)).find((row) => row.part === part)?.since ?? null;

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

/** Parts that are no longer what they were known to be; found for the first time, they have no day. @param on `YYYY-MM-DD` */
export async function follow(
  trx: Executor,
  productId: string,
  { stamp, on }: { stamp: Stamp; on: string },
): Promise<void> {
  const before = new Map((await list(trx, productId)).map((row) => [row.part, row]));
  for (const part of FILE_PARTS) {
    const sha256 = stamp[part] ?? '';
    const was = before.get(part);
    if (was?.sha256 !== sha256) await set(trx, { product_id: productId, part, sha256, since: was ? on : null });
  }
}
