import type { Executor } from '../db/open.ts';
import type { UserRow } from '../db/tables.ts';

export async function insert(db: Executor, row: UserRow): Promise<void> {
  await db.insertInto('users').values(row).execute();
}

export const find = (db: Executor, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

export const findByEmail = (db: Executor, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

export const list = (db: Executor): Promise<UserRow[]> => db.selectFrom('users').selectAll().orderBy('email').execute();

export async function update(db: Executor, id: string, values: Partial<UserRow>): Promise<void> {
  await db.updateTable('users').set(values).where('id', '=', id).execute();
}

/** @returns whether the account is still open, with the password that was checked */
export async function markLogin(
  db: Executor,
  { id, password_hash }: Pick<UserRow, 'id' | 'password_hash'>,
  at: string,
): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ last_login_at: at })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('active', '=', 1)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

/** @returns whether the digest of this day was not sent yet */
export async function markDigest(
  db: Executor,
  { personId, day, today }: { personId: string; day: string; today: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ digest_day: day })
    .where('id', '=', personId)
    .where((eb) => eb.or([eb('digest_day', 'is', null), eb('digest_day', '<', day), eb('digest_day', '>', today)]))
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** What lets people in besides a password: a second factor in force, the account of the provider. By id. */
export async function waysOf(db: Executor): Promise<ReadonlyMap<string, { otp: boolean; identity: string | null }>> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('second_factors as f', (join) =>
      join.onRef('f.person_id', '=', 'users.id').on('f.confirmed_at', 'is not', null),
    )
    .leftJoin('identities as i', 'i.person_id', 'users.id')
    .select(['users.id', 'f.person_id as otp', 'i.label as identity'])
    .execute();
  return new Map(rows.map(({ id, otp, identity }) => [id, { otp: otp !== null, identity }]));
}

export async function hasAdminWithPassword(db: Executor, none: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('active', '=', 1)
    .where('password_hash', '!=', none)
    .executeTakeFirst();
  return found !== undefined;
}

/** Active administrators other than this one. */
export async function countOtherAdmins(db: Executor, id: string): Promise<number> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('active', '=', 1)
    .where('id', '!=', id)
    .execute();
  return rows.length;
}
