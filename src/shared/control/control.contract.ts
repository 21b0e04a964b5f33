import { z } from 'zod';
import { endpointsOf, LINES_BYTES, RECORD_BYTES } from '../contract/endpoint.ts';
import { sentBack } from '../contract/sent.back.ts';
import { DETERGENT_FIELDS } from '../detergents/detergent.fields.ts';
import { isDay } from '../fields/date.ts';
import { answerShape, inputShape } from '../fields/record.shape.ts';
import { finding } from '../findings/finding.contract.ts';
import { change } from '../products/product.contract.ts';
import { CONFORMITY_FIELDS } from '../regulation/conformity.fields.ts';
import { ASSESSMENT_FIELDS, type AssessmentValues } from './assessment.fields.ts';
import { CLAIMS_MAX, claim } from './claims.contract.ts';
import { CAUSE_NAMES } from './impact.ts';
import { POINT_KEYS } from './point.titles.ts';

const api = endpointsOf('Contrôle');

const kept = {
  revision: z.number().int(),
  updated_at: z.string().nullable(),
  updated_by: z.string().nullable(),
};

/** `brouillon` until a signature is recorded; `à réviser` once what was signed has changed. */
const ASSESSMENT_STATUSES = ['brouillon', 'signée', 'à réviser'] as const;

const assessmentInput = z.strictObject(
  inputShape(ASSESSMENT_FIELDS, { isRequired: () => false }),
) as unknown as z.ZodObject & z.ZodType<AssessmentValues>;
const assessmentMeta = {
  ...kept,
  status: z.enum(ASSESSMENT_STATUSES),
  /** What was signed; `null` before. */
  signature: z
    .object({
      signed_on: z.string(),
      /** Who signed: the assessor as the assessment named that person then. */
      signed_by: z.string().nullable(),
      /** When it was entered here, and by whom: an editor records the signature of the assessor. */
      entered_at: z.string(),
      entered_by: z.string().nullable(),
      formula_revision: z.number().int(),
      composition_sha256: z.string().nullable(),
      corpus: z.object({ id: z.string(), date: z.string().nullable(), sha256: z.string() }).nullable(),
    })
    .nullable(),
  /** What of it is no longer so, line by line. */
  changes: z.array(change),
};
export const assessment = z.object({ ...answerShape(ASSESSMENT_FIELDS), ...assessmentMeta });
export type Assessment = AssessmentValues & z.output<z.ZodObject<typeof assessmentMeta>>;

export const getAssessment = api('GET /products/{id}/assessment', 'member', {
  summary: 'L’évaluation de la sécurité d’un produit (annexe I, partie B)',
  output: assessment as unknown as z.ZodType<Assessment>,
});
export const updateAssessment = api('PUT /products/{id}/assessment', 'write', {
  summary: 'Enregistrer l’évaluation de la sécurité d’un produit',
  body: sentBack(assessmentInput, assessment),
  bodyMaxBytes: RECORD_BYTES,
  output: assessment as unknown as z.ZodType<Assessment>,
});
export const signAssessment = api('POST /products/{id}/assessment/sign', 'write', {
  token: 'never',
  summary: 'Enregistrer la signature de l’évaluateur, sur la formule et le corpus du moment',
  body: z
    .strictObject({ signed_on: z.string().refine(isDay, { error: 'Date invalide.' }).nullable().default(null) })
    .prefault({}),
  output: assessment as unknown as z.ZodType<Assessment>,
});

const claims = z.array(claim).max(CLAIMS_MAX, { error: `${CLAIMS_MAX} allégations au plus.` });
export const listClaims = api('GET /products/{id}/claims', 'member', {
  summary: 'Les allégations d’un produit, chacune avec sa preuve',
  output: z.array(claim),
});
export const updateClaims = api('PUT /products/{id}/claims', 'write', {
  summary: 'Enregistrer les allégations d’un produit',
  body: claims,
  bodyMaxBytes: LINES_BYTES,
  output: z.array(claim),
});

const POINT_STATES = ['couvert', 'partiel', 'vide', 'sans_objet'] as const;
export const point = z.object({
  key: z.enum(POINT_KEYS),
  title: z.string(),
  state: z.enum(POINT_STATES),
  missing: z.array(z.object({ text: z.string(), field: z.string() })),
  /** Why it does not apply; `null` where it does. */
  reason: z.string().nullable(),
  /** What fills it: a field or a piece, where it is read, its day (of the piece itself) and who typed or attached it. */
  covered_by: z.array(
    z.object({ text: z.string(), link: z.string(), date: z.string().nullable(), by: z.string().nullable() }),
  ),
});
export type Point = z.output<typeof point>;

export const dated = z.object({
  /** A fact, its day, what says so, and when that was typed here (`null` where nobody knows). */
  label: z.string(),
  date: z.string(),
  source: z.string(),
  typed_at: z.string().nullable(),
});
export const chronologyLine = z.object({
  code: z.string(),
  level: z.enum(['rouge', 'orange']),
  text: z.string(),
  dates: z.array(dated),
});
export type ChronologyLine = z.output<typeof chronologyLine>;

export const control = z.object({
  covered: z.number().int(),
  total: z.number().int(),
  progression: z.number().int(),
  points: z.array(point),
  chronology: z.array(chronologyLine),
  findings: z.array(finding),
});
export type Control = z.output<typeof control>;

