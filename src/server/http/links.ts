import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Endpoint, pathOf } from '#shared/contract/endpoint.ts';
import type { LinkQuery } from '#shared/generations/generation.contract.ts';
import { forbidden } from '../errors.ts';
import { keyFor } from './secrets.ts';

/** Rounded up to the hour, so that the same picture keeps the same address and the browser its copy. */
const VALID_SECONDS = 3_600;

export function createLinks({
  secretKey,
  isActive,
  clock,
}: {
  secretKey: Buffer;
  isActive: (account: string) => Promise<boolean>;
  clock: () => Date;
}) {
  const key = keyFor(secretKey, 'diplo file links');
  const signatureOf = (path: string, { expires, by }: { expires: string; by: string }): Buffer =>
    createHmac('sha256', key).update(`${path}\n${expires}\n${by}`).digest();

  return {
    /** @param by the account that asks: the address serves as long as it is active */
    sign(declaration: Endpoint, params: Record<string, string>, by: string): string {
      const path = pathOf(declaration, params);
      const seconds = Math.floor(clock().getTime() / 1000);
      const expires = String((Math.floor(seconds / VALID_SECONDS) + 2) * VALID_SECONDS);
      const signature = signatureOf(path, { expires, by }).toString('base64url');
      return `${path}?${new URLSearchParams({ expires, by, signature })}`;
    },

    /** @returns the account that asked. @throws 403 when the signature is wrong or too old, or the account no more active. */
    async check(
      declaration: Endpoint,
      params: Record<string, string>,
      { expires, by, signature }: LinkQuery,
    ): Promise<string> {
      const expected = signatureOf(pathOf(declaration, params), { expires, by });
      const given = Buffer.from(signature, 'base64url');
      const valid = given.length === expected.length && timingSafeEqual(given, expected);
      const fresh = /^\d{1,12}$/.test(expires) && Number(expires) * 1000 >= clock().getTime();
      if (!valid || !fresh || !(await isActive(by)))
        throw forbidden('Ce lien a expiré. Revenez à la page précédente et ouvrez le document de nouveau.');
      return by;
    },
  };
}

/**
 * Addresses that open one file for whoever holds them, for a short while: an `<img>` and a new tab cannot send a token.
 * Nothing else can be done with them.
 */
export type LinkService = ReturnType<typeof createLinks>;
