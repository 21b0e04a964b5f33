import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';
import { isDay } from '../fields/date.ts';
import { PART_NAMES } from '../findings/stamp.ts';

const api = endpointsOf('Relecture');

export const REVIEW_STATES = ['asked', 'done', 'returned', 'cancelled'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const REVIEW_TEXT_MAX = 2_000;
/** Characters of a reason at the least: « à reprendre » alone says nothing. */
export const RETURN_MIN = 10;

export const review = z.object({
  id: z.string(),
  product_id: z.string(),
  state: z.enum(REVIEW_STATES),
  asked_by: z.string().nullable(),
  /** When it was asked for. */
  at: z.string(),
  reviewer_id: z.string(),
  reviewer: z.string().nullable(),
  due_on: z.string().nullable(),
  note: z.string().nullable(),
  reason: z.string().nullable(),
  ended_at: z.string().nullable(),
  ended_by: z.string().nullable(),
});
export type Review = z.output<typeof review>;

const reviews = z.object({
  /** The last one that was not cancelled. */
  current: review.nullable(),
  /** All of them, the newest first. */
  history: z.array(review),
  /** What is no longer as it was when it was read again. */
  changed: z.array(z.enum(PART_NAMES)),
  /** Who reads it again saved it last. */
  own: z.boolean(),
});
export type Reviews = z.output<typeof reviews>;

export const getReview = api('GET /products/{id}/review', 'member', {
  summary: 'Où en est la relecture d’un produit',
  output: reviews,
});

const text = z
  .string()
  .trim()
  .max(REVIEW_TEXT_MAX, { error: `${REVIEW_TEXT_MAX} caractères au plus.` });

export const askReview = api('POST /products/{id}/review', 'write', {
  summary: 'Demander une relecture à quelqu’un de la maison',
  body: z.strictObject({
    reviewer_id: z.string({ error: 'Choisissez qui relit.' }).min(1, { error: 'Choisissez qui relit.' }).max(100),
    due_on: z.string().refine(isDay, { error: 'Date invalide.' }).nullable().default(null),
    note: text.nullable().default(null),
  }),
  output: reviews,
  status: 201,
  idempotent: true,
});

/** The reviewer answers; a viewer may be one. */
export const endReview = api('POST /products/{id}/review/done', 'member', {
  summary: 'Dire que le produit est relu',
  body: z.strictObject({ reason: text.nullable().default(null) }),
  output: reviews,
});
export const returnReview = api('POST /products/{id}/review/return', 'member', {
  summary: 'Rendre le produit : il est à reprendre, et pourquoi',
  body: z.strictObject({
    reason: text.min(RETURN_MIN, { error: `Dites ce qui est à reprendre : ${RETURN_MIN} caractères au moins.` }),
  }),
  output: reviews,
});
export const cancelReview = api('POST /products/{id}/review/cancel', 'write', {
  summary: 'Annuler une demande de relecture',
  body: z.strictObject({ reason: text.nullable().default(null) }),
  output: reviews,
});

/** Whom one may ask, or mention. */
export const listColleagues = api('GET /people', 'member', {
  summary: 'Les personnes de la maison, actives : un nom, sans leur compte',
  output: z.array(z.object({ id: z.string(), name: z.string() })),
});
