import { z } from 'zod';
import { endpointsOf, LINES_BYTES, RECORD_BYTES } from '../contract/endpoint.ts';
import { jsonText } from '../contract/json.text.ts';
import { listQuery } from '../contract/list.query.ts';
import { sentBack } from '../contract/sent.back.ts';
import { answerShape, inputShape } from '../fields/record.shape.ts';
import { day, NAME_MAX, percentNumber } from '../records/record.contract.ts';
import { NUMBERS_MAX } from '../substances/substance.contract.ts';
import { CONFORMITY_FIELDS, type ConformityValues } from './conformity.fields.ts';
import { STATES } from './decide.opinion.ts';
import { ANNEXES, CELL_NAMES } from './export.read.ts';
import { type Facts, facts } from './facts.contract.ts';

const api = endpointsOf('Réglementation');

const corpusFile = z.object({
  annex: z.enum(ANNEXES),
  name: z.string(),
  sha256: z.string(),
  created_on: z.string().nullable(),
  last_update: z.string().nullable(),
  rows: z.number().int(),
  warnings: z.array(z.string()),
});
export type CorpusFile = z.output<typeof corpusFile>;

export const corpus = z.object({
  id: z.string(),
  imported_at: z.string(),
  imported_by: z.string().nullable(),
  activated_at: z.string().nullable(),
  active: z.boolean(),
  sha256: z.string(),
  /** The day of the newest of its files. */
  date: z.string().nullable(),
  files: z.array(corpusFile),
  /** Annexes it does not have: what hangs on them is « à vérifier ». */
  missing: z.array(z.enum(ANNEXES)),
  /** Why nothing can be judged by it; `null` when it can be read. */
  unreadable: z.string().nullable(),
});
export type Corpus = z.output<typeof corpus>;

const difference = z.object({
  key: z.string(),
  name: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  /** The cells that changed, as they were and are. */
  cells: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
});
export const corpusPreview = corpus.extend({
  /** What differs from the corpus in force. */
  differences: z.array(difference),
  differences_total: z.number().int(),
});
export type CorpusPreview = z.output<typeof corpusPreview>;

export const listCorpora = api('GET /regulation/corpora', 'member', {
  summary: 'Les corpus importés, du plus récent au plus ancien',
  output: z.array(corpus),
});
export const getCorpus = api('GET /regulation/corpora/{id}', 'member', {
  summary: 'L’aperçu d’un corpus : ses fichiers, leurs défauts, ce qui diffère du corpus en vigueur',
  output: corpusPreview,
});
export const importCorpus = api('POST /regulation/corpora', 'admin', {
  summary: 'Importer des exports CosIng (annexes II à VI), dans n’importe quel ordre',
  body: z.object({
    corpus_id: z.string().min(1).max(100).optional(),
    /** JSON: by annex, what each column is taken for, where a file has other headers than those known. */
    columns: jsonText(
      z.partialRecord(z.enum(ANNEXES), z.array(z.enum(CELL_NAMES).nullable()).max(50)),
      'Les colonnes de chaque annexe sont attendues en JSON.',
    ).optional(),
  }),
  consumes: ['multipart'],
  file: 'required',
  files: 10,
  output: corpusPreview,
});
export const corpusColumns = z.array(
  z.object({
    file: z.string(),
    annex: z.enum(ANNEXES),
    columns: z.array(z.object({ header: z.string(), cell: z.enum(CELL_NAMES).nullable() })),
    /** What verdicts need and no column gives. */
    missing: z.array(z.enum(CELL_NAMES)),
  }),
);
export type CorpusColumns = z.output<typeof corpusColumns>;
export const readCorpusColumns = api('POST /regulation/corpora/columns', 'admin', {
  summary: 'Les colonnes d’exports CosIng, et ce qui y manque : rien n’est gardé',
  body: z.object({}),
  consumes: ['multipart'],
  file: 'required',
  files: 10,
  output: corpusColumns,
});
export const fetchCorpus = api('POST /regulation/corpora/fetch', 'admin', {
  summary: 'Télécharger les cinq annexes depuis CosIng (COSING_URL), jusqu’à l’aperçu',
  output: corpusPreview,
});
export const activateCorpus = api('POST /regulation/corpora/{id}/activate', 'admin', {
  summary: 'Mettre un corpus en vigueur : les formules sont jugées de nouveau',
  output: corpus,
});
export const removeCorpus = api('DELETE /regulation/corpora/{id}', 'admin', {
  summary: 'Retirer un corpus qui n’a jamais été en vigueur',
  output: 'nothing',
});

