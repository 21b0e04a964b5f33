import { z } from 'zod';
import { endpointsOf, LINES_BYTES } from '../contract/endpoint.ts';
import { sentBack } from '../contract/sent.back.ts';
import { shortText } from '../records/record.contract.ts';
import { EXPOSURE_ROWS, MOS_LEAST } from './exposure.table.ts';
import { HYPOTHESIS_KEYS } from './hypotheses.ts';

const api = endpointsOf('Exposition et marges');

const atLeastZero = z
  .number({ error: 'Un nombre est attendu.' })
  .min(0, { error: 'Un nombre positif est attendu.' })
  .max(1e9, { error: 'Ce nombre est trop grand.' })
  .nullable()
  .default(null);
const above = (error: string) =>
  z
    .number({ error: 'Un nombre est attendu.' })
    .gt(0, { error })
    .max(1e6, { error: 'Ce nombre est trop grand.' })
    .nullable()
    .default(null);

export const OTHER_CATEGORY = 'autre';
const keys = EXPOSURE_ROWS.map(({ key }) => key);
const texts = z
  .record(z.string().max(300), z.string().trim().max(2_000, { error: '2 000 caractères au plus.' }))
  .default({});

const acceptance = z.object({ at: z.string(), by: z.string().nullable() });
export const hypothesis = z.object({
  key: z.enum(HYPOTHESIS_KEYS),
  label: z.string(),
  source: z.string(),
  /** For every substance; `null` when nobody accepted it for all. */
  accepted: acceptance.nullable(),
  substances: z.array(acceptance.extend({ id: z.string() })),
});
export type HypothesisState = z.output<typeof hypothesis>;

export const listHypotheses = api('GET /exposure/hypotheses', 'member', {
  summary: 'Ce qui est supposé faute de mesure, et qui l’a accepté',
  output: z.array(hypothesis),
});
export const acceptHypothesis = api('PUT /exposure/hypotheses/{key}', 'write', {
  summary: 'Accepter une hypothèse pour toutes les substances ou pour une seule, ou revenir dessus',
  body: z.strictObject({ accepted: z.boolean(), substance_id: z.string().max(60).nullable().default(null) }),
  output: z.array(hypothesis),
});

/** Local effects: no number stands for them, the assessor writes. Annex I, A.8. */
export const LOCAL_EFFECT_LABELS = {
  irritation: 'Irritation',
  sensibilisation: 'Sensibilisation',
  yeux: 'Yeux',
  phototoxicite: 'Phototoxicité',
  inhalation: 'Inhalation',
} as const;
export const LOCAL_EFFECTS = Object.keys(LOCAL_EFFECT_LABELS) as (keyof typeof LOCAL_EFFECT_LABELS)[];

/** How a product gets into or onto the body. Annex I, A.6. */
export const ROUTES = ['cutanée', 'orale', 'inhalation', 'oculaire', 'muqueuses'] as const;

export const exposureInput = z.strictObject({
  category: z
    .string()
    .refine((key) => key === OTHER_CATEGORY || keys.includes(key), { error: 'Cette catégorie n’est pas du tableau.' })
    .nullable()
    .default(null),
  population: z.enum(['adulte', 'enfant'], { error: 'Adulte ou enfant.' }).default('adulte'),
  amount_g_day: atLeastZero,
  amount_mg_kg_day: atLeastZero,
  retention_factor: z
    .number({ error: 'Un nombre est attendu.' })
    .min(0, { error: 'Entre 0 et 1.' })
    .max(1, { error: 'Entre 0 et 1.' })
    .nullable()
    .default(null),
  body_weight: above('Le poids est supérieur à zéro.'),
  surface_cm2: atLeastZero,
  frequency: atLeastZero,
  ingested_g_day: atLeastZero,
  air_mg_m3: atLeastZero,
  breathed_m3_day: atLeastZero,
  threshold: z.number().gt(0, { error: 'Le seuil est supérieur à zéro.' }).max(1e6).default(MOS_LEAST),
  routes: z.array(z.string().trim().min(1).max(60)).max(5).default([]),
  source: shortText(500),
  /** Names of the substances that stand in most cosmetics of a day: judged with all of them together. */
  aggregate: z.array(z.string().max(300)).max(1_000).default([]),
  /** By the name of the number. */
  sources: texts,
  /** The assessor's words, by the name of the substance. */
  remarks: texts,
  local_effects: texts,
});
export type ExposureInput = z.output<typeof exposureInput>;

