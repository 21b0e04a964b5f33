import { createHmac, timingSafeEqual } from 'node:crypto';
import { GUEST_LIMITS } from '#shared/guests/guest.contract.ts';
import { unauthorized } from '../errors.ts';
import { createSigner, keyFor } from '../http/secrets.ts';

/** A link as it is typed: 32 bytes, base64url. */
export const LINK_SHAPE = /^[A-Za-z0-9_-]{43}$/;
export const SESSION_OVER = 'Votre session est terminée : ouvrez de nouveau le lien que vous avez reçu.';

/**
 * What opens for guests. The secret of a link is computed from its id: only its SHA-256 is kept, and a reminder can say it again.
 */
export function createGuestKeys({ secretKey, clock }: { secretKey: Buffer; clock: () => Date }) {
  const links = keyFor(secretKey, 'diplo guest link');
  const codes = keyFor(secretKey, 'diplo guest code');
  const seconds = GUEST_LIMITS.sessionMinutes * 60;
  // It opens nothing of ours, whose tokens are signed with another key.
  const signer = createSigner({ key: keyFor(secretKey, 'diplo guest token'), typ: 'guest', seconds, clock });

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

    /** A session of a link. */
    session: (id: string) => signer.sign(id),

    /** @returns the id of the link. @throws 401 */
    async linkOf(token: string): Promise<string> {
      const claims = await signer.read(token);
      if (!claims) throw unauthorized(SESSION_OVER);
      return claims.sub;
    },
  };
}

export type GuestKeys = ReturnType<typeof createGuestKeys>;
