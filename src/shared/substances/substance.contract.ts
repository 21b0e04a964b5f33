import { z } from 'zod';
import { looselyOneOf, substanceClp } from '../clp/clp.shapes.ts';
import { SAID_CLASSES } from '../clp/content.classes.ts';
import { endpointsOf } from '../contract/endpoint.ts';
import { isCas, isEc } from '../fields/name.ts';
import {
  NAME_MAX,
  noteText,
  recordEndpoints,
  recordMeta,
  requiredName,
  shortText,
} from '../records/record.contract.ts';

const tag = 'Substances';
const api = endpointsOf(tag);

export const NUMBERS_MAX = 30;

/** Where a substance is known from: a person, a file that was imported, the corpus of the law. */
export const ORIGINS = ['confirmed', 'imported', 'corpus'] as const;

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

const percentOrNone = z
  .number({ error: 'Un nombre est attendu.' })
  .min(0, { error: 'Entre 0 et 100.' })
  .max(100, { error: 'Entre 0 et 100.' })
  .nullable()
  .default(null);

export const POD_KINDS = ['NOAEL', 'NOEL', 'LOAEL', 'BMDL'] as const;
export const CRAMER = ['I', 'II', 'III'] as const;

/** What studies say of a substance, each number with where it is from. Annex I, A8. */
const toxicology = {
  /** mg/kg of body weight a day. */
  pod: z
    .number({ error: 'Un nombre est attendu.' })
    .gt(0, { error: 'Un nombre supérieur à zéro est attendu.' })
    .max(1e9)
    .nullable()
    .default(null),
  pod_kind: z.enum(POD_KINDS).nullable().default(null),
  pod_source: shortText(1_000),
  route: shortText(60),
  study: shortText(500),
  duration: shortText(100),
  /** On which animal, or in what: « rat », « lapin », « in vitro ». */
  species: shortText(60),
  factors: z
    .array(
      z.strictObject({
        label: z.string().trim().min(1).max(200),
        divisor: z
          .number({ error: 'Écrivez la raison et son diviseur : « LOAEL ÷ 3 ».' })
          .gt(0, { error: 'Un diviseur est supérieur à zéro.' })
          .max(1e6),
      }),
    )
    .max(20)
    .default([]),
  /** Percent; 100 corrects nothing. */
  oral_bioavailability: percentOrNone,
  oral_bioavailability_source: shortText(1_000),
  dermal_absorption_percent: percentOrNone,
  dermal_absorption_ug_cm2: z
    .number({ error: 'Un nombre est attendu.' })
    .min(0, { error: 'Un nombre positif est attendu.' })
    .max(1e6)
    .nullable()
    .default(null),
  dermal_absorption_source: shortText(1_000),
  /** Da. */
  molecular_weight: z
    .number({ error: 'Un nombre est attendu.' })
    .gt(0, { error: 'Un nombre supérieur à zéro est attendu.' })
    .max(1e9)
    .nullable()
    .default(null),
  log_pow: z
    .number({ error: 'Un nombre est attendu.' })
    .min(-30, { error: 'Entre -30 et 30.' })
    .max(30, { error: 'Entre -30 et 30.' })
    .nullable()
    .default(null),
  cramer: z.enum(CRAMER).nullable().default(null),
  genotoxic_alert: z.boolean().default(false),
  profile: noteText,
};
export type Toxicology = { [Name in keyof typeof toxicology]: z.output<(typeof toxicology)[Name]> };

/** What a substance is in a cleaning product. Regulation (EC) 648/2004, annexes III, VI a and VII. */
const detergency = {
  /** `null` in, as an empty list: nobody said. */
  classes_detergent: z.preprocess(
    (raw) => raw ?? [],
    z
      .array(looselyOneOf(SAID_CLASSES, 'Cette classe de composants n’est pas de la liste.'))
      .max(SAID_CLASSES.length)
      .transform((classes) => [...new Set(classes)]),
  ),
  tensioactif: z.boolean().nullable().default(null),
  /** Ultimate biodegradation in 28 days. */
  biodegradation_percent: percentOrNone,
  biodegradation_methode: shortText(300),
  biodegradation_source: shortText(1_000),
  /** Phosphorus in the substance. */
  phosphore_percent: percentOrNone,
};

/** Whether anything is said of its hazards: it has a source then. */
const saysHazards = (values: z.output<z.ZodObject<typeof substanceClp>>): boolean =>
  values.clp.length > 0 ||
  values.clp_non_classe ||
  Object.values(values.ate).some((one) => one !== null) ||
  values.aigu_inconnu.length > 0 ||
  values.m_aigu !== null ||
  values.m_chronique !== null ||
  values.lcs.length > 0;

const substanceFields = z.strictObject({
  inci: requiredName('Le nom INCI est requis.'),
  cas: numbers(isCas, 'CAS'),
  ec: numbers(isEc, 'CE'),
  functions: z
    .array(z.string().trim().min(1).max(120, { error: '120 caractères au plus.' }))
    .max(30)
    .default([]),
  nano: z.boolean().default(false),
  origin: z.enum(ORIGINS).default('confirmed'),
  note: noteText,
  ...toxicology,
  ...detergency,
  ...substanceClp,
});
export const substanceInput = substanceFields.superRefine((values, context) => {
  const fault = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
  if (saysHazards(values) && values.clp_source === null)
    fault('clp_source', 'Dites d’où vient cette classification : fiche de données de sécurité, annexe VI, ECHA…');
  if (values.clp_non_classe && values.clp.length > 0)
    fault('clp_non_classe', 'Cette substance a des classes de danger : elle ne peut pas être dite non classée.');
  // One of an earlier release may be less: it is answered, counts for one, and is mended when it is saved.
  for (const [index, { divisor }] of values.factors.entries())
    if (divisor < 1)
      context.addIssue({
        code: 'custom',
        path: ['factors', index, 'divisor'],
        message: 'Un diviseur est au moins égal à 1.',
      });
  if (values.classes_detergent.includes('aucune') && values.classes_detergent.length > 1)
    fault('classes_detergent', 'Une substance est d’une classe de composants, ou d’aucune : pas des deux.');
});
/** What a substance has that nobody said anything of. */
export const SUBSTANCE_DEFAULTS = substanceFields.omit({ inci: true }).parse({});
export type SubstanceInput = z.output<typeof substanceInput>;

export const substance = z.object({ ...substanceFields.shape, ...recordMeta });
export type Substance = z.output<typeof substance>;

export const suggestion = z.object({
  id: z.string(),
  name: z.string(),
  /** A substance, a raw material, or only a name that the annexes or the inventory make known. */
  kind: z.enum(['substance', 'material', 'name']),
  detail: z.string().nullable(),
  /** Of the example, that no file of the firm should stand on. */
  example: z.boolean(),
});
export type Suggestion = z.output<typeof suggestion>;

export const suggestSubstances = api('GET /substances/suggest', 'member', {
  summary: 'Substances et matières premières dont le nom ou le numéro contient ces mots',
  query: z.object({ q: z.string().max(NAME_MAX).optional() }),
  output: z.array(suggestion),
});

/** One INCI name, one substance. */
export const substanceEndpoints = recordEndpoints('substances', {
  input: substanceInput,
  output: substance,
  words: { tag, one: 'une substance', all: 'les substances' },
});
