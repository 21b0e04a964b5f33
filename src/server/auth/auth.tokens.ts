import { hkdfSync, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { SESSION_EXPIRED } from '#shared/contract/error.ts';
import type { Role } from '#shared/contract/rights.ts';
import type { Signed } from '../caller.ts';
import { unauthorized } from '../errors.ts';
import type { AuthDependencies } from './auth.service.ts';
import * as store from './auth.store.ts';

const ACCESS_SECONDS = 15 * 60;

const ISSUER = 'diplo';

const ALGORITHM = 'HS256';

/** Access tokens. */
export function createTokens({ db, config, clock }: AuthDependencies) {
  // One secret, one use each: this one signs access tokens and nothing else.
  const key = new Uint8Array(hkdfSync('sha256', config.secretKey, '', 'diplo access token', 32));

  const accessToken = async (userId: string, sessionId: string) => {
    const now = Math.floor(clock().getTime() / 1000);
    const signed = await new SignJWT({ sid: sessionId, typ: 'access' })
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(userId)
      .setIssuer(ISSUER)
      .setAudience(ISSUER)
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(now + ACCESS_SECONDS)
      .sign(key);
    return { access_token: signed, token_type: 'bearer' as const, expires_in: ACCESS_SECONDS };
  };

  return {
    accessToken,

    /** Who holds this access token; the session is looked up at each request. @throws 401 */
    async authenticate(token: string): Promise<Signed> {
      const claims = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: ISSUER,
        currentDate: clock(),
        requiredClaims: ['exp', 'sub', 'sid'],
      }).catch(() => null);
      const sessionId = claims?.payload.sid;
      if (typeof sessionId !== 'string' || claims?.payload.typ !== 'access') throw unauthorized(SESSION_EXPIRED);
      const user = await store.findLive(db, sessionId, clock().toISOString());
      if (!user || user.id !== claims.payload.sub) throw unauthorized(SESSION_EXPIRED);
      return {
        account: { id: user.id, email: user.email, role: user.role as Role },
        sessionId,
        mustChangePassword: user.must_change_password === 1,
      };
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;
