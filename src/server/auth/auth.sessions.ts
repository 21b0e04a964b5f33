import type { Session } from '#shared/auth/auth.contract.ts';
import type { Origin, Signed } from '../caller.ts';
import { inTransaction } from '../db/open.ts';
import { secretHash } from '../http/secrets.ts';
import { endSessions } from '../users/session.service.ts';
import { DAY } from './auth.limits.ts';
import type { AuthDependencies } from './auth.service.ts';
import * as store from './auth.store.ts';

/** Sessions. */
export function createSessions({ db, users, tries, audit, clock }: AuthDependencies) {
  return {
    async logout(refreshToken: string, origin: Origin): Promise<void> {
      const session = await store.findSessionByHash(db, secretHash(refreshToken));
      if (!session || session.ended_at !== null) return;
      const user = await users.find(session.user_id);
      await inTransaction(db, async (trx) => {
        await store.endSession(trx, session.id, clock().toISOString());
        await audit.record(trx, {
          action: 'auth.logout',
          by: { id: session.user_id, email: user?.email ?? null, ip: origin.ip },
          object: { type: 'user', id: session.user_id, label: user?.email ?? null },
        });
      });
    },

    async sessions({ account, sessionId }: Signed): Promise<Session[]> {
      const rows = await store.listLive(db, account.id, clock().toISOString());
      return rows.map(({ id, created_at, last_used_at, ip, user_agent }) => ({
        id,
        created_at,
        last_used_at,
        ip,
        user_agent,
        current: id === sessionId,
      }));
    },

    endOtherSessions: ({ account, sessionId }: Signed, origin: Origin): Promise<void> =>
      inTransaction(db, async (trx) => {
        await endSessions(trx, { userId: account.id, now: clock().toISOString(), except: sessionId });
        await audit.record(trx, {
          action: 'auth.logout',
          by: { ...account, ip: origin.ip },
          object: { type: 'user', id: account.id, label: `${account.email}, autres sessions` },
        });
      }),

    /** Forgets tries and sessions that no longer matter. */
    async sweep(): Promise<void> {
      await tries.sweep();
      await store.forgetBefore(db, new Date(clock().getTime() - 30 * DAY).toISOString());
    },
  };
}
