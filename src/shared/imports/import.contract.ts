import { z } from 'zod';
import { endpointsOf, LINES_BYTES } from '../contract/endpoint.ts';
import { listQuery } from '../contract/list.query.ts';
import { FIELDS, type FieldName } from '../products/product.fields.ts';
import { documentsImport } from './document.contract.ts';
import { SHEET_LIMITS } from './workbook.ts';

const api = endpointsOf('Imports');

/** A workbook or a CSV of products; old files. */
export const IMPORT_KINDS = ['sheet', 'documents'] as const;

/** For how long a file that was given is kept (days). */
export const IMPORT_DAYS = 7;

/** `rows`: a product a line; `sheet`: a product a sheet, its labels in a column. */
export const LAYOUTS = ['rows', 'sheet'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** By what a product is known when its line has no reference of product. */
export const KEY_FIELDS = ['nom_commercial', 'nom_produit', 'ref_formule'] as const satisfies readonly FieldName[];
export type KeyField = (typeof KEY_FIELDS)[number];

const fieldName = z.enum(FIELDS.map(({ name }) => name) as [FieldName, ...FieldName[]], {
  error: 'Ce champ n’existe pas.',
});

const column = z.object({
  header: z.string(),
  /** The first values of it. */
  samples: z.array(z.string()),
  field: z.string().nullable(),
  /** Why it is that field, or why somebody has to say which one it is. */
  why: z.string(),
  /** Other fields that it may be. */
  also: z.array(z.string()),
});
export type ImportColumn = z.output<typeof column>;

const leftLine = z.object({ line: z.number().int(), text: z.string(), why: z.string() });
export type LeftLine = z.output<typeof leftLine>;

export const sheetImport = z.object({
  kind: z.literal('sheet'),
  id: z.string(),
  file_name: z.string(),
  created_at: z.string(),
  created_by: z.string().nullable(),
  /** Until when it is kept. */
  expires_at: z.string(),
  /** The last batch that was started from it. */
  batch_id: z.string().nullable(),
  sheets: z.array(
    z.object({
      name: z.string(),
      layout: z.enum(LAYOUTS).nullable(),
      /** Lines that are not read: totals, notes; and of a sheet that is none, why. */
      left: z.array(leftLine),
      why: z.string().nullable(),
    }),
  ),
  layout: z.enum(LAYOUTS).nullable(),
  header_line: z.number().int().nullable(),
  columns: z.array(column),
  key: z.enum(KEY_FIELDS).nullable(),
  hidden: z.object({
    lines: z.array(z.number().int()),
    columns: z.array(z.string()),
    sheets: z.array(z.string()),
  }),
  /** Whether hidden lines are read. */
  reads_hidden: z.boolean(),
  /** The first lines as they are: to say by hand which one names the columns. */
  head: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })),
});
export type SheetImport = z.output<typeof sheetImport>;

export const ROW_ACTIONS = ['create', 'update', 'same', 'refused'] as const;
export type RowAction = (typeof ROW_ACTIONS)[number];

const value = z.union([z.string(), z.number(), z.boolean()]).nullable();

const cell = z.object({
  field: z.string(),
  /** As it stands in the file. */
  source: z.string(),
  from: value,
  to: value,
  fault: z.string().nullable(),
  warning: z.string().nullable(),
});
export type PlanCell = z.output<typeof cell>;

const row = z.object({
  line: z.number().int().nullable(),
  sheet: z.string(),
  label: z.string(),
  product_id: z.string().nullable(),
  action: z.enum(ROW_ACTIONS),
  /** Why the line as a whole is refused, or what is to be known of it. */
  messages: z.array(z.string()),
  /** It changes a product that is validated. */
  validated: z.boolean(),
  cells: z.array(cell),
});
export type PlanRow = z.output<typeof row>;

export const importPlan = z.object({
  plan: z.string(),
  counts: z.object({
    create: z.number().int(),
    update: z.number().int(),
    same: z.number().int(),
    refused: z.number().int(),
  }),
  /** Those that change validated products. */
  validated: z.number().int(),
  /** Why nothing can be applied yet; `null` when it can. */
  blocked: z.string().nullable(),
  /** Rows of the page: of all of them, or of one action. */
  rows: z.array(row),
});
export type ImportPlan = z.output<typeof importPlan>;

export const createSheetImport = api('POST /imports/sheets', 'write', {
  summary: 'Lire un classeur Excel (.xlsx) ou un CSV de produits, sans rien écrire',
  consumes: ['multipart'],
  body: z.object({}),
  file: 'required',
  output: sheetImport,
  status: 201,
  idempotent: true,
});

export const listImports = api('GET /imports', 'write', {
  summary: 'Les fichiers que l’on a donnés à lire, le plus récent d’abord',
  query: listQuery,
  output: z.array(
    sheetImport
      .pick({ id: true, file_name: true, created_at: true, created_by: true, batch_id: true })
      .extend({ kind: z.enum(IMPORT_KINDS) }),
  ),
});

export const getImport = api('GET /imports/{id}', 'write', {
  summary: 'Un fichier donné à lire : ses feuilles, ses colonnes ; ou d’anciens dossiers, ce que chacun dit',
  output: z.discriminatedUnion('kind', [sheetImport, documentsImport]),
});

export const mapImport = api('PUT /imports/{id}/mapping', 'write', {
  summary: 'Dire ce qu’est chaque colonne',
  body: z.strictObject({
    layout: z.enum(LAYOUTS, { error: 'Une disposition est « rows » ou « sheet ».' }).optional(),
    header_line: z.number().int().min(1).max(1_048_576).nullable().optional(),
    columns: z
      .array(z.object({ header: z.string().max(32_767), field: fieldName.nullable() }))
      .max(SHEET_LIMITS.columns)
      .optional(),
    key: z.enum(KEY_FIELDS, { error: 'Ce champ ne dit pas de quel produit il s’agit.' }).nullable().optional(),
    hidden: z.boolean().optional(),
  }),
  bodyMaxBytes: LINES_BYTES,
  output: sheetImport,
});

export const planImport = api('GET /imports/{id}/plan', 'write', {
  summary: 'Ce qu’un import ferait, ligne par ligne (page 1, taille 200 par défaut)',
  query: listQuery.extend({ action: z.enum(ROW_ACTIONS, { error: 'Action inconnue.' }).optional() }),
  output: importPlan,
});

export const applyImport = api('POST /imports/{id}/apply', 'write', {
  summary: 'Appliquer un import dont on a vu le plan : tout (« all »), ou les lignes qui le peuvent (« lines »)',
  body: z.strictObject({
    plan: z.string({ error: 'Regardez d’abord le plan.' }).max(100),
    mode: z.enum(['all', 'lines'], { error: 'Un mode est « all » ou « lines ».' }),
    /** Validated products may be changed; they keep their status. */
    validated: z.boolean().optional(),
  }),
  output: z.object({ id: z.string() }),
  status: 202,
  idempotent: true,
});

export const restOfImport = api('GET /imports/{id}/rest', 'write', {
  summary: 'Les lignes refusées, avec leurs raisons (.xlsx)',
  output: 'file',
});

export const removeImport = api('DELETE /imports/{id}', 'write', {
  summary: 'Oublier un fichier donné à lire ; ce qui en a été importé reste',
  output: 'nothing',
});