const lawChange = z.object({
  product_id: z.string(),
  product: z.string(),
  inci: z.string(),
  from: z.enum(STATES).nullable(),
  to: z.enum(STATES).nullable(),
  why: z.string(),
  applies_from: z.string().nullable(),
  regulation: z.string().nullable(),
});
export const corpusChanges = z.object({
  corpus,
  /** `null` once all products are judged. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  changes: z.array(lawChange),
  /** Of a first corpus, which has nothing to be compared with: products judged, and those with a finding of each code. */
  first: z
    .object({
      judged: z.number().int(),
      INTERDIT: z.number().int(),
      HORS_LIMITE: z.number().int(),
      LOI_A_VERIFIER: z.number().int(),
    })
    .nullable(),
});
export type CorpusChanges = z.output<typeof corpusChanges>;
export const getCorpusChanges = api('GET /regulation/corpora/{id}/changes', 'member', {
  summary: 'Ce qu’un corpus change : produit, ligne, avant et après',
  output: corpusChanges,
});

export const importInventory = api('POST /regulation/inventory', 'admin', {
  summary: 'Importer l’inventaire des ingrédients de la Commission : il fait seulement connaître des noms',
  body: z.object({}),
  consumes: ['multipart'],
  file: 'required',
  output: z.object({ rows: z.number().int(), unread: z.number().int() }),
});
export const getInventory = api('GET /regulation/inventory', 'member', {
  summary: 'Combien de noms l’inventaire fait connaître',
  output: z.object({ rows: z.number().int(), imported_at: z.string().nullable() }),
});

export const lawEntry = z.object({
  id: z.string(),
  annex: z.enum(ANNEXES),
  ref: z.string(),
  name: z.string(),
  glossary: z.string(),
  cas: z.array(z.string()),
  ec: z.array(z.string()),
  product_text: z.string(),
  limit_text: z.string(),
  other_text: z.string(),
  wording_text: z.string(),
  regulation: z.string(),
  moved: z.boolean(),
  /** All its cells, as published. */
  cells: z.record(z.string(), z.string()),
  cases: z.array(
    z.object({
      letter: z.string().nullable(),
      product_text: z.string(),
      limit_text: z.string(),
      /** Percents; `null` where the text is not read. */
      limit_value: z.number().nullable(),
      basis: z.string().nullable(),
    }),
  ),
  parse: z.enum(['certain', 'partial', 'none']),
  /** The French text of its warning, typed by a person. */
  warning: z.string().nullable(),
});
export type LawEntry = z.output<typeof lawEntry>;

export const listEntries = api('GET /regulation/entries', 'member', {
  summary: 'Chercher dans les entrées du corpus en vigueur : nom, numéro, référence, texte (page de 50)',
  query: listQuery.extend({ annex: z.enum(ANNEXES).optional() }),
  output: z.array(lawEntry),
});
export const getEntry = api('GET /regulation/entries/{id}', 'member', {
  summary: 'Lire une entrée, avec toutes ses cellules',
  output: lawEntry,
});
export const setEntryWarning = api('PUT /regulation/entries/{id}/warning', 'write', {
  summary: 'Écrire en français l’avertissement d’une entrée',
  body: z.strictObject({ text: z.string().trim().max(2_000, { error: '2 000 caractères au plus.' }).nullable() }),
  output: lawEntry,
});

const judgedEntry = z.object({
  id: z.string(),
  annex: z.string(),
  ref: z.string(),
  role: z.enum(['applies', 'set_aside']),
  why: z.string(),
  name: z.string(),
  limit_text: z.string(),
  product_text: z.string(),
  case: z
    .object({ letter: z.string(), confirmed: z.boolean(), product_text: z.string(), limit_text: z.string() })
    .nullable(),
  letters: z.array(z.object({ letter: z.string(), product_text: z.string(), limit_text: z.string() })),
  conditions: z.array(z.string()),
  regulation: z.string(),
  /** What it says is not respected. */
  broken: z.boolean(),
});

export const verdict = z.object({
  key: z.string(),
  /** The lines of the formula it is about, by their ids. */
  lines: z.array(z.string()),
  inci: z.string(),
  percent: z.number().nullable(),
  state: z.enum(STATES),
  entries: z.array(judgedEntry),
  why: z.string(),
  basis: z.string().nullable(),
  applies_from: z.string().nullable(),
  /** To print on the product: in French where somebody wrote it, as published otherwise. */
  warnings: z.array(z.string()),
  /** Rules that stand in no row of the annexes, each with its source and from when it applies (`YYYY-MM-DD`). */
  alerts: z.array(z.object({ text: z.string(), source: z.string(), since: z.string().nullable() })),
  corpus: z.object({ id: z.string(), date: z.string().nullable(), sha256: z.string() }),
  /** What a person looked at, and found. It makes nothing « conforme ». */
  decision: z
    .object({
      by: z.string().nullable(),
      at: z.string(),
      reason: z.string(),
      /** « Oui, c’est elle »: the entry applies, with its verdict. */
      applies: z.boolean(),
    })
    .nullable(),
  /** What a person answered before answers had a direction: it is asked again. */
  earlier_decision: z.object({ by: z.string().nullable(), at: z.string(), reason: z.string() }).nullable(),
  /** What is open is whether an entry is about it: yes or no. */
  asks: z.boolean(),
  /** The functions a person confirmed for it; `null` while nobody has. */
  functions: z.array(z.string()).nullable(),
});
export type Verdict = z.output<typeof verdict>;