export const exposure = z.object({
  ...exposureInput.shape,
  revision: z.number().int(),
  updated_at: z.string().nullable(),
  updated_by: z.string().nullable(),
});
export type ExposureRecord = z.output<typeof exposure>;

export const getExposure = api('GET /products/{id}/exposure', 'member', {
  summary: 'L’exposition d’un produit',
  output: exposure,
});
export const updateExposure = api('PUT /products/{id}/exposure', 'write', {
  summary: 'Enregistrer l’exposition d’un produit',
  body: sentBack(exposureInput, exposure),
  bodyMaxBytes: LINES_BYTES,
  output: exposure,
});

const margin = z.object({
  inci: z.string(),
  percent: z.number(),
  /** Which bound of the percentage: the upper one of a range. */
  bound: z.enum(['exact', 'max']),
  a_mg_kg_d: z.number().nullable(),
  absorption: z.string(),
  is_assumed: z.boolean(),
  /** What is supposed of it, by the key of the supposition. */
  supposed: z.array(z.enum(HYPOTHESIS_KEYS)),
  /** What may be supposed instead, once a person accepts it for this substance. */
  offered: z.array(z.enum(HYPOTHESIS_KEYS)),
  /** Factors of uncertainty that its study asks for, and that nobody applied. */
  omitted: z.array(z.enum(HYPOTHESIS_KEYS)),
  substance_id: z.string(),
  /** All cosmetics of a day together; and whether that is offered, as it is for preservatives. */
  is_aggregate: z.boolean(),
  may_aggregate: z.boolean(),
  /** The formulas with the numbers put in. */
  written: z.object({ sed: z.string(), pod: z.string(), mos: z.string() }),
  sed_mg_kg_d: z.number().nullable(),
  pod: z.number().nullable(),
  pod_kind: z.string().nullable(),
  pod_source: z.string().nullable(),
  /** On what the point of departure and the absorption stand, for who redoes the margin. */
  study: z.string().nullable(),
  duration: z.string().nullable(),
  species: z.string().nullable(),
  route: z.string().nullable(),
  oral_bioavailability: z.number().nullable(),
  oral_bioavailability_source: z.string().nullable(),
  dermal_absorption_source: z.string().nullable(),
  pod_sys: z.number().nullable(),
  mos: z.number().nullable(),
  ttc: z.number().nullable(),
  genotoxic_alert: z.boolean(),
  threshold: z.number(),
  note: z.string(),
  remark: z.string().nullable(),
});
export const margins = z.object({
  exposure: z.object({
    ...exposure.shape,
    a_mg_kg_d: z.number().nullable(),
    /** How the daily amount was got, in words. */
    how: z.string().nullable(),
  }),
  rows: z.array(margin),
  /** Without a point of departure nor a class: what its page says of it stands for them, if anything. */
  to_document: z.array(
    z.object({
      inci: z.string(),
      /** `null` where nobody knows how much there is: then the amount lacks, not the profile. */
      percent: z.number().nullable(),
      bound: z.enum(['exact', 'max']),
      /** If all of it were absorbed: A × C, and all that is swallowed or breathed. The most there can be; annex I, A.7, is due whatever A.8 says. */
      sed_mg_kg_d: z.number().nullable(),
      profile: z.string().nullable(),
    }),
  ),
  /** What the last validated document prints that is no longer so; `null` without such a document. */
  since: z
    .object({
      generation_id: z.string(),
      file_name: z.string(),
      validated_at: z.string(),
      changes: z.array(
        z.object({ inci: z.string(), what: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
      ),
    })
    .nullable(),
});
export type Margins = z.output<typeof margins>;

export const getMargins = api('GET /products/{id}/margins', 'member', {
  summary: 'Les marges de sécurité des substances de la formule, non arrondies',
  output: margins,
});
export const exportMargins = api('GET /products/{id}/margins/export', 'member', {
  summary: 'Les marges dans un classeur Excel',
  output: 'file',
});
