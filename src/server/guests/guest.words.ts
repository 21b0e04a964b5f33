import { createHash } from 'node:crypto';
import type { Stamp } from '#shared/findings/stamp.ts';
import type { GuestRow } from '../db/tables.ts';

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