export const listVerdicts = api('GET /products/{id}/verdicts', 'member', {
  summary: 'Ce que les annexes disent de chaque substance de la formule',
  query: z.object({ at: day.optional(), first_placed: day.optional() }),
  output: z.array(verdict),
});

const reason = z
  .string({ error: 'Le motif est requis.' })
  .trim()
  .min(3, { error: 'Le motif est requis : dites ce que vous avez vérifié.' })
  .max(2_000, { error: '2 000 caractères au plus.' });
export const setDecision = api('PUT /products/{id}/verdicts/{key}/decision', 'write', {
  summary: 'Répondre à un point à vérifier : l’entrée s’applique (`applies`), ou ce qui a été trouvé',
  body: z.strictObject({
    reason,
    applies: z.boolean().default(false),
    /** What of the verdict the person answered to: of another one the answer is not kept (412). */
    seen: z.strictObject({ percent: z.number().nullable(), why: z.string().max(10_000) }).optional(),
  }),
  output: verdict,
});
export const removeDecision = api('DELETE /products/{id}/verdicts/{key}/decision', 'write', {
  summary: 'Retirer une vérification',
  output: 'nothing',
});
export const setCase = api('PUT /products/{id}/verdicts/{key}/case', 'write', {
  summary: 'Confirmer le cas d’une entrée qui s’applique',
  body: z.strictObject({ entry_id: z.string().min(1).max(200), letter: z.string().max(3).nullable() }),
  output: verdict,
});
export const removeCase = api('DELETE /products/{id}/verdicts/{key}/case', 'write', {
  summary: 'Ne plus confirmer de cas',
  output: 'nothing',
});
export const setFunctions = api('PUT /products/{id}/verdicts/{key}/functions', 'write', {
  summary: 'Confirmer pourquoi une substance est dans la formule',
  body: z.strictObject({ functions: z.array(z.string().trim().min(1).max(120)).max(10).nullable() }),
  output: verdict,
});

/** What the annexes ask of a product, and everything else that its file says beside the form. */
const conformityInput = z.strictObject({
  ...inputShape(CONFORMITY_FIELDS, { isRequired: () => false }),
  ...facts.shape,
}) as unknown as z.ZodObject & z.ZodType<ConformityValues & Facts>;
export type ConformityInput = ConformityValues & Facts;

export const conformity = z.object({
  ...answerShape(CONFORMITY_FIELDS),
  ...facts.shape,
  revision: z.number().int(),
  updated_at: z.string().nullable(),
  updated_by: z.string().nullable(),
}) as unknown as z.ZodObject & z.ZodType<Conformity>;
export type Conformity = ConformityInput & { revision: number; updated_at: string | null; updated_by: string | null };
export const getConformity = api('GET /products/{id}/conformity', 'member', {
  summary: 'Ce que le dossier d’un produit dit à côté de la fiche',
  output: conformity,
});
export const updateConformity = api('PUT /products/{id}/conformity', 'write', {
  summary: 'Enregistrer ce que le dossier d’un produit dit à côté de la fiche',
  body: sentBack(conformityInput, conformity),
  bodyMaxBytes: RECORD_BYTES,
  output: conformity,
});

const name = z.string({ error: 'Le nom INCI est requis.' }).trim().max(NAME_MAX).default('');
/** One number or several: as a sheet writes them, or a list. */
const oneOrMore = z
  .union([z.string().max(NAME_MAX), z.array(z.string().max(NAME_MAX)).max(NUMBERS_MAX)])
  .nullable()
  .default(null);
const checked = z.strictObject({
  inci: name,
  cas: oneOrMore,
  ec: oneOrMore,
  percent: percentNumber.nullable().default(null),
  function: z.string().max(120).nullable().default(null),
  nano: z.boolean().default(false),
});
export const checkIngredient = api('POST /regulation/check', 'member', {
  token: 'read',
  summary: 'Juger un ingrédient sans produit',
  body: checked
    .extend({
      facts: facts.prefault({}),
      at: day.nullable().default(null),
      first_placed: day.nullable().default(null),
      /** What else the product holds: sums count it. */
      lines: z.array(checked).max(500).default([]),
    })
    .refine(({ inci, cas, ec }) => inci !== '' || [cas, ec].some((one) => one !== null && one.length > 0), {
      error: 'Donnez le nom INCI, ou le numéro CAS ou CE, de ce qui est à juger.',
      path: ['inci'],
    }),
  bodyMaxBytes: LINES_BYTES,
  output: verdict,
});
