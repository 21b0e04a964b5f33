import { z } from 'zod';
import { endpointsOf, LINES_BYTES } from '../contract/endpoint.ts';
import { listQuery } from '../contract/list.query.ts';
import { sentBack } from '../contract/sent.back.ts';
import { isDay } from '../fields/date.ts';
import { INTAKE_KINDS, INTAKE_STATES } from '../intake/intake.contract.ts';

const api = endpointsOf('Demandes aux fournisseurs');

/** `seen`: files of an item that one decision names. */
export const REQUEST_LIMITS = { items: 50, daysAfter: 60, reason: 10, seen: 1_000 } as const;

export const REQUEST_STATES = {
  draft: 'Brouillon',
  sent: 'Envoyée',
  done: 'Complète',
  cancelled: 'Annulée',
} as const;
export type RequestState = keyof typeof REQUEST_STATES;
export const ITEM_STATES = {
  waiting: 'Attendu',
  received: 'Reçu, à lire',
  accepted: 'Accepté',
  refused: 'Refusé',
  absent: 'N’existe pas',
} as const;
export type ItemState = keyof typeof ITEM_STATES;

const owner = z.strictObject({
  type: z.enum(['material', 'product'], { error: 'Une matière première, ou un produit.' }),
  id: z
    .string({ error: 'Dites de quoi est ce document.' })
    .min(1, { error: 'Dites de quoi est ce document.' })
    .max(100),
});

const item = z.object({
  n: z.number().int(),
  kind: z.enum(INTAKE_KINDS).nullable(),
  label: z.string(),
  for: z.object({ type: z.enum(['material', 'product']), id: z.string(), label: z.string() }),
  required: z.boolean(),
  state: z.enum(Object.keys(ITEM_STATES) as [ItemState, ...ItemState[]]),
  /** Why it was refused, or why it does not exist. */
  reason: z.string().nullable(),
  /** What came for it, among what is to be filed. */
  intake_ids: z.array(z.string()),
  files: z.array(
    z.object({
      id: z.string(),
      file_name: z.string(),
      state: z.enum(INTAKE_STATES),
      /** What is odd in it. */
      says: z.array(z.string()),
    }),
  ),
});
export type RequestItem = z.output<typeof item>;

const shape = {
  supplier: z
    .string({ error: 'Donnez le nom du fournisseur.' })
    .trim()
    .min(1, { error: 'Donnez le nom du fournisseur.' })
    .max(200),
  email: z
    .string({ error: 'Donnez l’adresse du fournisseur.' })
    .trim()
    .max(254)
    .pipe(z.email({ error: 'Cette adresse email n’en est pas une.' })),
  message: z.string().trim().max(2_000, { error: '2 000 caractères au plus.' }).nullable().default(null),
  due_on: z.string({ error: 'Donnez le jour attendu.' }).refine(isDay, { error: 'Date invalide.' }),
  /** Reminders go by mail. */
  reminding: z.boolean().default(true),
  items: z
    .array(
      z.object({
        kind: z.enum(INTAKE_KINDS, { error: 'Cette nature de document n’est pas connue.' }).nullable().default(null),
        label: z
          .string({ error: 'Dites quel document est demandé.' })
          .trim()
          .min(1, { error: 'Dites quel document est demandé.' })
          .max(300),
        for: z.object(owner.shape),
        required: z.boolean().default(true),
      }),
      { error: 'Demandez au moins un document.' },
    )
    .min(1, { error: 'Demandez au moins un document.' })
    .max(REQUEST_LIMITS.items, { error: `${REQUEST_LIMITS.items} documents au plus : faites deux demandes.` }),
};
const input = z.strictObject(shape);
export type RequestInput = z.output<typeof input>;

