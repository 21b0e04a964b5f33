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

/** Writes them in one statement: a product that is followed for the first time has twenty. */
export async function setAll(trx: Executor, rows: readonly PartDayRow[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('part_days')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['product_id', 'part'])
        .doUpdateSet(({ ref }) => ({ sha256: ref('excluded.sha256'), since: ref('excluded.since') })),
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
  const changed = FILE_PARTS.flatMap((part): PartDayRow | [] => {
    const sha256 = stamp[part] ?? '';
    const was = before.get(part);
    return was?.sha256 === sha256 ? [] : { product_id: productId, part, sha256, since: was ? on : null };
  });
  await setAll(trx, changed);
}
