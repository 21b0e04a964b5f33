import { z } from 'zod';
import { attachment, documentKind } from '../attachments/attachment.contract.ts';
import { endpointsOf, RECORD_BYTES } from '../contract/endpoint.ts';
import { jsonText } from '../contract/json.text.ts';
import { flag, listQuery } from '../contract/list.query.ts';
import { sentBack } from '../contract/sent.back.ts';
import { isDay } from '../fields/date.ts';
import { isPercent } from '../fields/percent.ts';
import { SHEET_LIMITS } from '../imports/workbook.ts';
import { change, revision } from '../products/product.contract.ts';

/** What the libraries of the firm share: substances, raw materials. */

export const NAME_MAX = 300;

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `${max} caractères au plus.` });
export const shortText = (max = NAME_MAX) =>
  text(max)
    .nullable()
    .default(null)
    .transform((value) => value || null);
export const noteText = shortText(5_000);
export const requiredName = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing })
    .max(NAME_MAX, { error: `${NAME_MAX} caractères au plus.` });

/** What the server adds to a record; sent back, it is not read. */
export const recordMeta = {
  id: z.string(),
  revision: z.number().int(),
  /** In how many products it is. */
  used_in: z.number().int(),
  /** Made by the example, and gone with it. */
  example: z.boolean(),
  /** The record it was merged into: it answers with the values of that one in every formula. */
  merged_into: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  created_by: z.string().nullable(),
  updated_by: z.string().nullable(),
};

/** What stands on a record. */
export const recordUse = z.object({ id: z.string(), label: z.string() });

/** Records that are probably one, and whether they may be merged. */
const duplicate = z.object({
  reason: z.enum(['name', 'cas', 'trade_name']),
  records: z.array(z.object({ id: z.string(), label: z.string(), detail: z.string().nullable() })),
});
export type Duplicate = z.output<typeof duplicate>;

const mergedRecord = z.object({
  id: z.string(),
  label: z.string(),
  into: z.object({ id: z.string(), label: z.string() }),
});

/** What an import does with one record of the file. */
export const IMPORT_ACTIONS = ['create', 'update', 'same', 'refused'] as const;

export const importReport = z.object({
  /** The columns of the file, each with the value it is taken for. */
  columns: z.array(z.object({ header: z.string(), field: z.string().nullable() })),
  /** What a column may be taken for. */
  fields: z.array(z.object({ name: z.string(), label: z.string() })),
  counts: z.object({
    create: z.number().int(),
    update: z.number().int(),
    same: z.number().int(),
    refused: z.number().int(),
  }),
  rows: z.array(
    z.object({
      /** The line of the file, from 1. */
      line: z.number().int(),
      label: z.string(),
      action: z.enum(IMPORT_ACTIONS),
      messages: z.array(z.string()),
      changes: z.array(change),
    }),
  ),
  /** Substances that the file names and nobody knew: they are created with it. */
  new_substances: z.array(z.string()),
  /** What is to be known of how the file was read, in sentences: sheets left out, hidden lines, totals. */
  notes: z.array(z.string()),
  /** What would be done, as one hash: sent back with `apply`, nothing else is done. */
  plan: z.string(),
  applied: z.boolean(),
});
export type ImportReport = z.output<typeof importReport>;

const columnsText = jsonText(
  z.array(z.string().max(100).nullable()).max(SHEET_LIMITS.columns),
  'Une liste de noms de colonnes en JSON est attendue.',
).optional();

export const day = z.string().refine(isDay, { error: 'Date invalide.' });

interface Words {
  tag: string;
  /** « une substance » */
  one: string;
  /** « les substances » */
  all: string;
}

