import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type Endpoint, pathOf } from '#shared/contract/endpoint.ts';
import { forbidden } from '../errors.ts';

/**
 * Addresses that open one file for whoever holds them, for a short while: an `<img>` and a new tab cannot send a token.
 * Nothing else can be done with them.
 */
export interface LinkService {
  sign(declaration: Endpoint, params: Record<string, string>): string;
  /** @throws 403 when the signature is wrong or too old. */
  check(declaration: Endpoint, params: Record<string, string>, query: { expires: string; signature: string }): void;
}

/** Rounded up to the hour, so that the same picture keeps the same address and the browser its copy. */
const VALID_SECONDS = 3_600;

export function createLinks(secretKey: Buffer, clock: () => Date): LinkService {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'diplo file links', 32));
  const signatureOf = (path: string, expires: string): Buffer =>
    createHmac('sha256', key).update(`${path}\n${expires}`).digest();

  return {
    sign(declaration, params) {
      const path = pathOf(declaration, params);
      const seconds = Math.floor(clock().getTime() / 1000);
      const expires = String((Math.floor(seconds / VALID_SECONDS) + 2) * VALID_SECONDS);
      return `${path}?expires=${expires}&signature=${signatureOf(path, expires).toString('base64url')}`;
    },

    check(declaration, params, { expires, signature }) {
      const expected = signatureOf(pathOf(declaration, params), expires);
      const given = Buffer.from(signature, 'base64url');
      const valid = given.length === expected.length && timingSafeEqual(given, expected);
      if (!valid || !/^\d{1,12}$/.test(expires) || Number(expires) * 1000 < clock().getTime())
        throw forbidden('Ce lien a expiré. Revenez à la page précédente et ouvrez le document de nouveau.');
    },
  };
}
