import type { Executor } from '../db/open.ts';
import type { TokenRow, UserRow } from '../db/tables.ts';

export async function insert(trx: Executor, row: TokenRow): Promise<void> {
  await trx.insertInto('tokens').values(row).execute();
}

/** Whether a session still lets its person in. */
export const isSessionLive = async (db: Executor, id: string, now: string): Promise<boolean> =>
  (await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined;

/** The newest first. */
export const list = (db: Executor, personId: string): Promise<TokenRow[]> =>
  db
    .selectFrom('tokens')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

export const find = (db: Executor, key: Pick<TokenRow, 'id' | 'person_id'>): Promise<TokenRow | undefined> =>
  db
    .selectFrom('tokens')
    .selectAll()
    .where('id', '=', key.id)
    .where('person_id', '=', key.person_id)
    .executeTakeFirst();

/** The token in force with this hash, and the person it stands for. */
export const findLive = (
  db: Executor,
  { hash, now }: { hash: string; now: string },
): Promise<(TokenRow & Pick<UserRow, 'email' | 'role' | 'must_change_password'>) | undefined> =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.person_id')
    .selectAll('tokens')
    .select(['users.email', 'users.role', 'users.must_change_password'])
    .where('tokens.hash', '=', hash)
    .where('tokens.expires_at', '>', now)
    .where('users.active', '=', 1)
    .executeTakeFirst();

export async function touch(db: Executor, id: string, at: string): Promise<void> {
  await db.updateTable('tokens').set({ last_used_at: at }).where('id', '=', id).execute();
}

export async function remove(trx: Executor, id: string): Promise<void> {
  await trx.deleteFrom('tokens').where('id', '=', id).execute();
}

/** Forgets those that ended before. */
export async function forgetBefore(db: Executor, before: string): Promise<void> {
  await db.deleteFrom('tokens').where('expires_at', '<', before).execute();
}
