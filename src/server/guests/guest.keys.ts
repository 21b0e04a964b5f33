import { createHash, createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { GUEST_LIMITS } from '#shared/guests/guest.contract.ts';
import { unauthorized } from '../errors.ts';

const ISSUER = 'diplo';
const ALGORITHM = 'HS256';
const SESSION_SECONDS = GUEST_LIMITS.sessionMinutes * 60;

/** A link as it is typed: 32 bytes, base64url. */
export const LINK_SHAPE = /^[A-Za-z0-9_-]{43}$/;
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
export const SESSION_OVER = 'Votre session est terminée : ouvrez de nouveau le lien que vous avez reçu.';

/**
 * What opens for guests. The secret of a link is computed from its id: only its SHA-256 is kept, and a reminder can say it again.
 */
export function createGuestKeys({ secretKey, clock }: { secretKey: Buffer; clock: () => Date }) {
  // One secret, one use each.
  const keyOf = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secretKey, '', use, 32));
  const [links, codes, sessions] = ['diplo guest link', 'diplo guest code', 'diplo guest token'].map(keyOf) as [
    Buffer,
    Buffer,
    Buffer,
  ];

  return {
    /** The secret of a link. */
    tokenOf: (id: string): string => createHmac('sha256', links).update(id).digest('base64url'),

    /** The digits of one code. */
    digitsOf(id: string, nonce: string): string {
      const number = createHmac('sha256', codes).update(`${id}\n${nonce}`).digest().readUIntBE(0, 6);
      return String(number % 10 ** GUEST_LIMITS.digits).padStart(GUEST_LIMITS.digits, '0');
    },

    /** Compared in a time that says nothing of where they differ. */
    sameDigits: (one: string, other: string): boolean =>
      one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other)),

    /** A session of a link: it opens nothing of ours, whose tokens are signed with another key. */
    async session(id: string) {
      const now = Math.floor(clock().getTime() / 1000);
      const access_token = await new SignJWT({ typ: 'guest' })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(id)
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + SESSION_SECONDS)
        .sign(sessions);
      return { access_token, token_type: 'bearer' as const, expires_in: SESSION_SECONDS };
    },

    /** @returns the id of the link. @throws 401 */
    async linkOf(token: string): Promise<string> {
      const claims = await jwtVerify(token, sessions, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: ISSUER,
        currentDate: clock(),
        requiredClaims: ['exp', 'sub'],
      }).catch(() => null);
      if (claims?.payload.typ !== 'guest' || !claims.payload.sub) throw unauthorized(SESSION_OVER);
      return claims.payload.sub;
    },
  };
}

export type GuestKeys = ReturnType<typeof createGuestKeys>;
