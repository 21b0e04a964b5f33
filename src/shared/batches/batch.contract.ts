import { z } from 'zod';
import { endpointsOf, LINES_BYTES } from '../contract/endpoint.ts';
import { flag, listQuery } from '../contract/list.query.ts';
import { productQuery } from '../products/product.contract.ts';
import { BULK_FIELDS, type BulkFieldName } from './bulk.fields.ts';

const api = endpointsOf('Travaux en masse');

export interface BatchKindInfo {
  label: string;
  /** What was done can be undone. */
  undone?: boolean;
  /** What was made can be had as one archive. */
  archive?: boolean;
}

/** What a person may start on many products: one line each; its room says how (`batches.handle`). */
export const BATCH_KINDS = {
  'sheet.apply': { label: 'Import de produits', undone: true },
  'field.set': { label: 'Champ modifié', undone: true },
  generate: { label: 'Documents générés', archive: true },
  undo: { label: 'Annulation' },
} as const satisfies Record<string, BatchKindInfo>;
export type BatchKind = keyof typeof BATCH_KINDS;
export const BATCH_KIND_NAMES = Object.keys(BATCH_KINDS) as [BatchKind, ...BatchKind[]];

/** `waiting` for its turn; `reverted`: what it had done was undone. */
export const BATCH_STATES = ['waiting', 'running', 'paused', 'done', 'cancelled', 'reverted'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

export const ITEM_STATES = ['waiting', 'done', 'failed', 'skipped', 'reverted'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** Products of one batch. */
export const BATCH_ITEMS_MAX = 5_000;
/** Batches of one person that are not over. */
export const BATCHES_EACH = 3;
/** Until when a batch may be undone (days). */
export const UNDO_DAYS = 30;

export const batch = z.object({
  id: z.string(),
  kind: z.enum(BATCH_KIND_NAMES),
  title: z.string(),
  state: z.enum(BATCH_STATES),
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  created_by: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** Why all of it is being undone, or was, in a sentence. */
  failure: z.string().nullable(),
  /** The batch that this one undoes, and the one that undid this one. */
  undoes: z.string().nullable(),
  undone_by: z.string().nullable(),
});
export type Batch = z.output<typeof batch>;

const value = z.union([z.string(), z.number(), z.boolean()]).nullable();

export const batchItem = z.object({
  seq: z.number().int(),
  /** The product; `null` for one that is to be made. */
  object_id: z.string().nullable(),
  label: z.string(),
  /** The line of the file that it comes from. */
  line: z.number().int().nullable(),
  state: z.enum(ITEM_STATES),
  message: z.string().nullable(),
  /** What was made: a product, a document. */
  result_id: z.string().nullable(),
  before: z.record(z.string(), value).nullable(),
  after: z.record(z.string(), value).nullable(),
});
export type BatchItem = z.output<typeof batchItem>;

const ids = z
  .array(z.string().max(100), { error: 'Une liste d’identifiants est attendue.' })
  .min(1, { error: 'Choisissez au moins un produit.' })
  .max(BATCH_ITEMS_MAX, { error: 'Un travail porte sur 5 000 produits au plus.' });
const products = z.union([ids, z.strictObject({ query: productQuery.strict() })], {
  error: ({ input, errors }) => {
    // A filter that is misspelt would mean all products.
    const [wrong] = Array.isArray(input) ? [] : (errors?.[1] ?? []);
    if (wrong?.code !== 'unrecognized_keys') return 'Choisissez de 1 à 5 000 produits.';
    return `Un filtre n’est pas connu : ${wrong.keys.map((key) => `« ${key} »`).join(', ')}.`;
  },
});

export const OPS = ['set', 'replace', 'empty'] as const;

const fieldSet = z.strictObject({
  kind: z.literal('field.set'),
  products,
  field: z.enum(BULK_FIELDS.map(({ name }) => name) as [BulkFieldName, ...BulkFieldName[]], {
    error: 'Ce champ ne se modifie pas en masse.',
  }),
  op: z.enum(OPS, { error: 'Une opération est « set », « replace » ou « empty ».' }),
  value: value.optional(),
  from: value.optional(),
});
const generate = z.strictObject({
  kind: z.literal('generate'),
  products,
  template_id: z.string({ error: 'Le modèle est requis' }).min(1, { error: 'Le modèle est requis' }).max(100),
  only_changed: z.boolean().optional(),
});
const undo = z.strictObject({ kind: z.literal('undo'), batch_id: z.string().min(1).max(100) });
const UNKNOWN = { error: 'Ce travail n’existe pas.' };
const demand = z.discriminatedUnion('kind', [fieldSet, generate, undo], UNKNOWN);
const planned = { plan: z.string({ error: 'Regardez d’abord ce qui serait fait.' }).max(100) };
const order = z.discriminatedUnion(
  'kind',
  [fieldSet.extend(planned), generate.extend(planned), undo.extend(planned)],
  UNKNOWN,
);
export type BatchDemand = z.output<typeof demand>;
export type DemandOf<K extends BatchDemand['kind']> = Extract<BatchDemand, { kind: K }>;

export const batchPlan = z.object({
  /** Hash of all that would be written. */
  plan: z.string(),
  title: z.string(),
  total: z.number().int(),
  /** What is left as it is, and why. */
  skipped: z.array(z.object({ id: z.string(), label: z.string(), reason: z.string() })),
  changes: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      field: z.string().nullable(),
      from: value,
      to: value,
      /** A validated product, which will then be « modifié depuis sa validation ». */
      validated: z.boolean(),
    }),
  ),
});
export type BatchPlan = z.output<typeof batchPlan>;

