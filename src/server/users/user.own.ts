import type { Account } from '#shared/auth/auth.contract.ts';
import type { Role } from '#shared/contract/rights.ts';
import { type Digest, dueDay } from '#shared/notices/digest.ts';
import type { Actor } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { UserRow } from '../db/tables.ts';
import * as store from './user.store.ts';

interface OwnDeps {
  db: Db;
  clock: () => Date;
  get: (executor: Executor, id: string) => Promise<UserRow>;
  recordChange: (trx: Executor, told: { before: UserRow; after: UserRow; by: Actor }) => Promise<void>;
}

/** What a person says of oneself. */
export function createOwn({ db, clock, get, recordChange }: OwnDeps) {
  return {
    profile: async (id: string): Promise<Profile> => profileOf(await get(db, id)),

    /** What a person says of oneself; what is not said stays. */
    updateOwn: (
      id: string,
      said: { name?: string | null | undefined; digest?: Digest | undefined },
      by: Actor,
    ): Promise<Profile> =>
      inTransaction(
        db,
        async (trx) => {
          const row = await get(trx, id);
          const { name = row.name, digest = row.digest as Digest } = said;
          // What is asked for now begins with the next one.
          const digest_day = digest === row.digest ? row.digest_day : dueDay(digest, clock());
          const after: UserRow = { ...row, name, digest, digest_day };
          await store.update(trx, id, { name, digest, digest_day });
          await recordChange(trx, { before: row, after, by });
          return profileOf(after);
        },
        'users',
      ),

    /** Who wishes to be sent what is new. */
    listDigests: async () =>
      (await store.list(db)).flatMap(({ id, active, digest, digest_day }) =>
        active === 1 && digest !== 'jamais' ? [{ id, digest: digest as Digest, digest_day }] : [],
      ),
    /** @returns whether nobody has sent that of this day */
    markDigest: store.markDigest,
  };
}

export type Profile = Account & { name: string | null; digest: Digest };

const profileOf = ({ id, email, role, name, digest }: UserRow): Profile => ({
  id,
  email,
  role: role as Role,
  name,
  digest: digest as Digest,
});
