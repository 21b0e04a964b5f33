import type { Executor } from '../db/open.ts';
import type { MailRow } from '../db/tables.ts';

/** @returns whether it is a new one: of two with one key, the first is kept */
export async function insert(trx: Executor, row: MailRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('mails')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0) === 1;
}

export const find = (db: Executor, id: string): Promise<MailRow | undefined> =>
  db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();

/** @returns whether it was in that state */
export async function move(
  db: Executor,
  { id, from, values }: { id: string; from: MailRow['state']; values: Partial<MailRow> },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set(values)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** How many of those since then have not gone, or are not known to have, and what was last said of one. */
export async function unsent(db: Executor, since: string): Promise<{ count: number; error: string | null }> {
  const rows = await db
    .selectFrom('mails')
    .select('error')
    .where('state', 'in', ['waiting', 'handed', 'unsure', 'failed'])
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(LOOKED_AT)
    .execute();
  return { count: rows.length, error: rows.find(({ error }) => error !== null)?.error ?? null };
}
const LOOKED_AT = 1_000;

export async function forgetBefore(db: Executor, before: string): Promise<void> {
  await db.deleteFrom('mails').where('created_at', '<', before).execute();
}