/** The endpoints of a library of the firm. */
export function recordEndpoints<const Base extends string, I extends z.ZodType, O extends z.ZodObject>(
  base: Base,
  { input, output, words: { tag, one, all } }: { input: I; output: O; words: Words },
) {
  const api = endpointsOf(tag);
  const root = `/${base}` as const;
  const byId = `/${base}/{id}` as const;
  return {
    list: api(`GET ${root}`, 'member', {
      summary: `Lister ${all} de la maison`,
      query: listQuery,
      output: z.array(output),
    }),
    get: api(`GET ${byId}`, 'member', { summary: `Lire ${one}`, output }),
    create: api(`POST ${root}`, 'write', {
      summary: `Créer ${one}`,
      body: sentBack(input, output),
      bodyMaxBytes: RECORD_BYTES,
      output,
      status: 201,
      idempotent: true,
    }),
    update: api(`PUT ${byId}`, 'write', {
      summary: `Remplacer ${one} : la formule des produits qui l’emploient change avec elle`,
      body: sentBack(input, output),
      bodyMaxBytes: RECORD_BYTES,
      output,
    }),
    remove: api(`DELETE ${byId}`, 'write', {
      summary: `Mettre ${one} à la corbeille ; refusé tant qu’elle sert`,
      output: 'nothing',
    }),
    revisions: api(`GET ${byId}/revisions`, 'member', {
      summary: `L’histoire d’${one}`,
      output: z.array(revision.omit({ status: true })),
    }),
    products: api(`GET ${byId}/products`, 'member', {
      summary: `Les produits qui emploient ${one}`,
      output: z.array(recordUse),
    }),
    duplicates: api(`GET /${base}/duplicates`, 'member', {
      summary: `Les doublons probables parmi ${all}, et ce qui est déjà fusionné`,
      output: z.object({ probable: z.array(duplicate), merged: z.array(mergedRecord) }),
    }),
    merge: api(`POST ${byId}/merge`, 'write', {
      summary: `Fusionner ${one} avec une autre : aucune formule n’est réécrite, et la fusion s’annule`,
      body: z.strictObject({
        into: z.string().min(1).max(100),
        /** What becomes of what only the record that goes says; refused (409, `merge_loses`) while there is some and nobody says. */
        lacking: z.enum(['take', 'leave']).optional(),
      }),
      output,
    }),
    unmerge: api(`POST ${byId}/unmerge`, 'write', {
      summary: 'Annuler une fusion',
      output,
    }),
    import: api(`POST /${base}/import`, 'write', {
      summary: `Importer ${all} d’un classeur Excel ou d’un CSV : un aperçu, puis tout ou rien avec apply=true`,
      query: z.object({ apply: flag.optional(), plan: z.string().max(100).optional() }),
      body: z.object({ columns: columnsText }),
      consumes: ['multipart'],
      file: 'required',
      output: importReport,
    }),
    export: api(`GET /${base}/export`, 'member', {
      summary: `Exporter ${all} : un classeur Excel (xlsx) ou un CSV`,
      query: z.object({ format: z.enum(['xlsx', 'csv']).optional() }),
      output: 'file',
    }),
    documents: api(`GET ${byId}/attachments`, 'member', {
      summary: `Les documents du fournisseur joints à ${one}`,
      output: z.array(attachment),
    }),
    attach: api(`POST ${byId}/attachments`, 'write', {
      summary: `Joindre un document à ${one}, avec sa nature et ses dates`,
      body: z.object({
        field_key: z
          .string()
          .regex(/^[a-z0-9_]{1,50}$/)
          .default('documents'),
        kind: documentKind.optional(),
        issued_on: day.optional(),
        expires_on: day.optional(),
      }),
      consumes: ['multipart'],
      file: 'required',
      output: attachment,
      status: 201,
      idempotent: true,
    }),
  };
}

/** The endpoints of some library, whatever it holds. */
export type RecordEndpoints = ReturnType<
  typeof recordEndpoints<'records', z.ZodType<object>, z.ZodObject<typeof recordMeta>>
>;

/** Percents by mass, 0 to 100, at most six decimals. */
export const percentNumber = z
  .number({ error: 'Un nombre est attendu.' })
  .refine(isPercent, { error: 'Entre 0 et 100, six décimales au plus.' });
