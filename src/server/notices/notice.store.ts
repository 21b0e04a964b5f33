import type { Executor } from '../db/open.ts';
import type { NoticeRow } from '../db/tables.ts';

export async function insert(trx: Executor, rows: NoticeRow[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto('notices').values(rows).execute();
}

/** The newest first. */
export const list = (db: Executor, personId: string, limit: number): Promise<NoticeRow[]> =>
  db
    .selectFrom('notices')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Unread ones that no digest has told, the oldest first. */
export const listUntold = (db: Executor, personId: string): Promise<NoticeRow[]> =>
  db
    .selectFrom('notices')
    .selectAll()
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .where('mailed_at', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .execute();

/** Of one's own alone. */
export async function markRead(
  trx: Executor,
  told: { personId: string; ids: readonly string[]; at: string },
): Promise<void> {
  await trx
    .updateTable('notices')
    .set({ read_at: told.at })
    .where('person_id', '=', told.personId)
    .where('id', 'in', told.ids)
    .where('read_at', 'is', null)
    .execute();
}

export async function markMailed(trx: Executor, ids: readonly string[], at: string): Promise<void> {
  await trx.updateTable('notices').set({ mailed_at: at }).where('id', 'in', ids).execute();
}

/** Forgets unread ones of a kind: of these people, or of everybody. */
export async function removeUnread(trx: Executor, kind: string, people: readonly string[] | null): Promise<void> {
  let query = trx.deleteFrom('notices').where('kind', '=', kind).where('read_at', 'is', null);
  if (people) query = query.where('person_id', 'in', people);
  await query.execute();
}

export async function forgetBefore(db: Executor, before: string): Promise<void> {
  await db.deleteFrom('notices').where('at', '<', before).execute();
}
