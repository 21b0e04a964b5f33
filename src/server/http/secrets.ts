import { createHash, hkdfSync, randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';

/** SHA-256 of a secret of 32 bytes, all that is kept of it: nobody finds one by trying, so a fast hash keeps it. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** A key for one use: what one use signs, another never takes. @param use as « diplo access token » */
export const keyFor = (secretKey: Buffer, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', use, 32));

const ISSUER = 'diplo';
const ALGORITHM = 'HS256';

interface Signing {
  key: Buffer;
  /** The claim `typ`: which kind of token it is. */
  typ: string;
  seconds: number;
  clock: () => Date;
}

/** Tokens of one kind (JWT): signed with a key of their own, and short-lived. */
export function createSigner({ key, typ, seconds, clock }: Signing) {
  return {
    async sign(subject: string, claims: Readonly<Record<string, string>> = {}) {
      const now = Math.floor(clock().getTime() / 1000);
      const access_token = await new SignJWT({ ...claims, typ })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(subject)
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(key);
      return { access_token, token_type: 'bearer' as const, expires_in: seconds };
    },

    /** What a token says; `null` for one that is none of this kind, or over. */
    async read(token: string): Promise<(JWTPayload & { sub: string }) | null> {
      const verified = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: ISSUER,
        currentDate: clock(),
        requiredClaims: ['exp', 'sub'],
      }).catch(() => null);
      const payload = verified?.payload;
      return payload?.typ === typ && payload.sub ? { ...payload, sub: payload.sub } : null;
    },
  };
}