export const planBatch = api('POST /batches/plan', 'write', {
  summary: 'Ce qu’un travail en masse ferait, produit par produit, sans rien écrire',
  body: demand,
  bodyMaxBytes: LINES_BYTES,
  output: batchPlan,
});

const started = z.object({ id: z.string() });

export const startBatch = api('POST /batches', 'write', {
  summary: 'Lancer un travail en masse dont on a vu le plan',
  body: order,
  bodyMaxBytes: LINES_BYTES,
  output: started,
  status: 202,
  idempotent: true,
});

export const listBatches = api('GET /batches', 'member', {
  summary: 'Les travaux en masse, le plus récent d’abord',
  query: listQuery.extend({ kind: z.enum(BATCH_KIND_NAMES).optional(), open: flag.optional() }),
  output: z.array(batch),
});

export const getBatch = api('GET /batches/{id}', 'member', {
  summary: 'Un travail en masse, où il en est',
  output: batch,
});

export const listBatchItems = api('GET /batches/{id}/items', 'member', {
  summary: 'Ce qu’un travail en masse a fait de chaque produit',
  query: listQuery.extend({ state: z.enum(ITEM_STATES, { error: 'État inconnu.' }).optional() }),
  output: z.array(batchItem),
});

export const batchReport = api('GET /batches/{id}/report', 'member', {
  summary: 'Le compte rendu d’un travail en masse (.xlsx)',
  output: 'file',
});

export const batchArchive = api('GET /batches/{id}/zip', 'member', {
  summary: 'Les documents qu’un travail en masse a faits (.zip)',
  output: 'file',
});

export const pauseBatch = api('POST /batches/{id}/pause', 'write', {
  summary: 'Suspendre un travail en masse',
  output: batch,
});
export const resumeBatch = api('POST /batches/{id}/resume', 'write', {
  summary: 'Reprendre un travail en masse suspendu',
  output: batch,
});
export const cancelBatch = api('POST /batches/{id}/cancel', 'write', {
  summary: 'Arrêter un travail en masse ; ce qui est fait reste',
  output: batch,
});
export const retryBatch = api('POST /batches/{id}/retry', 'write', {
  summary: 'Essayer de nouveau ce qui a échoué',
  output: batch,
});
export const undoBatch = api('POST /batches/{id}/undo', 'write', {
  summary: 'Annuler ce qu’un travail en masse a écrit, là où personne n’a rien changé depuis',
  body: z.object({ plan: z.string().max(100).optional() }),
  output: started,
  status: 202,
});
