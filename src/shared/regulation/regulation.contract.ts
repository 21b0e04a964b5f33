import { endpoint, LINES_BYTES, RECORD_BYTES } from '../contract/endpoint.ts';
import { jsonText } from '../contract/json.text.ts';
import { listQuery } from '../contract/list.ts';
import { sentBack } from '../contract/sent.back.ts';
import { z } from '../contract/zod.ts';
import { answerShape, inputShape } from '../fields/record.ts';
import { percentNumber } from '../materials/material.contract.ts';
import { day, NAME_MAX } from '../records/record.contract.ts';
import { NUMBERS_MAX } from '../substances/substance.contract.ts';
import { CONFORMITY_FIELDS, type ConformityValues } from './conformity.fields.ts';
import { STATES } from './decide.ts';
import { ANNEXES, CELL_NAMES } from './export.read.ts';
import { type Facts, facts } from './facts.ts';

const tag = 'Réglementation';

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

export const listCorpora = endpoint({
  method: 'GET',
  path: '/regulation/corpora',
  right: 'member',
  tag,
  summary: 'Les corpus importés, du plus récent au plus ancien',
  output: z.array(corpus),
});
export const getCorpus = endpoint({
  method: 'GET',
  path: '/regulation/corpora/{id}',
  right: 'member',
  tag,
  summary: 'L’aperçu d’un corpus : ses fichiers, leurs défauts, ce qui diffère du corpus en vigueur',
  output: corpusPreview,
});
export const importCorpus = endpoint({
  method: 'POST',
  path: '/regulation/corpora',
  right: 'admin',
  tag,
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
  files: 'several',
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
export const readCorpusColumns = endpoint({
  method: 'POST',
  path: '/regulation/corpora/columns',
  right: 'admin',
  tag,
  summary: 'Les colonnes d’exports CosIng, et ce qui y manque : rien n’est gardé',
  body: z.object({}),
  consumes: ['multipart'],
  file: 'required',
  files: 'several',
  output: corpusColumns,
});
export const fetchCorpus = endpoint({
  method: 'POST',
  path: '/regulation/corpora/fetch',
  right: 'admin',
  tag,
  summary: 'Télécharger les cinq annexes depuis CosIng (COSING_URL), jusqu’à l’aperçu',
  output: corpusPreview,
});
export const activateCorpus = endpoint({
  method: 'POST',
  path: '/regulation/corpora/{id}/activate',
  right: 'admin',
  tag,
  summary: 'Mettre un corpus en vigueur : les formules sont jugées de nouveau',
  output: corpus,
});
export const removeCorpus = endpoint({
  method: 'DELETE',
  path: '/regulation/corpora/{id}',
  right: 'admin',
  tag,
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
});
export type CorpusChanges = z.output<typeof corpusChanges>;
export const getCorpusChanges = endpoint({
  method: 'GET',
  path: '/regulation/corpora/{id}/changes',
  right: 'member',
  tag,
  summary: 'Ce qu’un corpus change : produit, ligne, avant et après',
  output: corpusChanges,
});

export const importInventory = endpoint({
  method: 'POST',
  path: '/regulation/inventory',
  right: 'admin',
  tag,
  summary: 'Importer l’inventaire des ingrédients de la Commission : il fait seulement connaître des noms',
  body: z.object({}),
  consumes: ['multipart'],
  file: 'required',
  output: z.object({ rows: z.number().int(), unread: z.number().int() }),
});
export const getInventory = endpoint({
  method: 'GET',
  path: '/regulation/inventory',
  right: 'member',
  tag,
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

export const listEntries = endpoint({
  method: 'GET',
  path: '/regulation/entries',
  right: 'member',
  tag,
  summary: 'Chercher dans les entrées du corpus en vigueur : nom, numéro, référence, texte (page de 50)',
  query: listQuery.extend({ annex: z.enum(ANNEXES).optional() }),
  output: z.array(lawEntry),
});
export const getEntry = endpoint({
  method: 'GET',
  path: '/regulation/entries/{id}',
  right: 'member',
  tag,
  summary: 'Lire une entrée, avec toutes ses cellules',
  output: lawEntry,
});
export const setEntryWarning = endpoint({
  method: 'PUT',
  path: '/regulation/entries/{id}/warning',
  right: 'write',
  tag,
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
  corpus: z.object({ id: z.string(), date: z.string().nullable(), sha256: z.string() }),
  /** What a person looked at, and found. It makes nothing « conforme ». */
  decision: z.object({ by: z.string().nullable(), at: z.string(), reason: z.string() }).nullable(),
  /** The functions a person confirmed for it; `null` while nobody has. */
  functions: z.array(z.string()).nullable(),
});
export type Verdict = z.output<typeof verdict>;

export const listVerdicts = endpoint({
  method: 'GET',
  path: '/products/{id}/verdicts',
  right: 'member',
  tag,
  summary: 'Ce que les annexes disent de chaque substance de la formule',
  query: z.object({ at: day.optional(), first_placed: day.optional() }),
  output: z.array(verdict),
});

const reason = z
  .string({ error: 'Le motif est requis.' })
  .trim()
  .min(3, { error: 'Le motif est requis : dites ce que vous avez vérifié.' })
  .max(2_000, { error: '2 000 caractères au plus.' });
export const setDecision = endpoint({
  method: 'PUT',
  path: '/products/{id}/verdicts/{key}/decision',
  right: 'write',
  tag,
  summary: 'Écrire qu’un point à vérifier l’a été, et ce qui a été trouvé',
  body: z.strictObject({ reason }),
  output: verdict,
});
export const removeDecision = endpoint({
  method: 'DELETE',
  path: '/products/{id}/verdicts/{key}/decision',
  right: 'write',
  tag,
  summary: 'Retirer une vérification',
  output: 'nothing',
});
export const setCase = endpoint({
  method: 'PUT',
  path: '/products/{id}/verdicts/{key}/case',
  right: 'write',
  tag,
  summary: 'Confirmer le cas d’une entrée qui s’applique',
  body: z.strictObject({ entry_id: z.string().min(1).max(200), letter: z.string().max(3).nullable() }),
  output: verdict,
});
export const removeCase = endpoint({
  method: 'DELETE',
  path: '/products/{id}/verdicts/{key}/case',
  right: 'write',
  tag,
  summary: 'Ne plus confirmer de cas',
  output: 'nothing',
});
export const setFunctions = endpoint({
  method: 'PUT',
  path: '/products/{id}/verdicts/{key}/functions',
  right: 'write',
  tag,
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
export const getConformity = endpoint({
  method: 'GET',
  path: '/products/{id}/conformity',
  right: 'member',
  tag,
  summary: 'Ce que le dossier d’un produit dit à côté de la fiche',
  output: conformity,
});
export const updateConformity = endpoint({
  method: 'PUT',
  path: '/products/{id}/conformity',
  right: 'write',
  tag,
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
export const checkIngredient = endpoint({
  method: 'POST',
  path: '/regulation/check',
  right: 'member',
  tag,
  summary: 'Juger un ingrédient sans produit',
  body: checked.extend({
    facts: facts.prefault({}),
    at: day.nullable().default(null),
    first_placed: day.nullable().default(null),
    /** What else the product holds: sums count it. */
    lines: z.array(checked).max(500).default([]),
  }),
  bodyMaxBytes: LINES_BYTES,
  output: verdict,
});
