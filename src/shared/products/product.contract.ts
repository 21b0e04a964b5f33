import { endpoint } from '../contract/endpoint.ts';
import { listQuery } from '../contract/list.ts';
import { z } from '../contract/zod.ts';
import { answerShape } from '../fields/record.ts';
import {
  FIELDS,
  type FieldName,
  GRID_FIELDS,
  type GridFieldName,
  type ProductField,
  type ProductValues,
} from './product.fields.ts';
import { PRODUCT_STATUSES, productSchema } from './product.schema.ts';

const tag = 'Produits';

const meta = {
  id: z.string(),
  status: z.enum(PRODUCT_STATUSES),
  /** Share of the fields that are filled, a whole percentage. */
  progression: z.number().int(),
  /** Counts the saves; the `ETag` of the product. */
  revision: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
};

const NAME_FIELDS = FIELDS.filter((field) => field.name === 'nom_produit');

const summaryMeta = z.object(meta);
const productMeta = z.object({
  ...meta,
  has_formula_attachment: z.boolean(),
  /** Fields whose stored text their rule no longer takes: answered as they are, to be corrected. */
  unread: z.array(z.string()),
  created_by: z.string().nullable(),
  updated_by: z.string().nullable(),
});

export type SummaryFieldName = GridFieldName | 'nom_produit';
export const SUMMARY_FIELDS: readonly ProductField[] = [...GRID_FIELDS, ...NAME_FIELDS];

export type ProductSummary = z.output<typeof summaryMeta> & Pick<ProductValues, SummaryFieldName>;
export type Product = z.output<typeof productMeta> & ProductValues;

const summary = summaryMeta.extend(answerShape(SUMMARY_FIELDS)) as unknown as z.ZodType<ProductSummary>;
export const product = productMeta.extend(answerShape(FIELDS)) as unknown as z.ZodType<Product>;

const body = productSchema({ validated: false, hasFormula: false });

/** One value that a save changed. */
const change = z.object({
  field: z.string(),
  label: z.string(),
  from: z.union([z.string(), z.number()]).nullable(),
  to: z.union([z.string(), z.number()]).nullable(),
});

export const revision = z.object({
  revision: z.number().int(),
  at: z.string(),
  by: z.string().nullable(),
  status: z.enum(PRODUCT_STATUSES),
  changes: z.array(change),
});
export type Revision = z.output<typeof revision>;
export type Change = Omit<z.output<typeof change>, 'field'> & { field: FieldName | 'status' };

/** `status` keeps the drafts, or the validated ones. */
const productQuery = listQuery.extend({ status: z.enum(PRODUCT_STATUSES).optional() });
export type ProductQuery = z.output<typeof productQuery>;

export const listProducts = endpoint({
  method: 'GET',
  path: '/products',
  right: 'member',
  tag,
  summary: 'Lister les produits (résumés)',
  query: productQuery,
  output: z.array(summary),
});

export const getProduct = endpoint({
  method: 'GET',
  path: '/products/{id}',
  right: 'member',
  tag,
  summary: 'Lire un produit ; ETag porte sa révision',
  output: product,
});

export const createProduct = endpoint({
  method: 'POST',
  path: '/products',
  right: 'write',
  tag,
  summary: 'Créer un produit',
  body,
  checkedBy: 'service',
  output: product,
  status: 201,
  idempotent: true,
});

export const updateProduct = endpoint({
  method: 'PUT',
  path: '/products/{id}',
  right: 'write',
  tag,
  summary: 'Remplacer les champs d’un produit ; If-Match refuse une version périmée',
  body,
  checkedBy: 'service',
  output: product,
});

export const removeProduct = endpoint({
  method: 'DELETE',
  path: '/products/{id}',
  right: 'write',
  tag,
  summary: 'Mettre un produit à la corbeille',
  output: 'nothing',
});

export const listRevisions = endpoint({
  method: 'GET',
  path: '/products/{id}/revisions',
  right: 'member',
  tag,
  summary: 'Historique d’un produit, du plus récent au plus ancien',
  output: z.array(revision),
});
