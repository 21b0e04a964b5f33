import { fold } from '#shared/contract/list.ts';
import { printValue } from '#shared/fields/field.text.ts';
import type { Product, ProductSummary } from '#shared/products/product.contract.ts';
import { SUMMARY_FIELDS } from '#shared/products/product.contract.ts';
import { FIELDS, type ProductValues } from '#shared/products/product.fields.ts';
import { progressionOf } from '#shared/products/product.progress.ts';
import type { ProductStatus } from '#shared/products/product.schema.ts';
import { searchText } from '../db/search.ts';
import type { ProductRow } from '../db/tables.ts';

type Computed = Pick<
  ProductRow,
  'data' | 'summary' | 'search_text' | 'progression' | Extract<keyof ProductRow, `sort_${string}`>
>;

/** The one place where the columns SQL needs are made from a product's values. */
export function columnsOf(values: ProductValues, hasFormula: boolean): Computed {
  const sorts = Object.fromEntries(
    SUMMARY_FIELDS.map((field) => [`sort_${field.name}`, fold(String(values[field.name] ?? ''))]),
  );
  return {
    ...(sorts as Pick<Computed, Extract<keyof Computed, `sort_${string}`>>),
    data: JSON.stringify(values),
    summary: JSON.stringify(Object.fromEntries(SUMMARY_FIELDS.map((field) => [field.name, values[field.name]]))),
    // As printed and as stored: 12 500 is found by 12500, 15/03/2026 by 2026-03-15.
    search_text: searchText(
      FIELDS.flatMap((field) => [
        ...new Set([printValue(field, values[field.name]), String(values[field.name] ?? '')]),
      ]),
    ),
    progression: progressionOf(values, hasFormula),
  };
}

/** The stored values; a field added to the catalogue since reads as empty. */
export function valuesOf(data: string): ProductValues {
  const stored = JSON.parse(data) as Partial<ProductValues>;
  return Object.fromEntries(FIELDS.map((field) => [field.name, stored[field.name] ?? null])) as ProductValues;
}

export type SummaryRow = Pick<
  ProductRow,
  'id' | 'status' | 'progression' | 'revision' | 'created_at' | 'updated_at' | 'summary'
>;

const metaOf = (row: SummaryRow) => ({
  id: row.id,
  status: row.status as ProductStatus,
  progression: row.progression,
  revision: row.revision,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const presentSummary = (row: SummaryRow): ProductSummary => ({ ...JSON.parse(row.summary), ...metaOf(row) });

export const presentProduct = (row: ProductRow): Product => ({
  ...valuesOf(row.data),
  ...metaOf(row),
  has_formula_attachment: row.has_formula === 1,
  created_by: row.created_by,
  updated_by: row.updated_by,
});
