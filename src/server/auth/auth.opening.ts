import { randomBytes, randomUUID } from 'node:crypto';
import type { SignedIn } from '#shared/auth/auth.contract.ts';
import { BAD_CREDENTIALS } from '#shared/contract/error.ts';
import type { Origin } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import type { UserRow } from '../db/tables.ts';
import { unauthorized } from '../errors.ts';
import { secretHash } from '../http/secrets.ts';
import { DAY } from './auth.limits.ts';
import type { AuthDependencies } from './auth.service.ts';
import * as store from './auth.store.ts';
import type { Tokens } from './auth.tokens.ts';

/**
 * How long a session lasts (ms). By the provider of the firm a day: its groups are read again then. One that only links an
 * account to it ten minutes.
 */
const LASTS = { password: 30 * DAY, oidc: DAY, link: 600_000 } as const;

/** Held by whoever begins the sessions of a person, or says what they need from now on. */
export const sessionsLock = (userId: string): string => `sessions ${userId}`;

interface Opening {
  /** As it was when it was checked: nothing opens when the password has changed meanwhile. */
  user: UserRow;
  way: keyof typeof LASTS;
  /** How, as the journal says it after the address, once it is done. */
  said?: () => string;
  origin: Origin;
  /** What is used up by it, in the same transaction. */
  within?: (trx: Executor) => Promise<void>;
}

/** Begins a session, whichever way somebody has shown who they are. */
export function createOpening({
  db,
  users,
  audit,
  clock,
  accessToken,
}: Pick<AuthDependencies, 'db' | 'users' | 'audit' | 'clock'> & Pick<Tokens, 'accessToken'>) {
  return async ({ user, way, said, origin, within }: Opening): Promise<SignedIn> => {
    const refreshToken = randomBytes(32).toString('base64url');
    const now = clock();
    const session = {
      id: randomUUID(),
      user_id: user.id,
      refresh_hash: secretHash(refreshToken),
      created_at: now.toISOString(),
      last_used_at: now.toISOString(),
      expires_at: new Date(now.getTime() + LASTS[way]).toISOString(),
      ended_at: null,
      ip: origin.ip,
      user_agent: origin.userAgent?.slice(0, 300) ?? null,
      way,
    };
    await inTransaction(
      db,
      async (trx) => {
        await within?.(trx);
        if (!(await users.markLogin(trx, user, now.toISOString()))) throw unauthorized(BAD_CREDENTIALS);
        await store.insertSession(trx, session);
        await audit.record(trx, {
          action: 'auth.login',
          by: { id: user.id, email: user.email, ip: origin.ip },
          object: { type: 'user', id: user.id, label: `${user.email}${said?.() ?? ''}` },
        });
      },
      sessionsLock(user.id),
    );
    return { ...(await accessToken(user.id, session.id)), refresh_token: refreshToken };
  };
}

export type OpenSession = ReturnType<typeof createOpening>;