export const request = z.object({
  id: z.string(),
  supplier: z.string(),
  email: z.string(),
  message: z.string().nullable(),
  due_on: z.string(),
  reminding: z.boolean(),
  items: z.array(item),
  state: z.enum(Object.keys(REQUEST_STATES) as [RequestState, ...RequestState[]]),
  sent_at: z.string().nullable(),
  answered_at: z.string().nullable(),
  /** Days on which the supplier was reminded. */
  reminded: z.array(z.string()),
  /** The day of the next reminder by mail; `null` where none goes. */
  next_reminder: z.string().nullable(),
  /** Still waited for after its day. */
  late: z.boolean(),
  /** What keeps it from going on, in sentences: a link that is closed, a message that did not arrive. */
  troubles: z.array(z.string()),
  revision: z.number().int(),
  created_at: z.string(),
  created_by: z.string().nullable(),
  updated_at: z.string(),
  updated_by: z.string().nullable(),
});
export type SupplierRequest = z.output<typeof request>;

/** What one sends by hand: where the link stands in the words is said once. */
const letter = request.extend({
  /** Whether it went by mail. */
  mailed: z.boolean(),
  /** Where the supplier answers, and the words to send where no mail goes out. */
  url: z.string(),
  subject: z.string(),
  text: z.string(),
});
export type RequestLetter = z.output<typeof letter>;

export const listRequests = api('GET /requests', 'member', {
  summary:
    'Les demandes aux fournisseurs, la dernière d’abord ; « search » cherche dans le nom du fournisseur, « product_id » garde celles d’un produit',
  query: listQuery.omit({ sort: true }).extend({
    state: z
      .enum(Object.keys(REQUEST_STATES) as [RequestState, ...RequestState[]], { error: 'État inconnu.' })
      .optional(),
    product_id: z.string().max(100).optional(),
  }),
  output: z.array(request),
});
export const getRequest = api('GET /requests/{id}', 'member', {
  summary: 'Lire une demande à un fournisseur',
  output: request,
});
export const createRequest = api('POST /requests', 'write', {
  summary: 'Écrire une demande à un fournisseur : rien ne part encore',
  body: input,
  bodyMaxBytes: LINES_BYTES,
  output: request,
  status: 201,
  idempotent: true,
});
export const updateRequest = api('PUT /requests/{id}', 'write', {
  summary: 'Modifier une demande ; une fois partie, son jour et ses relances seulement',
  body: sentBack(input, request),
  bodyMaxBytes: LINES_BYTES,
  output: request,
});
export const sendRequest = api('POST /requests/{id}/send', 'write', {
  token: 'never',
  summary: 'Envoyer la demande : par courriel, ou en recopiant le texte et son lien',
  output: letter,
});
export const remindRequest = api('POST /requests/{id}/remind', 'write', {
  token: 'never',
  summary: 'Relancer un fournisseur : par courriel, ou en recopiant le texte et son lien',
  output: letter,
});
export const cancelRequest = api('POST /requests/{id}/cancel', 'write', {
  summary: 'Annuler une demande : son lien ne s’ouvre plus',
  output: request,
});
/** Files that were read before somebody decides of them: what came meanwhile is read first. */
const seen = z.array(z.string().max(100)).max(REQUEST_LIMITS.seen).optional();
export const acceptItem = api('POST /requests/{id}/items/{n}/accept', 'write', {
  summary: 'Accepter ce qui est arrivé : c’est joint, avec sa nature et ses dates',
  body: z.strictObject({ seen }),
  output: request,
});
export const refuseItem = api('POST /requests/{id}/items/{n}/refuse', 'write', {
  summary: 'Refuser ce qui est arrivé, et dire pourquoi : le fournisseur le lit',
  body: z.strictObject({
    reason: z
      .string({ error: 'Dites pourquoi.' })
      .trim()
      .min(REQUEST_LIMITS.reason, {
        error: `Dites pourquoi au fournisseur : ${REQUEST_LIMITS.reason} caractères au moins.`,
      })
      .max(1_000, { error: '1 000 caractères au plus.' }),
    seen,
  }),
  output: request,
});
