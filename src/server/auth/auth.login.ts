import { randomBytes, randomUUID } from 'node:crypto';
import { BAD_CREDENTIALS } from '#shared/contract/error.ts';
import { type Actor, addressKey, type Origin } from '../caller.ts';
import { inTransaction } from '../db/open.ts';
import type { UserRow } from '../db/tables.ts';
import { pendingAccount, tooMany, unauthorized } from '../errors.ts';
import { pretendToVerify, verifyPassword } from '../users/password.service.ts';
import { ACCOUNT_TRIES, ACCOUNT_TURNS, ADDRESS_TURNS, DAY, QUARTER, sha256 } from './auth.limits.ts';
import type { AuthDependencies } from './auth.service.ts';
import * as store from './auth.store.ts';
import type { Tokens } from './auth.tokens.ts';
import type { Limit } from './tries.service.ts';

const SESSION_DAYS = 30;

const ADDRESS_TRIES: Limit = { count: 100, windowMs: QUARTER };

/** Signs in. */
export function createLogin({
  db,
  users,
  tries,
  audit,
  clock,
  accessToken,
}: AuthDependencies & Pick<Tokens, 'accessToken'>) {
  /** Whether somebody has signed in to this account from there, and is still remembered. */
  const isKnownFrom = async (userId: string, address: string): Promise<boolean> =>
    (await store.listAddresses(db, userId)).some((ip) => ip !== null && addressKey(ip) === address);

  return {
    async login(
      { username, password }: { username: string; password: string },
      origin: Origin,
    ): Promise<{ access_token: string; refresh_token: string; token_type: 'bearer'; expires_in: number }> {
      const email = username.toLowerCase();
      const address = addressKey(origin.ip);
      const ofAccount = `login:${address}:${sha256(email)}`;
      const ofAddress = `login:${address}`;
      const by: Actor = { id: null, email, ip: origin.ip };

      /** Only wrong tries count, and each is counted before the next one for the same account is made. */
      const verify = async (): Promise<UserRow> => {
        await tries.refuseBeyond(ofAccount, ACCOUNT_TRIES);
        const closed = await tries.secondsBeyond(ofAddress, ADDRESS_TRIES);
        const found = await users.findByEmail(email);
        // Behind a proxy that is not declared, a stranger closes the door of everybody's address: who has come through it
        // before goes on. Whoever has not, and whoever is wrong, hears the same after the same time.
        const known = closed === 0 || (found !== undefined && (await isKnownFrom(found.id, address)));
        const right =
          found && known ? await verifyPassword(password, found.password_hash) : await pretendToVerify(password);
        if (found && right && found.pending === 1) throw pendingAccount();
        if (found && right && found.active === 1) return found;
        await tries.count(ofAccount);
        if (closed > 0) throw tooMany(closed);
        await tries.count(ofAddress);
        await audit.note({
          action: 'auth.login_failed',
          by: { ...by, id: found?.id ?? null },
          object: { type: 'user', id: found?.id ?? null, label: email },
        });
        throw unauthorized(BAD_CREDENTIALS);
      };
      const user = await tries.inTurn(ofAccount, ACCOUNT_TURNS, () =>
        tries.inTurn(`address ${address}`, ADDRESS_TURNS, verify),
      );
      by.id = user.id;
      const object = { type: 'user', id: user.id, label: email };
      const refreshToken = randomBytes(32).toString('base64url');
      const now = clock();
      const session = {
        id: randomUUID(),
        user_id: user.id,
        refresh_hash: sha256(refreshToken),
        created_at: now.toISOString(),
        last_used_at: now.toISOString(),
        expires_at: new Date(now.getTime() + SESSION_DAYS * DAY).toISOString(),
        ended_at: null,
        ip: origin.ip,
        user_agent: origin.userAgent?.slice(0, 300) ?? null,
      };
      await inTransaction(db, async (trx) => {
        // The password may have changed while this one was being checked: it opens nothing any more.
        if (!(await users.markLogin(trx, user, now.toISOString()))) throw unauthorized(BAD_CREDENTIALS);
        await store.insertSession(trx, session);
        await audit.record(trx, { action: 'auth.login', by, object });
      });
      await tries.clear(ofAccount);
      return { ...(await accessToken(user.id, session.id)), refresh_token: refreshToken };
    },
  };
}
