import { z } from 'zod';
import { endpointsOf, RECORD_BYTES } from '../contract/endpoint.ts';
import { flag } from '../contract/list.query.ts';
import { sentBack } from '../contract/sent.back.ts';
import { isDay } from '../fields/date.ts';
import { revision } from '../products/product.contract.ts';
import { NAME_MAX, percentNumber, shortText } from '../records/record.contract.ts';
import { ENOUGH, LINE_MOST, ROLES } from './formula.ts';
import { PASTE_LENGTH } from './paste.read.ts';

const api = endpointsOf('Formules');

/** As many lines as a formula holds. */
export const LINES_MAX = 500;
export const MODES = ['text', 'file', 'table'] as const;
export type FormulaMode = (typeof MODES)[number];

const maybePercent = percentNumber.nullable().default(null);
const reference = z.string().min(1).max(100).nullable().default(null);

export const formulaLine = z
  .strictObject({
    id: z.string().min(1).max(100),
    phase: shortText(LINE_MOST.phase),
    material_id: reference,
    substance_id: reference,
    label: shortText(),
    percent: maybePercent,
    percent_min: maybePercent,
    percent_max: maybePercent,
    qs: z.enum(ENOUGH).default('none'),
    function: shortText(LINE_MOST.function),
    nano: z.boolean().default(false),
    may_contain: z.boolean().default(false),
    shade: shortText(100),
    note: shortText(LINE_MOST.note),
    cas: shortText(LINE_MOST.number),
    ec: shortText(LINE_MOST.number),
    trade_name: shortText(),
    supplier: shortText(),
    components: z
      .array(
        z.strictObject({ inci: z.string().min(1).max(NAME_MAX), percent_min: maybePercent, percent_max: maybePercent }),
      )
      .max(LINE_MOST.components, { error: `${LINE_MOST.components} composants au plus.` })
      .default([]),
  })
  .refine((line) => line.material_id !== null || line.substance_id !== null || line.label !== null, {
    error: 'Le nom de l’ingrédient est requis.',
    path: ['label'],
  })
  .refine((line) => line.percent_min === null || line.percent_max === null || line.percent_min <= line.percent_max, {
    error: 'Le minimum dépasse le maximum.',
    path: ['percent_min'],
  });

const CONFIRMATIONS = ['total', 'grams', 'left_out', 'old_stock', 'allergen_included', 'allergen_apart'] as const;
export const confirmation = z.object({
  kind: z.enum(CONFIRMATIONS),
  /** What it is about: a name; `null` for the whole. */
  about: z.string().nullable(),
  by: z.string().nullable(),
  at: z.string(),
});

const names = z.array(z.string().min(1).max(NAME_MAX)).max(LINES_MAX);
const day = z.string().refine(isDay, { error: 'Date invalide.' });

export const formulaInput = z.strictObject({
  mode: z.enum(MODES).optional(),
  lines: z.array(formulaLine).max(LINES_MAX, { error: `${LINES_MAX} lignes au plus.` }),
  inci_order: names.default([]),
  established_on: day.nullable().default(null),
});
export type FormulaInput = z.output<typeof formulaInput>;

const refs = z.object({
  substances: z.array(
    z.object({
      id: z.string(),
      inci: z.string(),
      cas: z.array(z.string()),
      ec: z.array(z.string()),
      functions: z.array(z.string()),
      nano: z.boolean(),
      /** Somebody wrote that it has no CAS number. */
      without_cas: z.boolean().optional(),
    }),
  ),
  materials: z.array(
    z.object({
      id: z.string(),
      trade_name: z.string(),
      supplier: z.string().nullable(),
      kind: z.string(),
      perfume_code: z.string().nullable(),
      components: z.array(
        z.object({
          substance_id: z.string(),
          percent: z.number().nullable(),
          percent_min: z.number().nullable(),
          percent_max: z.number().nullable(),
          role: z.enum(ROLES).nullable(),
        }),
      ),
      allergens: z.array(z.object({ substance_id: z.string(), percent: z.number() })),
    }),
  ),
});

