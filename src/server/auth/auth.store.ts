import { isOneOf } from '../db/chunks.ts';
import type { Executor } from '../db/open.ts';
import type { SessionRow, UserRow } from '../db/tables.ts';

/** The name of the setting: `1` where administrators need a second factor. */
export const OTP_FOR_ADMINS = 'otp_for_admins';

export async function insertSession(db: Executor, row: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(row).execute();
}

export const findSessionByHash = (db: Executor, refreshHash: string): Promise<SessionRow | undefined> =>
  db.selectFrom('sessions').selectAll().where('refresh_hash', '=', refreshHash).executeTakeFirst();

interface LiveRow extends Pick<UserRow, 'id' | 'email' | 'role' | 'must_change_password'> {
  session_id: string;
  otp_asked: string | null;
  otp: string | null;
  way: string;
}

/** Those of these sessions that are in force, with their users who are; and, of an administrator, whether a second factor is asked for and there. */
export const listLiveOf = (db: Executor, sessionIds: readonly string[], now: string): Promise<LiveRow[]> =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('settings as asked', (join) =>
      join.on('asked.name', '=', OTP_FOR_ADMINS).on('users.role', '=', 'admin').on('sessions.way', '=', 'password'),
    )
    .leftJoin('second_factors as f', (join) =>
      join.onRef('f.person_id', '=', 'users.id').on('asked.value', '=', '1').on('f.confirmed_at', 'is not', null),
    )
    .select([
      'users.id',
      'users.email',
      'users.role',
      'users.must_change_password',
      'sessions.id as session_id',
      'sessions.way',
    ])
    .select(['asked.value as otp_asked', 'f.person_id as otp'])
    .where(isOneOf(db, 'sessions.id', sessionIds))
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.active', '=', 1)
    .execute();

export const findLive = async (db: Executor, sessionId: string, now: string): Promise<LiveRow | undefined> =>
  (await listLiveOf(db, [sessionId], now))[0];

export const listLive = (db: Executor, userId: string, now: string): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();

/** Where the sessions of an account began, those that ended and are not forgotten yet too. */
export const listAddresses = async (db: Executor, userId: string): Promise<(string | null)[]> =>
  (await db.selectFrom('sessions').select('ip').distinct().where('user_id', '=', userId).limit(200).execute()).map(
    ({ ip }) => ip,
  );

export async function touchSession(db: Executor, id: string, now: string): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: now }).where('id', '=', id).execute();
}

export async function endSession(db: Executor, id: string, now: string): Promise<void> {
  await db.updateTable('sessions').set({ ended_at: now }).where('id', '=', id).where('ended_at', 'is', null).execute();
}

/** Forgets sessions that ended, by themselves or by somebody, before. */
export async function forgetBefore(db: Executor, before: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb(eb.fn.coalesce('ended_at', 'expires_at'), '<', before))
    .execute();
}
