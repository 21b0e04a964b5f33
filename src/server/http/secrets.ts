import { createHash, createSecretKey, hkdfSync, randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';

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

/** Tokens whose signature was verified: each is sent with every request of its minutes. */
const VERIFIED_MAX = 2_000;

/** Tokens of one kind (JWT): signed with a key of their own, and short-lived. */
export function createSigner({ key: bytes, typ, seconds, clock }: Signing) {
  // As an object its import is kept too.
  const key = createSecretKey(bytes);
  const verified = new LRUCache<string, JWTPayload & { sub: string; exp: number }>({ max: VERIFIED_MAX });

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
      const hash = secretHash(token);
      const known = verified.get(hash);
      if (known) return known.exp > clock().getTime() / 1000 ? known : null;
      const answer = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: ISSUER,
        currentDate: clock(),
        requiredClaims: ['exp', 'sub'],
      }).catch(() => null);
      const { sub, exp, ...payload } = answer?.payload ?? {};
      if (payload.typ !== typ || !sub || exp === undefined) return null;
      const said = { ...payload, sub, exp };
      verified.set(hash, said);
      return said;
    },
  };
}
