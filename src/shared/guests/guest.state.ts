import type { GuestState } from './guest.contract.ts';

/** A link that somebody may still make use of, at once or once it is taken on. */
export const isGuestLive = (state: GuestState): boolean => state !== 'revoked' && state !== 'expired';
