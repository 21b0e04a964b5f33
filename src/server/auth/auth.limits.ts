/** How often one may try, and for how long. */
import { createHash } from 'node:crypto';
import type { Limit } from './tries.service.ts';

export const DAY = 86_400_000;

export const QUARTER = 15 * 60_000;
/** Wrong passwords for one account from one address, and for any account from one address. */
export const ACCOUNT_TRIES: Limit = { count: 10, windowMs: QUARTER };
/** What one address may ask at once: who tries many passwords waits behind himself, and delays nobody else. */
export const ADDRESS_TURNS = { atOnce: 3, waiting: 30 };
export const ACCOUNT_TURNS = { atOnce: 1, waiting: 30 };

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