export const formula = z.object({
  mode: z.enum(MODES),
  lines: z.array(formulaLine),
  inci_order: z.array(z.string()),
  established_on: z.string().nullable(),
  revision: z.number().int(),
  /** Percents: of the lines, with the complement. */
  total: z.number(),
  complement: z.number().nullable(),
  warnings: z.array(z.object({ code: z.string(), message: z.string(), line: z.number().int().nullable() })),
  confirmations: z.array(confirmation),
  confirmed_by: z.string().nullable(),
  confirmed_at: z.string().nullable(),
  /** Of the lines and of what their raw materials are made of; `null` without a table. */
  composition_sha256: z.string().nullable(),
  updated_at: z.string().nullable(),
  updated_by: z.string().nullable(),
  ...refs.shape,
});
export type Formula = z.output<typeof formula>;

export const getFormula = api('GET /products/{id}/formula', 'member', {
  summary: 'Lire la formule d’un produit',
  output: formula,
});

export const updateFormula = api('PUT /products/{id}/formula', 'write', {
  summary: 'Enregistrer la formule en tableau ; le champ « Ingrédients » s’écrit d’après elle',
  body: sentBack(formulaInput, formula),
  bodyMaxBytes: RECORD_BYTES,
  output: formula,
});

export const pastedLine = z.object({
  source: z.string(),
  label: z.string(),
  percent: z.number().nullable(),
  percent_min: z.number().nullable(),
  percent_max: z.number().nullable(),
  qs: z.enum(ENOUGH),
  cas: z.string().nullable(),
  ec: z.string().nullable(),
  trade_name: z.string().nullable(),
  supplier: z.string().nullable(),
  function: z.string().nullable(),
  phase: z.string().nullable(),
  components: z.array(
    z.object({ inci: z.string(), percent_min: z.number().nullable(), percent_max: z.number().nullable() }),
  ),
  substance_id: z.string().nullable(),
  material_id: z.string().nullable(),
  /** A known name that this one nearly is. */
  suggestion: z.string().nullable(),
  may_contain: z.boolean(),
  variants: z.array(z.object({ column: z.string(), percent: z.number() })),
});

export const pasted = z.object({
  lines: z.array(pastedLine),
  titles: z.array(z.object({ source: z.string(), kind: z.string() })),
  unread: z.array(z.object({ source: z.string(), reason: z.string() })),
  warnings: z.array(z.object({ code: z.string(), message: z.string(), line: z.number().int().nullable() })),
  total: z.number(),
  complement: z.number().nullable(),
});
export type PastedFormula = z.output<typeof pasted>;

export const parseFormula = api('POST /products/{id}/formula/parse', 'write', {
  summary: 'Lire une formule collée, ou un fichier .xlsx ou CSV. Rien n’est enregistré',
  body: z.strictObject({ text: z.string().optional() }),
  consumes: ['json', 'multipart'],
  file: 'optional',
  bodyMaxBytes: 2 * PASTE_LENGTH,
  output: pasted,
});

export const inciQuery = z.object({
  rinse: flag.optional(),
  first_placed: day.optional(),
  at: day.optional(),
});

export const inci = z.object({
  text: z.string(),
  items: z.array(
    z.object({
      inci: z.string(),
      percent: z.number().nullable(),
      group: z.enum(['main', 'below_one', 'colourant', 'may_contain']),
      sources: z.array(z.object({ name: z.string(), percent: z.number().nullable() })),
    }),
  ),
  allergens: z.array(
    z.object({
      name: z.string(),
      percent: z.number(),
      threshold: z.number(),
      entry: z.string(),
      declared: z.boolean(),
      due_from: z.string().nullable(),
      sources: z.array(z.object({ name: z.string(), percent: z.number() })),
    }),
  ),
  warnings: z.array(
    z.object({
      code: z.string(),
      message: z.string(),
      confirm: z.object({ kind: z.enum(['left_out', 'allergen_included']), about: z.string() }).nullable(),
    }),
  ),
});
export type Inci = z.output<typeof inci>;

export const getInci = api('GET /products/{id}/formula/inci', 'member', {
  summary: 'La liste INCI de la formule, ses allergènes et ce qui est à vérifier',
  query: inciQuery,
  output: inci,
});

export const confirmFormula = api('POST /products/{id}/formula/confirm', 'write', {
  summary: 'Confirmer ce que le programme ne décide pas : un total, une impureté laissée hors de la liste',
  body: z.strictObject({
    kind: z.enum(CONFIRMATIONS),
    about: z.string().max(NAME_MAX).nullable().default(null),
    confirmed: z.boolean().default(true),
  }),
  output: formula,
});

export const listFormulaRevisions = api('GET /products/{id}/formula/revisions', 'member', {
  summary: 'L’histoire de la formule, ligne par ligne',
  output: z.array(revision.omit({ status: true })),
});
