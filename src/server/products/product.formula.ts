import type { Change, Product } from '#shared/products/product.contract.ts';
import type { ProductValues } from '#shared/products/product.fields.ts';
import type { ProductStatus } from '#shared/products/product.status.ts';
import type { Actor } from '../caller.ts';
import type { Executor } from '../db/open.ts';
import type { ProductRow } from '../db/tables.ts';
import { contentHashOf, modifiedOf, valuesOf } from './product.row.ts';
import * as store from './product.store.ts';

interface ProductFormulaDeps {
  getRow: (executor: Executor, id: string) => Promise<ProductRow>;
  save: (trx: Executor, input: Save) => Promise<ProductRow>;
}

/** What other rooms write of a product. */
export function createProductFormula({ getRow, save }: ProductFormulaDeps) {
  return {
    /** Marks the product validated, as finalising its document does. Its fields stay as they are. */
    async markValidated(trx: Executor, id: string, by: Actor): Promise<void> {
      const row = await store.findToWrite(trx, id);
      if (!row) return;
      // Nothing of the product changes: what it is now is what was validated.
      if (row.status === 'VALIDATED') return store.setValidatedHash(trx, id, contentHashOf(row));
      await save(trx, { row, values: valuesOf(row.data), status: 'VALIDATED', by });
    },

    /**
     * Which is the formula from now on, and, of a table, the text that is written from it: a save like another, with this
     * change beside those of the fields.
     */
    async setFormula(
      trx: Executor,
      id: string,
      {
        mode,
        text,
        composition_sha256,
        change,
        by,
      }: {
        mode: Product['formula_mode'];
        /** `null`: the typed text stays. */
        text: string | null;
        composition_sha256: string;
        change: Change;
        by: Actor;
      },
    ): Promise<void> {
      const row = await getRow(trx, id);
      const values = { ...valuesOf(row.data), ...(text === null ? {} : { ingredients: text }) };
      await save(trx, {
        row,
        columns: { formula_mode: mode, composition_sha256 },
        values,
        status: row.status as ProductStatus,
        by,
        formula: change,
      });
    },

    /**
     * A raw material of their formulas is made of something else: no field changes, but what was validated may.
     * @param compositions by product
     */
    async setCompositions(trx: Executor, compositions: ReadonlyMap<string, string>): Promise<void> {
      for (const row of await store.listInLinesToWrite(trx, [...compositions.keys()])) {
        const composition_sha256 = compositions.get(row.id) ?? row.composition_sha256;
        if (row.composition_sha256 === composition_sha256) continue;
        await store.setComposition(trx, row.id, {
          composition_sha256,
          modified_since_validation: modifiedOf({ ...row, composition_sha256 }),
        });
      }
    },
  };
}

export interface Save {
  /** As it is kept. */
  row: ProductRow;
  /** What changes of it beside its values. */
  columns?: Partial<ProductRow>;
  values: ProductValues;
  status: ProductStatus;
  by: Actor;
  /** The formula changed by itself, in its table: nobody validated anything by that. */
  formula?: Change;
  /** Said in the history beside what changed of the fields. */
  told?: Change[];
  action?: 'product.update' | 'product.type';
  /** Sent back as it was read: nobody validated anything by that. */
  isKept?: boolean;
}
