import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { fold } from '#shared/contract/list.ts';
import { POINT_COUNTS, type ProductKind } from '#shared/contract/product.kinds.ts';
import { printValue } from '#shared/fields/field.text.ts';
import { isFilled } from '#shared/fields/field.ts';
import { readStored } from '#shared/fields/record.ts';
import { chronologyOf } from '#shared/products/product.chronology.ts';
import {
  type Product,
  type ProductSummary,
  SUMMARY_FIELDS,
  type SummaryFieldName,
} from '#shared/products/product.contract.ts';
import { FIELDS, type FieldName, isStoodForByFile, type ProductValues } from '#shared/products/product.fields.ts';
import { cleaningWordOf } from '#shared/products/product.kind.words.ts';
import { progressionOf } from '#shared/products/product.progress.ts';
import type { ProductStatus } from '#shared/products/product.status.ts';
import { searchText } from '../db/fulltext.ts';
import type { ProductRow } from '../db/tables.ts';

type Computed = Pick<
  ProductRow,
  | 'data'
  | 'summary'
  | 'search_text'
  | 'progression'
  | 'lacks_formula'
  | 'late_validation'
  | 'type_word'
  | Extract<keyof ProductRow, `sort_${string}`>
>;

/** The one place where the columns SQL needs are made from a product's values, and from what stands beside them. */
export function columnsOf(
  values: ProductValues,
  { has_formula, beside_text }: Pick<ProductRow, 'has_formula' | 'beside_text'>,
): Computed {
  const sorts = Object.fromEntries(
    SUMMARY_FIELDS.map((field) => [`sort_${field.name}`, fold(String(values[field.name] ?? ''))]),
  );
  return {
    ...(sorts as Pick<Computed, Extract<keyof Computed, `sort_${string}`>>),
    data: JSON.stringify(values),
    summary: JSON.stringify(Object.fromEntries(SUMMARY_FIELDS.map((field) => [field.name, values[field.name]]))),
    // As printed and as stored: 12 500 is found by 12500, 15/03/2026 by 2026-03-15.
    search_text: searchText([
      ...FIELDS.flatMap((field) => [
        ...new Set([printValue(field, values[field.name]), String(values[field.name] ?? '')]),
      ]),
      beside_text,
    ]),
    late_validation: chronologyOf(values).length > 0 ? 1 : 0,
    type_word: cleaningWordOf(values),
    ...formulaColumnsOf(values, has_formula === 1),
  };
}

/** What a file that comes or goes changes. */
export const formulaColumnsOf = (
  values: ProductValues,
  hasFormula: boolean,
): Pick<Computed, 'progression' | 'lacks_formula'> => ({
  progression: progressionOf(values, hasFormula),
  lacks_formula:
    !hasFormula && FIELDS.some((field) => isStoodForByFile(field) && !isFilled(values[field.name])) ? 1 : 0,
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Of the files attached to a product: in which field, and their bytes. Empty without any. */
export const filesHashOf = (files: readonly { field_key: string; sha256: string }[]): string =>
  files.length === 0
    ? ''
    : sha256(
        files
          .map(({ field_key, sha256: bytes }) => `${field_key} ${bytes}`)
          .sort()
          .join('\n'),
      );

/** Of what a validation is about: the filled fields, the files, the composition. A field that the catalogue gains changes nothing. */
export const contentHashOf = ({
  data,
  files_hash,
  composition_sha256,
  type_produit,
}: Pick<ProductRow, 'data' | 'files_hash' | 'composition_sha256' | 'type_produit'>): string =>
  sha256(
    JSON.stringify([
      Object.entries(JSON.parse(data) as Record<string, unknown>)
        .filter(([, value]) => isFilled(value))
        .map(([name, value]) => [name, String(value)])
        .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
      files_hash,
      // Without a formula in lines, the hash is what it was before there were any.
      ...(composition_sha256 ? [composition_sha256] : []),
      // A cosmetic is what every product was.
      ...(type_produit === 'cosmetique' ? [] : [{ type_produit }]),
    ]),
  );

/** Whether it is no longer what was validated. */
export const modifiedOf = (
  row: Pick<ProductRow, 'data' | 'files_hash' | 'composition_sha256' | 'type_produit' | 'validated_hash'>,
): number => (row.validated_hash !== null && row.validated_hash !== contentHashOf(row) ? 1 : 0);

interface Read {
  values: Readonly<ProductValues>;
  unread: readonly FieldName[];
}
/** A save reads a product three times, a document oftener. */
const known = new LRUCache<string, Read>({ maxSize: 4_000_000, sizeCalculation: (_, data) => data.length });

function readData(data: string): Read {
  const kept = known.get(data);
  if (kept) return kept;
  const { values, unread } = readStored(FIELDS, JSON.parse(data) as Record<string, unknown>);
  const read = { values: Object.freeze(values as ProductValues), unread };
  known.set(data, read);
  return read;
}

/** The stored values, as today's catalogue reads them. */
export const valuesOf = (data: string): ProductValues => readData(data).values;

/** The stored texts that today's catalogue does not take, by the name of their field: sent back, they may stay. */
export function keptOf(data: string): Record<string, string> {
  const { values, unread } = readData(data);
  return Object.fromEntries(unread.map((name) => [name, String(values[name])]));
}

/** What was chosen; before anybody did, what there is. */
const formulaModeOf = (
  { formula_mode, has_formula }: Pick<ProductRow, 'formula_mode' | 'has_formula'>,
  values: ProductValues,
): Product['formula_mode'] => {
  if (formula_mode !== '') return formula_mode as Product['formula_mode'];
  return has_formula === 1 && !isFilled(values.ingredients) ? 'file' : 'text';
};

export type SummaryRow = Pick<
  ProductRow,
  | 'id'
  | 'status'
  | 'progression'
  | 'revision'
  | 'modified_since_validation'
  | 'example'
  | 'type_produit'
  | 'control_covered'
  | 'findings_red'
  | 'findings_orange'
  | 'created_at'
  | 'updated_at'
  | 'summary'
>;

const metaOf = (row: SummaryRow) => ({
  id: row.id,
  status: row.status as ProductStatus,
  progression: row.progression,
  revision: row.revision,
  modified_since_validation: row.modified_since_validation === 1,
  example: row.example === 1,
  type_produit: row.type_produit as ProductKind,
  control_covered: row.control_covered,
  control_total: POINT_COUNTS[row.type_produit as ProductKind],
  findings:
    row.findings_red === null || row.findings_orange === null
      ? null
      : { rouge: row.findings_red, orange: row.findings_orange },
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export function presentSummary(row: SummaryRow): ProductSummary {
  const { values } = readStored(SUMMARY_FIELDS, JSON.parse(row.summary) as Record<string, unknown>);
  return { ...(values as Pick<ProductValues, SummaryFieldName>), ...metaOf(row) };
}

export function presentProduct(row: ProductRow): Product {
  const { values, unread } = readData(row.data);
  return {
    ...values,
    ...metaOf(row),
    has_formula_attachment: row.has_formula === 1,
    formula_mode: formulaModeOf(row, values),
    unread: [...unread],
    created_by: row.created_by,
    updated_by: row.updated_by,
  };
}

/** What the follower of the journal computes of a product soon after: nothing of it is known. */
export const NOT_LOOKED_AT = {
  control_covered: null,
  control_open: 0,
  control_red: 0,
  control_review: 0,
  deadline_late: 0,
  effect_open: 0,
  findings_red: null,
  findings_orange: null,
} satisfies Partial<ProductRow>;

/** What a transaction that changes a product holds. */
export const lockOf = (id: string): string => `product ${id}`;
