import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';

const api = endpointsOf('Commentaires');

export const COMMENT_LIMITS = {
  /** Characters of one. */
  length: 4_000,
  /** Of one product, and of one person in an hour. */
  each: 500,
  perHour: 60,
  mentions: 20,
} as const;

/** What a comment is about. */
export const ANCHOR_KINDS = {
  product: 'Le produit',
  field: 'Un champ',
  point: 'Un point de contrôle',
  line: 'Une ligne de la formule',
  document: 'Une pièce',
} as const;
export type AnchorKind = keyof typeof ANCHOR_KINDS;
const kinds = Object.keys(ANCHOR_KINDS) as [AnchorKind, ...AnchorKind[]];

const anchor = z.object({
  kind: z.enum(kinds),
  key: z.string(),
  /** How the place is called, or was when it is there no more. */
  label: z.string(),
  /** The place is gone: the comment stays. */
  lost: z.boolean(),
});
export type Anchor = z.output<typeof anchor>;

export const comment = z.object({
  id: z.string(),
  anchor,
  /** Empty once it is removed. */
  body: z.string(),
  /** Ids of people. */
  mentions: z.array(z.string()),
  parent_id: z.string().nullable(),
  /** A name; `null` for somebody who is no longer known. */
  by: z.string().nullable(),
  by_guest: z.boolean(),
  /** One's own. */
  mine: z.boolean(),
  at: z.string(),
  edited_at: z.string().nullable(),
  resolved_at: z.string().nullable(),
  resolved_by: z.string().nullable(),
  /** Guests read it. */
  for_guests: z.boolean(),
  removed: z.boolean(),
});
export type Comment = z.output<typeof comment>;

export const commentBody = z
  .string({ error: 'Écrivez un commentaire.' })
  .trim()
  .min(1, { error: 'Écrivez un commentaire.' })
  .max(COMMENT_LIMITS.length, { error: `${COMMENT_LIMITS.length} caractères au plus : coupez-le en plusieurs.` });
export const commentPlace = z
  .strictObject({
    kind: z.enum(kinds, { error: 'Dites de quoi parle ce commentaire.' }),
    key: z.string().max(200).default(''),
  })
  .default({ kind: 'product', key: '' });
export const commentParent = z.string().max(100).nullable().default(null);

export const listComments = api('GET /products/{id}/comments', 'member', {
  summary: 'Les commentaires d’un produit, du plus ancien au plus récent',
  output: z.array(comment),
});
export const createComment = api('POST /products/{id}/comments', 'member', {
  summary: 'Commenter un produit, un champ, un point, une ligne ou une pièce ; ou répondre',
  body: z.strictObject({
    anchor: commentPlace,
    body: commentBody,
    mentions: z.array(z.string().max(100)).max(COMMENT_LIMITS.mentions).default([]),
    parent_id: commentParent,
    for_guests: z.boolean().default(false),
  }),
  output: comment,
  status: 201,
  idempotent: true,
});
export const updateComment = api('PATCH /comments/{id}', 'member', {
  summary: 'Modifier un commentaire que l’on a écrit',
  body: z.strictObject({ body: commentBody }),
  output: comment,
});
export const removeComment = api('DELETE /comments/{id}', 'member', {
  summary: 'Retirer un commentaire que l’on a écrit',
  output: 'nothing',
});
export const resolveComment = api('POST /comments/{id}/resolve', 'member', {
  summary: 'Dire qu’un commentaire est réglé',
  output: comment,
});
export const reopenComment = api('POST /comments/{id}/reopen', 'member', {
  summary: 'Rouvrir un commentaire',
  output: comment,
});
