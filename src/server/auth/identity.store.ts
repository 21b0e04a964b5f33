import type { Executor } from '../db/open.ts';
import type { HandoverRow, IdentityRow } from '../db/tables.ts';

export const find = (
  db: Executor,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
): Promise<IdentityRow | undefined> =>
  db
    .selectFrom('identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

export const findOf = (db: Executor, issuer: string, personId: string): Promise<IdentityRow | undefined> =>
  db
    .selectFrom('identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('person_id', '=', personId)
    .executeTakeFirst();

/** @throws what `isDuplicate` knows when either is linked already */
export async function insert(db: Executor, row: IdentityRow): Promise<void> {
  await db.insertInto('identities').values(row).execute();
}

export async function remove(db: Executor, issuer: string, personId: string): Promise<void> {
  await db.deleteFrom('identities').where('issuer', '=', issuer).where('person_id', '=', personId).execute();
}

export async function insertHandover(db: Executor, row: HandoverRow): Promise<void> {
  await db.insertInto('handovers').values(row).execute();
}

/** Takes it: nobody else does after. @returns it, when it was there and is of that browser */
export const takeHandover = (
  db: Executor,
  { hash, browser_hash }: Pick<HandoverRow, 'hash' | 'browser_hash'>,
): Promise<HandoverRow | undefined> =>
  db
    .deleteFrom('handovers')
    .where('hash', '=', hash)
    .where('browser_hash', '=', browser_hash)
    .returningAll()
    .executeTakeFirst();

export async function forgetHandovers(db: Executor, before: string): Promise<void> {
  await db.deleteFrom('handovers').where('expires_at', '<', before).execute();
}