export const getControl = api('GET /products/{id}/control', 'member', {
  summary: 'Les points du dossier (dix-neuf de l’article 11, ou seize d’un produit de nettoyage), et la chronologie',
  output: control,
});
/** What the file of a product says twice: what is proposed to empty fields, and what contradicts. */
export const twins = z.object({
  proposals: z.array(
    z.object({
      record: z.enum(['product', 'conformity', 'exposure', 'assessment']),
      field: z.string(),
      value: z.union([z.string(), z.number(), z.boolean()]),
      /** What says it, as people call it. */
      from: z.string(),
    }),
  ),
  contradictions: z.array(z.object({ about: z.string(), text: z.string() })),
});
export type Twins = z.output<typeof twins>;

/** The text of the label, and the sheet of a notification. */
export const label = z.object({
  parts: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      text: z.string().nullable(),
      from: z.string(),
      link: z.string(),
      article: z.string(),
    }),
  ),
  /** What is to be looked at before it is printed. */
  remarks: z.array(z.string()),
  /** The sheet to copy into CPNP, a label and a value each. */
  cpnp: z.array(z.tuple([z.string(), z.string()])),
});
export type Label = z.output<typeof label>;

export const getLabel = api('GET /products/{id}/label', 'member', {
  summary: 'Le texte de l’étiquette, d’où vient chaque mention, et la fiche à recopier dans le CPNP',
  output: label,
});

const difference = z.object({ missing: z.array(z.string()), extra: z.array(z.string()), moved: z.array(z.string()) });
export const labelCheck = z.object({
  /** Why its text could not be read. */
  unreadable: z.string().nullable(),
  parts: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      state: z.enum(['found', 'missing', 'by_eye']),
      missing: z.array(z.string()),
    }),
  ),
  ingredients: difference.nullable(),
});

export const checkLabel = api('GET /products/{id}/label/check/{attachmentId}', 'member', {
  summary: 'Ce qui manque sur une maquette jointe : mentions, ingrédients, leur ordre',
  output: labelCheck,
});

export const getTwins = api('GET /products/{id}/twins', 'member', {
  summary: 'Ce que le dossier dit deux fois : ce qui se propose aux champs vides, et ce qui se contredit',
  output: twins,
});
export const setNotApplicable = api('PUT /products/{id}/control/{key}', 'write', {
  summary: 'Dire pourquoi un point est sans objet, ou revenir dessus',
  body: z.strictObject({ not_applicable_reason: z.string().trim().max(2_000).nullable() }),
  output: control,
});

const impact = z.array(
  z.object({
    cause: z.enum(CAUSE_NAMES),
    /** The day on which it became what it is; `null` where nobody saw it. */
    le: z.string().nullable(),
    revoir: z.array(
      z.object({
        key: z.string(),
        quoi: z.string(),
        article: z.string(),
        lien: z.string(),
        /** Who looked at it again; `null` while nobody did. */
        vu: z.object({ par: z.string().nullable(), le: z.string() }).nullable(),
      }),
    ),
  }),
);
export type ImpactAnswer = z.output<typeof impact>;
export const ACTS = { signature: 'La signature', validation: 'La validation', dossier: 'Le dossier scellé' } as const;
export type Act = keyof typeof ACTS;

export const getImpact = api('GET /products/{id}/impact', 'member', {
  summary: 'Ce qu’un changement demande de revoir depuis la dernière signature, validation ou dossier scellé',
  query: z.object({
    since: z
      .union([z.enum(Object.keys(ACTS) as [Act, ...Act[]]), z.string().refine(isDay), z.iso.datetime()], {
        error: 'Un acte (signature, validation, dossier), ou un jour.',
      })
      .optional(),
  }),
  output: impact,
});
export const seeImpact = api('PUT /products/{id}/impact/{cause}/{key}', 'write', {
  summary: 'Dire que cela est revu, ou revenir dessus',
  body: z.strictObject({ vu: z.boolean({ error: 'Vu, ou non.' }) }),
  output: impact,
});

const REPEATED = [...CONFORMITY_FIELDS, ...ASSESSMENT_FIELDS, ...DETERGENT_FIELDS]
  .filter(({ repeats }) => repeats)
  .map(({ name }) => name);
export const suggestControlValues = api('GET /control/values', 'member', {
  summary:
    'Les valeurs déjà saisies d’un champ qui revient d’un dossier à l’autre : évaluateurs, personnes responsables',
  query: z.object({
    field: z.enum(REPEATED as [string, ...string[]], { error: 'Champ inconnu.' }),
    search: z.string().max(500).optional(),
  }),
  output: z.array(z.string()),
});

export const CONTROL_RECORDS = {
  conformity: 'Conformité',
  assessment: 'Évaluation',
  detergent: 'Dossier de nettoyage',
  claims: 'Allégations',
  exceptions: 'Points sans objet',
} as const;
export type ControlRecord = keyof typeof CONTROL_RECORDS;
export const listControlRevisions = api('GET /products/{id}/control/revisions', 'member', {
  summary: 'L’histoire de la conformité, de l’évaluation et des allégations d’un produit',
  output: z.array(
    z.object({
      record: z.enum(Object.keys(CONTROL_RECORDS) as [ControlRecord, ...ControlRecord[]]),
      revision: z.number().int(),
      at: z.string(),
      by: z.string().nullable(),
      changes: z.array(change),
    }),
  ),
});
