import { z } from 'zod';
import { endpointsOf, LINES_BYTES } from '../contract/endpoint.ts';
import { FIELDS, type FieldName } from '../products/product.fields.ts';

const api = endpointsOf('Imports');

export const DOCUMENT_LIMITS = {
  /** Documents given at once. */
  files: 20,
  /** Pages of a PDF. */
  pages: 500,
} as const;

/** Which share of its fixed text a template has printed at least; two that are nearer than the second are not told apart. */
export const FIT = { min: 0.5, tie: 0.05 } as const;

/** How a value was found: printed by a template of ours, in a table, after a label, below a heading. */
export const WAYS = ['template', 'table', 'label', 'heading'] as const;
/** `sure`: nothing else can be meant; `likely`: to be looked at; `check`: to be decided. */
export const CONFIDENCES = ['sure', 'likely', 'check'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

const value = z.union([z.string(), z.number(), z.boolean()]).nullable();

const place = z.object({
  /** « Corps du document », « En-tête ». */
  part: z.string(),
  heading: z.string().nullable(),
  /** Ranks from 1. */
  table: z.number().int().nullable(),
  row: z.number().int().nullable(),
  page: z.number().int().nullable(),
  /** The words around it. */
  before: z.string(),
  after: z.string(),
  /** Rank, from 0, in what `GET …/documents/{doc}` answers. */
  block: z.number().int(),
});
export type Place = z.output<typeof place>;

const proposal = z.object({
  field: z.string(),
  value,
  /** As it stands. */
  raw: z.string(),
  place,
  way: z.enum(WAYS),
  confidence: z.enum(CONFIDENCES),
  /** Why it is no surer. */
  reasons: z.array(z.string()),
  /** What the product holds today; `null` without one, or when it is empty. */
  current: value,
  /** What the document says elsewhere of the same field. */
  others: z.array(z.object({ value, raw: z.string(), place })),
});
export type Proposal = z.output<typeof proposal>;

/** What is to be known of a document as a whole. */
export const SAYINGS = ['no_text', 'tracked_changes', 'several_products'] as const;
const saying = z.object({ code: z.enum(SAYINGS), message: z.string() });
export type Saying = z.output<typeof saying>;

const reading = {
  proposals: z.array(proposal),
  /** The formula as a table, as it could be pasted; `null` without one. */
  formula: z.object({ text: z.string(), lines: z.number().int(), place }).nullable(),
  /** Lists of the template, item by item. */
  lists: z.array(z.object({ name: z.string(), rows: z.array(z.record(z.string(), z.string())) })),
  /** What nobody has read: added by hand to a template of ours, or without a known label. */
  unread: z.array(z.object({ text: z.string(), place })),
  says: z.array(saying),
};
/** What was read of one document. */
export const documentReading = z.object(reading);
export type DocumentReading = z.output<typeof documentReading>;

const candidate = z.object({ id: z.string(), label: z.string(), why: z.string() });
const printedBy = z.object({ id: z.string(), file_id: z.string(), name: z.string(), fit: z.number() });

export const DOCUMENT_STATES = ['waiting', 'read', 'failed'] as const;

export const importedDocument = z.object({
  id: z.string(),
  file_name: z.string(),
  state: z.enum(DOCUMENT_STATES),
  /** Why it could not be read, and what to do. */
  message: z.string().nullable(),
  /** The file of a template that printed it, and those that may have as well. */
  template: printedBy.extend({ also: z.array(printedBy) }).nullable(),
  /** The product that it is of; without one that is alone, those that it may be of. */
  product: z.object({ id: z.string().nullable(), why: z.string(), candidates: z.array(candidate) }),
  ...reading,
  /** The product that something was taken into. */
  applied_to: z.string().nullable(),
  /** That product has the document among its files. */
  attached: z.boolean(),
});
export type ImportedDocument = z.output<typeof importedDocument>;

export const documentsImport = z.object({
  kind: z.literal('documents'),
  id: z.string(),
  file_name: z.string(),
  created_at: z.string(),
  created_by: z.string().nullable(),
  expires_at: z.string(),
  documents: z.array(importedDocument),
});
export type DocumentsImport = z.output<typeof documentsImport>;

const shownParagraph = z.object({
  kind: z.literal('paragraph'),
  part: z.string(),
  text: z.string(),
  level: z.number().int().nullable(),
  page: z.number().int().nullable(),
});
const shownTable = z.object({
  kind: z.literal('table'),
  part: z.string(),
  rows: z.array(z.array(z.object({ text: z.string(), span: z.number().int() }))),
  page: z.number().int().nullable(),
});
export const shownDocument = z.object({
  blocks: z.array(z.discriminatedUnion('kind', [shownParagraph, shownTable])),
});
export type ShownDocument = z.output<typeof shownDocument>;
export type ShownBlock = ShownDocument['blocks'][number];

export const createDocumentsImport = api('POST /imports/documents', 'write', {
  summary: 'Lire d’anciens dossiers (.docx, .pdf), 20 au plus, sans rien écrire',
  consumes: ['multipart'],
  body: z.object({}),
  file: 'required',
  files: DOCUMENT_LIMITS.files,
  output: z.object({ id: z.string() }),
  status: 202,
});

export const getImportedDocument = api('GET /imports/{id}/documents/{doc}', 'write', {
  summary: 'Le texte d’un ancien dossier, dans l’ordre de lecture',
  output: shownDocument,
});

const fieldName = z.enum(FIELDS.map(({ name }) => name) as [FieldName, ...FieldName[]], {
  error: 'Ce champ n’existe pas.',
});

export const applyImportedDocument = api('POST /imports/{id}/documents/{doc}/apply', 'write', {
  summary: 'Reprendre des valeurs d’un ancien dossier dans un produit, ou dans un nouveau (« new »)',
  body: z.strictObject({
    product_id: z.string({ error: 'Dites de quel produit il s’agit.' }).min(1).max(100),
    accept: z
      .array(z.strictObject({ field: fieldName, value: z.unknown() }))
      .max(FIELDS.length, { error: 'Un champ ne se reprend qu’une fois.' }),
    /** Whether the document is kept among the files of the product. */
    attach: z.boolean({ error: 'Dites si le document est joint au produit.' }),
  }),
  bodyMaxBytes: LINES_BYTES,
  output: z.object({ product_id: z.string() }),
  idempotent: true,
});
