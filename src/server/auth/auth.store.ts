import type { Executor } from '../db/open.ts';
import type { SessionRow, UserRow } from '../db/tables.ts';

export async function insertSession(db: Executor, row: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(row).execute();
}

export const findSessionByHash = (db: Executor, refreshHash: string): Promise<SessionRow | undefined> =>
  db.selectFrom('sessions').selectAll().where('refresh_hash', '=', refreshHash).executeTakeFirst();

/** The session and its user, when both are in force. */
export const findLive = (
  db: Executor,
  sessionId: string,
  now: string,
): Promise<Pick<UserRow, 'id' | 'email' | 'role'> | undefined> =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.email', 'users.role'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.active', '=', 1)
    .executeTakeFirst();

export const listLive = (db: Executor, userId: string, now: string): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .execute();

export async function touchSession(db: Executor, id: string, now: string): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: now }).where('id', '=', id).execute();
}

export async function endSession(db: Executor, id: string, now: string): Promise<void> {
  await db.updateTable('sessions').set({ ended_at: now }).where('id', '=', id).where('ended_at', 'is', null).execute();
}

/** Ends every session of the user, but `except`. */
export async function endSessions(
  db: Executor,
  { userId, now, except }: { userId: string; now: string; except?: string },
): Promise<void> {
  let query = db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  if (except) query = query.where('id', '!=', except);
  await query.execute();
}

export async function insertAttempt(db: Executor, row: { id: string; bucket: string; at: string }): Promise<void> {
  await db.insertInto('attempts').values(row).execute();
}

/** The times of the tries in this bucket since `from`, oldest first. */
export async function attemptsSince(db: Executor, bucket: string, from: string): Promise<string[]> {
  const rows = await db
    .selectFrom('attempts')
    .select('at')
    .where('bucket', '=', bucket)
    .where('at', '>', from)
    .orderBy('at')
    .execute();
  return rows.map((row) => row.at);
}

export async function clearAttempts(db: Executor, bucket: string): Promise<void> {
  await db.deleteFrom('attempts').where('bucket', '=', bucket).execute();
}

export async function forgetBefore(db: Executor, { attempts, sessions }: { attempts: string; sessions: string }) {
  await db.deleteFrom('attempts').where('at', '<', attempts).execute();
  await db.deleteFrom('sessions').where('expires_at', '<', sessions).execute();
}
