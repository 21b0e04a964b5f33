/** What is typed of hazard classes, and its rules: a class has its own categories, a limit is a share. */

import { z } from 'zod';
import { nameKey } from '../fields/name.ts';
import { CLP_CLASS_NAMES, CLP_CLASSES, isCategoryOf } from './clp.classes.ts';
import { ROUTES } from './clp.substance.ts';

const CATEGORY_LENGTH = 20;
/** As many as a mixture or a substance can have, and more. */
export const CLASSES_MAX = 40;

/** One of a closed list, whatever its case, its accents and its kinds of spaces. */
export const looselyOneOf = <const K extends readonly [string, ...string[]]>(names: K, error: string) => {
  const byKey = new Map(names.map((name) => [nameKey(name), name]));
  return z.preprocess(
    (raw) => (typeof raw === 'string' && raw.length <= 200 ? (byKey.get(nameKey(raw)) ?? raw) : raw),
    z.enum(names, { error }),
  );
};

const UNKNOWN_CLASS = 'Cette classe de danger n’est pas de la liste : choisissez-la dans la liste.';
export const clpClass = looselyOneOf(CLP_CLASS_NAMES, UNKNOWN_CLASS);
const category = z.coerce
  .string({ error: 'La catégorie est requise.' })
  .trim()
  .min(1, { error: 'La catégorie est requise.' })
  .max(CATEGORY_LENGTH, { error: 'La catégorie est trop longue.' })
  // « 1a », « Lactation ».
  .transform((text) => (/^\d[a-z]?$/i.test(text) ? text.toUpperCase() : text.toLowerCase()));

/** A class and its category, which is one of its own. */
export const classified = <S extends z.ZodRawShape>(more: S) =>
  z
    .strictObject({
      classe: clpClass,
      categorie: z.preprocess((raw) => (raw === null || raw === undefined ? '' : raw), category),
      ...more,
    })
    .superRefine((value, context) => {
      const { classe, categorie } = value as { classe: unknown; categorie: unknown };
      const known = CLP_CLASS_NAMES.find((name) => name === classe);
      if (known && typeof categorie === 'string' && categorie !== '' && !isCategoryOf(known, categorie))
        context.addIssue({
          code: 'custom',
          path: ['categorie'],
          message: `« ${known} » n’a pas de catégorie « ${categorie} » : ${CLP_CLASSES[known].categories.join(', ')}.`,
        });
    });

const above = (max: number) =>
  z
    .number({ error: 'Un nombre est attendu.' })
    .gt(0, { error: 'Un nombre supérieur à zéro est attendu.' })
    .max(max, { error: 'Ce nombre est trop grand.' });
const aboveZero = above(1e9).nullable().default(null);
const shareLimit = z
  .number({ error: 'La limite est un nombre.' })
  .gt(0, { error: 'La limite est supérieure à zéro.' })
  .max(100, { error: 'Une limite de concentration est une part : 100 % au plus.' });

export const clpSource = z
  .string()
  .trim()
  .max(1_000, { error: '1 000 caractères au plus.' })
  .nullable()
  .default(null)
  .transform((text) => text || null);

/** What a supplier or a source says of a substance. Regulation (EC) 1272/2008, articles 10 and 17, annex I. */
export const substanceClp = {
  clp: z
    .array(classified({}))
    .max(CLASSES_MAX, { error: `${CLASSES_MAX} classes au plus.` })
    .default([]),
  clp_non_classe: z.boolean().default(false),
  ate: z
    .strictObject(
      Object.fromEntries(ROUTES.map((route) => [route, aboveZero])) as Record<
        (typeof ROUTES)[number],
        typeof aboveZero
      >,
    )
    .prefault({}),
  aigu_inconnu: z.array(looselyOneOf(ROUTES, 'Cette voie n’est pas de la liste.')).max(ROUTES.length).default([]),
  m_aigu: aboveZero,
  m_chronique: aboveZero,
  lcs: z
    .array(classified({ min: shareLimit }))
    .max(CLASSES_MAX, { error: `${CLASSES_MAX} limites au plus.` })
    .default([]),
  clp_source: clpSource,
};
