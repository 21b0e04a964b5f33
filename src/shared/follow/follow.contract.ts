import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';
import { change } from '../products/product.contract.ts';

const api = endpointsOf('Suivi');

/** What is kept of a product once it is sold: each kind is a room of its own. */
export const FOLLOW_KINDS = { lot: 'Lot', arret: 'Arrêt', study: 'Étude' } as const;
/** Effects are among them, and their history is told to nobody but who may read them. */
export type FollowKind = keyof typeof FOLLOW_KINDS | 'effect';

/** What the server adds to each of these records. */
export const followMeta = {
  id: z.string(),
  revision: z.number().int(),
  created_at: z.string(),
  created_by: z.string().nullable(),
  updated_at: z.string(),
  updated_by: z.string().nullable(),
};

export const listFollowRevisions = api('GET /products/{id}/follow-up/revisions', 'member', {
  summary: 'L’histoire du suivi d’un produit',
  output: z.array(
    z.object({
      /** Of the record: a lot, a study. */
      id: z.string(),
      record: z.enum(Object.keys(FOLLOW_KINDS) as [keyof typeof FOLLOW_KINDS, ...(keyof typeof FOLLOW_KINDS)[]]),
      /** As people know the record. */
      label: z.string(),
      revision: z.number().int(),
      at: z.string(),
      by: z.string().nullable(),
      changes: z.array(change),
    }),
  ),
});
