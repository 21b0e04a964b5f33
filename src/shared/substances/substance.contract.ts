import { endpoint } from '../contract/endpoint.ts';
import { listQuery } from '../contract/list.ts';
import { z } from '../contract/zod.ts';
import { isCas, isEc } from '../formulas/inci.name.ts';
import { revision } from '../products/product.contract.ts';

const tag = 'Substances';

export const NAME_MAX = 300;
const NUMBERS_MAX = 30;

/** Where a substance is known from: a person, a file that was imported, the corpus of the law. */
export const ORIGINS = ['confirmed', 'imported', 'corpus'] as const;

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `${max} caractères au plus.` });
export const noteText = text(5_000).nullable().default(null);
export const shortText = (max = NAME_MAX) =>
  text(max)
    .nullable()
    .default(null)
    .transform((value) => value || null);

const numbers = (isRight: (number: string) => boolean, kind: string) =>
  z
    .array(
      z
        .string()
        .trim()
        .refine(isRight, { error: `Numéro ${kind} impossible : un de ses chiffres est faux.` }),
      { error: 'Une liste de numéros est attendue.' },
    )
    .max(NUMBERS_MAX, { error: `${NUMBERS_MAX} numéros au plus.` })
    .default([]);

export const substanceInput = z.strictObject({
  inci: z
    .string({ error: 'Le nom INCI est requis.' })
    .trim()
    .min(1, { error: 'Le nom INCI est requis.' })
    .max(NAME_MAX, { error: `${NAME_MAX} caractères au plus.` }),
  cas: numbers(isCas, 'CAS'),
  ec: numbers(isEc, 'CE'),
  functions: z.array(text(120).min(1)).max(30).default([]),
  nano: z.boolean().default(false),
  origin: z.enum(ORIGINS).default('confirmed'),
  note: noteText,
});
export type SubstanceInput = z.output<typeof substanceInput>;

/** What the server adds to a record; sent back, it is not read. */
export const recordMeta = {
  id: z.string(),
  revision: z.number().int(),
  /** In how many products it is. */
  used_in: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
  created_by: z.string().nullable(),
  updated_by: z.string().nullable(),
};
const unread = Object.fromEntries(Object.keys(recordMeta).map((name) => [name, z.unknown()])) as Record<
  keyof typeof recordMeta,
  z.ZodUnknown
>;
export const withUnread = <S extends z.ZodRawShape>(input: z.ZodObject<S>) =>
  z
    .strictObject({ ...input.shape, ...z.object(unread).partial().shape })
    .transform((value): z.output<z.ZodObject<S>> => {
      const kept = Object.entries(value).filter(([name]) => !(name in recordMeta));
      return Object.fromEntries(kept) as z.output<z.ZodObject<S>>;
    });

export const substance = z.object({ ...substanceInput.shape, ...recordMeta, merged_into: z.string().nullable() });
export type Substance = z.output<typeof substance>;

export const listSubstances = endpoint({
  method: 'GET',
  path: '/substances',
  right: 'member',
  tag,
  summary: 'Lister les substances de la maison',
  query: listQuery,
  output: z.array(substance),
});

export const suggestion = z.object({
  id: z.string(),
  name: z.string(),
  /** A substance, or a raw material. */
  kind: z.enum(['substance', 'material']),
  detail: z.string().nullable(),
});
export type Suggestion = z.output<typeof suggestion>;

export const suggestSubstances = endpoint({
  method: 'GET',
  path: '/substances/suggest',
  right: 'member',
  tag,
  summary: 'Substances et matières premières dont le nom ou le numéro contient ces mots',
  query: z.object({ q: z.string().max(NAME_MAX).optional() }),
  output: z.array(suggestion),
});

export const getSubstance = endpoint({
  method: 'GET',
  path: '/substances/{id}',
  right: 'member',
  tag,
  summary: 'Lire une substance',
  output: substance,
});

const NEWLY = withUnread(substanceInput);

export const createSubstance = endpoint({
  method: 'POST',
  path: '/substances',
  right: 'write',
  tag,
  summary: 'Créer une substance : une seule par nom INCI',
  body: substanceInput,
  output: substance,
  status: 201,
});

export const updateSubstance = endpoint({
  method: 'PUT',
  path: '/substances/{id}',
  right: 'write',
  tag,
  summary: 'Remplacer une substance',
  body: z.preprocess(withoutMerge, NEWLY) as unknown as typeof NEWLY,
  output: substance,
});

/** A client may send back what it was answered. */
function withoutMerge(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'merged_into'));
}

export const removeSubstance = endpoint({
  method: 'DELETE',
  path: '/substances/{id}',
  right: 'write',
  tag,
  summary: 'Mettre une substance à la corbeille ; refusé tant qu’elle sert',
  output: 'nothing',
});

export const listSubstanceRevisions = endpoint({
  method: 'GET',
  path: '/substances/{id}/revisions',
  right: 'member',
  tag,
  summary: 'L’histoire d’une substance',
  output: z.array(revision.omit({ status: true })),
});
