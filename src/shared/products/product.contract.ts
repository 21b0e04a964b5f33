import { z } from 'zod';
import { endpointsOf, RECORD_BYTES } from '../contract/endpoint.ts';
import { listQuery } from '../contract/list.query.ts';
import { PRODUCT_KIND_NAMES } from '../contract/product.kinds.ts';
import { isDay } from '../fields/date.ts';
import { TEXT_MAX } from '../fields/field.reading.ts';
import { answerShape, inputShape } from '../fields/record.shape.ts';
import { FINDING_CODE_NAMES } from '../findings/finding.ts';
import {
  FIELDS,
  GRID_FIELDS,
  type GridFieldName,
  getField,
  type ProductField,
  type ProductValues,
  REPEATED_FIELDS,
  type RepeatedFieldName,
} from './product.fields.ts';
import { productSchema } from './product.schema.ts';
import { PRODUCT_STATUSES } from './product.status.ts';

const api = endpointsOf('Produits');

const meta = {
  id: z.string(),
  status: z.enum(PRODUCT_STATUSES),
  /** Share of the fields that are filled, a whole percentage. */
  progression: z.number().int(),
  /** Counts the saves; the `ETag` of the product. */
  revision: z.number().int(),
  /** Fields or files are no longer what they were when it was last validated. The status stays as it is. */
  modified_since_validation: z.boolean(),
  /** A cosmetic or a cleaning product: by which law its file is judged. */
  type_produit: z.enum(PRODUCT_KIND_NAMES),
  /** Made by the example, and gone with it. */
  example: z.boolean(),
  /** Of the points of its kind, those that are covered; `null` while it is being computed. */
  control_covered: z.number().int().nullable(),
  /** How many points its kind has. */
  control_total: z.number().int(),
  /** Findings of its file, by level; `null` while they are being computed. */
  findings: z.object({ rouge: z.number().int(), orange: z.number().int() }).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
};

const MORE_FIELDS = FIELDS.filter((field) => field.name === 'nom_produit' || (field.repeats && !field.grid));

const summaryMeta = z.object(meta);
const productMeta = z.object({
  ...meta,
  has_formula_attachment: z.boolean(),
  /** Which is the formula: the typed text, the file, or the lines of a table, from which the text is then written. */
  formula_mode: z.enum(['text', 'file', 'table']),
  /** Fields whose stored text their rule no longer takes: answered as they are, to be corrected. */
  unread: z.array(z.string()),
  created_by: z.string().nullable(),
  updated_by: z.string().nullable(),
});

export type SummaryFieldName = GridFieldName | RepeatedFieldName | 'nom_produit';
export const SUMMARY_FIELDS: readonly ProductField[] = [...GRID_FIELDS, ...MORE_FIELDS];

export type ProductSummary = z.output<typeof summaryMeta> & Pick<ProductValues, SummaryFieldName>;
export type Product = z.output<typeof productMeta> & ProductValues;

const summary = summaryMeta.extend(answerShape(SUMMARY_FIELDS)) as unknown as z.ZodType<ProductSummary>;
export const product = productMeta.extend(answerShape(FIELDS)) as unknown as z.ZodType<Product>;

const body = productSchema({ validated: false, hasFormula: false });

/** One value that a save changed. */
export const change = z.object({
  field: z.string(),
  label: z.string(),
  from: z.union([z.string(), z.number()]).nullable(),
  to: z.union([z.string(), z.number()]).nullable(),
});

export const revision = z.object({
  revision: z.number().int(),
  at: z.string(),
  /** When the first of the saves was made that it stands for; one alone does not say. */
  began_at: z.string().optional(),
  by: z.string().nullable(),
  status: z.enum(PRODUCT_STATUSES),
  changes: z.array(change),
});
export type Revision = z.output<typeof revision>;
/** What comes before the key of a file in the `field` of a change. */
export const FILE_CHANGE = 'attachment:';

/** `field` may also be `status`, or say that a file came, went or was renamed: `attachment:formula`. */
export type Change = z.output<typeof change>;

const day = z.string().refine(isDay, { error: 'Date invalide.' }).optional();

/** What the list may be narrowed to, besides a search: by the exact value of a field that comes back, without case or accents. */
const filters = Object.fromEntries(
  REPEATED_FIELDS.map(({ name }) => [name, z.string().max(TEXT_MAX).optional()]),
) as Record<RepeatedFieldName, z.ZodOptional<z.ZodString>>;

/** What may be wrong with a product, as the list is narrowed to it, and how people say it. */
export const PRODUCT_MARKS = {
  modified: 'Modifiés depuis leur validation',
  late: 'Validés après leur mise sur le marché',
  without_formula: 'Sans formule',
  control_open: 'Points incomplets',
  findings_red: 'Remarque bloquante',
  findings_orange: 'Remarque à regarder',
  control_red: 'Partie B ou CPNP après la mise sur le marché',
  control_review: 'Évaluation à réviser',
  deadline_late: 'Échéance dépassée',
  effect_open: 'Effet grave ouvert',
} as const;
export type ProductMark = keyof typeof PRODUCT_MARKS;

