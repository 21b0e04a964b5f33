import { PRODUCT_KINDS, type ProductKind } from '#shared/contract/product.kinds.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { ProductStatus } from '#shared/products/product.status.ts';
import type { Actor } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import type { ProductRow } from '../db/tables.ts';
import { stale } from '../errors.ts';
import { isStale } from '../revision.ts';
import type { Save } from './product.formula.ts';
import { lockOf, NOT_LOOKED_AT, presentProduct, valuesOf } from './product.row.ts';
import type { ProductsDependencies } from './product.service.ts';
import * as store from './product.store.ts';

/** Proposals shown at once: the others follow when these are answered. */
const PROPOSALS_MAX = 500;

interface KindsDeps extends ProductsDependencies {
  getRow: (executor: Executor, id: string) => Promise<ProductRow>;
  save: (trx: Executor, input: Save) => Promise<ProductRow>;
}

/** By which law the file of each product is judged: said by a person, proposed by its name. */
export function createProductKinds({ db, audit, getRow, save }: KindsDeps) {
  return {
    /**
     * Says by which law its file is judged. What was typed for the other one stays, and comes back with it.
     * @param ifMatch as for `update`
     */
    setType: (
      id: string,
      kind: ProductKind,
      { ifMatch, by }: { ifMatch: string | null; by: Actor },
    ): Promise<Product> =>
      inTransaction(
        db,
        async (trx) => {
          const row = await getRow(trx, id);
          if (isStale(ifMatch, row.revision)) throw stale();
          const from = row.type_produit as ProductKind;
          const values = valuesOf(row.data);
          if (from === kind) {
            if (row.type_said === 1) return presentProduct(row);
            // Nothing of it changes, but nobody has to ask again.
            await store.setTypeSaid(trx, id);
            await audit.record(trx, {
              action: 'product.type',
              by,
              object: { type: 'product', id, label: productLabel(values) },
            });
            return presentProduct(row);
          }
          return presentProduct(
            await save(trx, {
              row,
              columns: { ...NOT_LOOKED_AT, type_produit: kind, type_said: 1 },
              values,
              status: row.status as ProductStatus,
              by,
              action: 'product.type',
              told: [
                {
                  field: 'type_produit',
                  label: 'Nature du produit',
                  from: PRODUCT_KINDS[from],
                  to: PRODUCT_KINDS[kind],
                },
              ],
            }),
          );
        },
        lockOf(id),
      ),

    /** Products that may be cleaning products by their names, until a person said of each what it is. */
    async typeProposals(): Promise<{ id: string; label: string; word: string; revision: number }[]> {
      return (await store.listTypeProposals(db, PROPOSALS_MAX)).map(({ id, summary, type_word, revision }) => ({
        id,
        label: productLabel(JSON.parse(summary)),
        word: type_word ?? '',
        revision,
      }));
    },
  };
}
