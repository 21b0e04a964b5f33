/** How often one may try, and for how long. */

import type { Limit } from './tries.service.ts';

export const DAY = 86_400_000;

export const QUARTER = 15 * 60_000;
/** Wrong passwords for one account from one address, and for any account from one address. */
export const ACCOUNT_TRIES: Limit = { count: 10, windowMs: QUARTER };
/** What one address may ask at once: who tries many passwords waits behind himself, and delays nobody else. */
export const ADDRESS_TURNS = { atOnce: 3, waiting: 30 };
export const ACCOUNT_TURNS = { atOnce: 1, waiting: 30 };

/** Codes of a second factor tried for one account, wherever from: three of a million are right at a time. */
export const OTP_TRIES: Limit = { count: 5, windowMs: QUARTER };
/** How long one has to type a code after the password (seconds). */
export const OTP_SECONDS = 300;