const marks = Object.fromEntries(
  Object.keys(PRODUCT_MARKS).map((name) => [name, z.enum(['true']).optional()]),
) as Record<ProductMark, z.ZodOptional<z.ZodEnum<{ true: 'true' }>>>;

/**
 * `status` keeps the drafts, or the validated ones; a mark those that carry it; `marche_du` and `marche_au` bound the
 * date of placing on the market, both included.
 */
export const productQuery = listQuery.extend({
  ...filters,
  status: z.enum(PRODUCT_STATUSES).optional(),
  ...marks,
  type_produit: z.enum(PRODUCT_KIND_NAMES, { error: 'Nature inconnue.' }).optional(),
  /** Those in whose file this was found. */
  finding: z.enum(FINDING_CODE_NAMES, { error: 'Remarque inconnue.' }).optional(),
  marche_du: day,
  marche_au: day,
  /** `mine`: whoever asks is to read it again; `late`: its reviewer is late. */
  review: z.enum(['mine', 'late'], { error: 'Relecture : mine, ou late.' }).optional(),
});
export type ProductQuery = z.output<typeof productQuery>;

export const listProducts = api('GET /products', 'member', {
  summary:
    'Lister les produits (résumés) ; « search » cherche dans leurs champs, leurs références CPNP, PCN et UFI, et les noms de leurs pièces',
  query: productQuery,
  output: z.array(summary),
});

/** How many values are offered at once. */
export const SUGGESTIONS_MAX = 20;

export const suggestValues = api('GET /products/values', 'member', {
  summary: 'Les valeurs déjà saisies d’un champ qui revient d’une fiche à l’autre',
  query: z.object({
    field: z.enum(REPEATED_FIELDS.map(({ name }) => name) as [RepeatedFieldName, ...RepeatedFieldName[]], {
      error: 'Champ inconnu.',
    }),
    search: z.string().max(TEXT_MAX).optional(),
  }),
  output: z.array(z.string()),
});

export const findReference = api('GET /products/references', 'member', {
  summary: 'Les produits qui portent déjà une référence, de formule ou de produit',
  query: z.object({ reference: z.string().min(1).max(TEXT_MAX), except: z.string().max(100).optional() }),
  output: z.array(z.object({ id: z.string(), label: z.string(), reference: z.string() })),
});

export const getProduct = api('GET /products/{id}', 'member', {
  summary: 'Lire un produit ; ETag porte sa révision',
  output: product,
});

export const createProduct = api('POST /products', 'write', {
  summary: 'Créer un produit',
  body,
  checkedBy: 'service',
  bodyMaxBytes: RECORD_BYTES,
  output: product,
  status: 201,
  idempotent: true,
});

/** A copy has a name and references of its own. */
const COPIED_NAMES = ['nom_commercial', 'ref_formule', 'ref_produit'] as const;
export const duplicateProduct = api('POST /products/{id}/duplicate', 'write', {
  summary:
    'Dupliquer un produit : un brouillon avec sa fiche, sa formule, sa conformité et son exposition ; ce qui n’est vrai que de lui, ses pièces et son évaluation restent',
  body: z.strictObject(inputShape(COPIED_NAMES.map(getField), { isRequired: () => false })) as unknown as z.ZodObject &
    z.ZodType<Pick<ProductValues, (typeof COPIED_NAMES)[number]>>,
  output: product,
  status: 201,
  idempotent: true,
});

export const updateProduct = api('PUT /products/{id}', 'write', {
  summary: 'Remplacer les champs d’un produit ; If-Match refuse une version périmée',
  body,
  checkedBy: 'service',
  bodyMaxBytes: RECORD_BYTES,
  output: product,
});

export const setProductType = api('PUT /products/{id}/type', 'write', {
  summary: 'Dire d’un produit si c’est un cosmétique ou un produit de nettoyage : rien de ce qui est saisi ne se perd',
  body: z.strictObject({
    type_produit: z.enum(PRODUCT_KIND_NAMES, { error: 'Un produit est « cosmetique » ou « nettoyage ».' }),
  }),
  output: product,
});
export const listTypeProposals = api('GET /products/types/proposals', 'member', {
  summary: 'Les produits dont le nom fait penser à un produit de nettoyage, et dont personne n’a dit la nature',
  output: z.array(z.object({ id: z.string(), label: z.string(), word: z.string(), revision: z.number().int() })),
});

export const removeProduct = api('DELETE /products/{id}', 'write', {
  summary: 'Mettre un produit à la corbeille',
  output: 'nothing',
});

export const listRevisions = api('GET /products/{id}/revisions', 'member', {
  summary: 'Historique d’un produit, du plus récent au plus ancien',
  output: z.array(revision),
});
