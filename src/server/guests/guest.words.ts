import { createHash } from 'node:crypto';
import { changedSince, type Stamp } from '#shared/findings/stamp.ts';
import type { GuestSignature } from '#shared/guests/guest.contract.ts';
import type { GuestRow, GuestSignatureRow } from '../db/tables.ts';

/** The later of two instants. */
export const later = (one: string, other: string): string => [one, other].toSorted().at(-1) ?? one;

/** As the journal names a guest: « invité Dr Marchand <h@example.org>, lien 3 ». */
export const toldOf = ({
  name,
  email,
  number,
  request_id,
}: Pick<GuestRow, 'name' | 'email' | 'number' | 'request_id'>): string =>
  `${request_id === null ? 'invité' : 'fournisseur'} ${name ? `${name} <${email}>, ` : ''}lien ${number}`;

/** What was shown, as one text: a signature is bound to it. */
export const digestOf = (stamp: Stamp): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(stamp).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url');

/** One that is being recorded waits, as far as anybody reads. */
export const signatureState = (state: string): GuestSignature['state'] =>
  (state === 'recording' ? 'waiting' : state) as GuestSignature['state'];

/** A signature as it is read: with what is no longer as it was shown. */
export const presentSignature = (
  { id, name, qualification, signed_on, at, file_name, state, settled_at, settled_by, stamp }: GuestSignatureRow,
  today: Stamp,
  nameOf: (id: string | null) => string | null,
): GuestSignature => ({
  id,
  name,
  qualification,
  signed_on,
  at,
  file_name,
  state: signatureState(state),
  settled_at,
  settled_by: nameOf(settled_by),
  changed: signatureState(state) === 'waiting' ? changedSince(JSON.parse(stamp) as Stamp, today) : [],
});
