import { endpoint } from '../contract/endpoint.ts';
import { sentBack } from '../contract/sent.back.ts';
import { z } from '../contract/zod.ts';
import { shortText } from '../records/record.contract.ts';
import { EXPOSURE_ROWS, MOS_LEAST } from './exposure.table.ts';

const tag = 'Exposition et marges';

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

/** Local effects: no number stands for them. */
export const LOCAL_EFFECTS = ['irritation', 'sensibilisation', 'yeux', 'phototoxicite', 'inhalation'] as const;

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

export const getExposure = endpoint({
  method: 'GET',
  path: '/products/{id}/exposure',
  right: 'member',
  tag,
  summary: 'L’exposition d’un produit',
  output: exposure,
});
export const updateExposure = endpoint({
  method: 'PUT',
  path: '/products/{id}/exposure',
  right: 'write',
  tag,
  summary: 'Enregistrer l’exposition d’un produit',
  body: sentBack(exposureInput, exposure),
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
  sed_mg_kg_d: z.number().nullable(),
  pod: z.number().nullable(),
  pod_kind: z.string().nullable(),
  pod_source: z.string().nullable(),
  pod_sys: z.number().nullable(),
  mos: z.number().nullable(),
  ttc: z.number().nullable(),
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
  to_document: z.array(z.object({ inci: z.string(), percent: z.number() })),
});
export type Margins = z.output<typeof margins>;

export const getMargins = endpoint({
  method: 'GET',
  path: '/products/{id}/margins',
  right: 'member',
  tag,
  summary: 'Les marges de sécurité des substances de la formule, non arrondies',
  output: margins,
});
export const exportMargins = endpoint({
  method: 'GET',
  path: '/products/{id}/margins/export',
  right: 'member',
  tag,
  summary: 'Les marges dans un classeur Excel',
  output: 'file',
});
