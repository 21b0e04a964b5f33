import DataLoader from 'dataloader';
import { SESSION_EXPIRED } from '#shared/contract/error.ts';
import type { Role } from '#shared/contract/rights.ts';
import type { Signed } from '../caller.ts';
import { unauthorized } from '../errors.ts';
import { createSigner, keyFor } from '../http/secrets.ts';
import type { AuthDependencies } from './auth.service.ts';
import * as store from './auth.store.ts';

const ACCESS_SECONDS = 15 * 60;

/** Access tokens. */
export function createTokens({ db, config, clock }: AuthDependencies) {
  const key = keyFor(config.secretKey, 'diplo access token');
  const signer = createSigner({ key, typ: 'access', seconds: ACCESS_SECONDS, clock });

  /** Requests that come in one turn of the event loop ask who they are of in one statement; none is remembered. */
  const live = new DataLoader(
    async (sessionIds: readonly string[]) => {
      const rows = await store.listLiveOf(db, sessionIds, clock().toISOString());
      return sessionIds.map((id) => rows.find(({ session_id }) => session_id === id) ?? null);
    },
    { cache: false, batchScheduleFn: (ask) => void setImmediate(ask) },
  );

  return {
    accessToken: (userId: string, sessionId: string) => signer.sign(userId, { sid: sessionId }),

    /** Who holds this access token; the session is looked up at each request. @throws 401 */
    async authenticate(token: string): Promise<Signed> {
      const claims = await signer.read(token);
      const sessionId = claims?.sid;
      if (!claims || typeof sessionId !== 'string') throw unauthorized(SESSION_EXPIRED);
      const user = await live.load(sessionId);
      if (!user || user.id !== claims.sub) throw unauthorized(SESSION_EXPIRED);
      return {
        account: { id: user.id, email: user.email, role: user.role as Role },
        sessionId,
        // Who came by the provider of the firm may never use the one that was given.
        mustChangePassword: user.must_change_password === 1 && user.way !== 'oidc',
        mustLink: user.way === 'link',
        mustSetUpFactor: user.otp_asked === '1' && user.otp === null,
      };
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;
