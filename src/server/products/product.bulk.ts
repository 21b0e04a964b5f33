import type { ProductKind } from '#shared/contract/product.kinds.ts';
import { type FieldValue, isFilled } from '#shared/fields/field.ts';
import { isSameValue } from '#shared/imports/sheet.values.ts';
import type { Change } from '#shared/products/product.contract.ts';
import { type FieldName, getField, type ProductValues } from '#shared/products/product.fields.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { ProductInput } from '#shared/products/product.schema.ts';
import { isRequired, type ProductStatus } from '#shared/products/product.status.ts';
import type { Actor } from '../caller.ts';
import type { Db, Executor } from '../db/open.ts';
import type { ProductRow } from '../db/tables.ts';
import { bodyFault, conflict, invalid } from '../errors.ts';
import type { Save } from './product.formula.ts';
import { lockOf, valuesOf } from './product.row.ts';
import * as store from './product.store.ts';

export type FieldValues = Readonly<Partial<Record<FieldName, FieldValue>>>;

/** A product as work on many of them looks at it. */
export interface ProductView {
  id: string;
  label: string;
  values: ProductValues;
  status: ProductStatus;
  revision: number;
  kind: ProductKind;
  /** Its formula is a table: its list of ingredients is written from it. */
  isInLines: boolean;
  hasFormula: boolean;
  /** Nobody has saved it, said its formula or attached a file since it was made. */
  isAsMade: boolean;
}

interface BulkDeps {
  db: Db;
  getRow: (executor: Executor, id: string) => Promise<ProductRow>;
  save: (trx: Executor, input: Save) => Promise<ProductRow>;
  insert: (trx: Executor, raw: unknown, told: { by: Actor; told: Change[] }) => Promise<ProductRow>;
  trash: (trx: Executor, id: string, by: Actor) => Promise<void>;
  check: (raw: unknown, row: ProductRow | null) => ProductInput;
}

const AT_ONCE = 500;

const viewOf = (row: ProductRow): ProductView => {
  const values = valuesOf(row.data);
  return {
    id: row.id,
    label: productLabel(values),
    values,
    status: row.status as ProductStatus,
    revision: row.revision,
    kind: row.type_produit as ProductKind,
    isInLines: row.formula_mode === 'table',
    hasFormula: row.has_formula === 1,
    isAsMade: row.revision === 1 && row.files_hash === '' && row.formula_mode === '' && row.type_said === 0,
  };
};

/** What work on many products reads and writes of each: some fields, in the transaction of that work, and never a status. */
export function createProductBulk({ db, getRow, save, insert, trash, check }: BulkDeps) {
  return {
    lockOf,

    /** Those of these products that are there, some hundred at a time. */
    async *views(ids: readonly string[]): AsyncGenerator<ProductView> {
      for (let from = 0; from < ids.length; from += AT_ONCE)
        for (const row of await store.listRows(db, ids.slice(from, from + AT_ONCE))) yield viewOf(row);
    },
    view: async (executor: Executor, id: string): Promise<ProductView | null> => {
      const row = await store.find(executor, id);
      return row ? viewOf(row) : null;
    },

    /** Those that may carry one of these values in a field by which products are known, whatever its case and accents. */
    async *named(
      field: store.KeyField,
      values: readonly string[],
      executor: Executor = db,
    ): AsyncGenerator<ProductView> {
      for (let from = 0; from < values.length; from += AT_ONCE)
        for (const row of await store.listByKey(executor, field, values.slice(from, from + AT_ONCE))) yield viewOf(row);
    },

    /** Makes a draft of some fields. @throws 422 */
    async insertFields(
      trx: Executor,
      { values, by, told }: { values: FieldValues; by: Actor; told: Change },
    ): Promise<{ id: string; label: string }> {
      const row = await insert(trx, { ...values, status: 'DRAFT' }, { by, told: [told] });
      return { id: row.id, label: productLabel(valuesOf(row.data)) };
    },

    /**
     * Writes some fields of a product, over what they were seen to be; its status stays, and a validated one is then modified
     * since its validation.
     * @param seen what the fields held when somebody said yes; one that holds something else by now is a conflict
     * @returns what they held; `null` when they hold it already
     * @throws 404, 409, 422
     */
    async setFields(
      trx: Executor,
      { id, values, seen, by, told }: { id: string; values: FieldValues; seen: FieldValues; by: Actor; told: Change },
    ): Promise<FieldValues | null> {
      const row = await getRow(trx, id);
      const before = valuesOf(row.data);
      const names = Object.keys(values) as FieldName[];
      const changed = names.filter((name) => !isSameValue(before[name], values[name] ?? null));
      if (changed.length === 0) return null;
      const moved = changed.filter((name) => name in seen && !isSameValue(before[name], seen[name] ?? null));
      if (moved.length > 0)
        throw conflict(`Changé entre-temps par quelqu’un : ${moved.map((name) => getField(name).label).join(', ')}.`);
      if (row.formula_mode === 'table' && changed.includes('ingredients')) throw conflict(IN_LINES);
      const wanted = Object.fromEntries(changed.map((name) => [name, values[name] ?? null]));
      // What a validated product lacks already is not this work's to say; what it would take away is.
      const demand = { validated: row.status === 'VALIDATED', hasFormula: row.has_formula === 1 };
      const emptied = changed
        .map(getField)
        .filter((field) => !isFilled(wanted[field.name]) && isRequired(field, demand));
      if (emptied.length > 0)
        throw invalid(emptied.map(({ name, message }) => bodyFault(name, message ?? '', 'missing')));
      const { status: _, ...checked } = check({ ...before, ...wanted, status: 'DRAFT' }, row);
      await save(trx, { row, values: checked, status: row.status as ProductStatus, by, told: [told] });
      return Object.fromEntries(changed.map((name) => [name, before[name]]));
    },

    trash,
  };
}

export const IN_LINES = 'La formule de ce produit est un tableau : modifiez-la dans son onglet « Formule ».';
