import type { Change } from '#shared/products/product.contract.ts';
import type { Actor } from '../caller.ts';
import type { Executor } from '../db/open.ts';
import type { ProductRow } from '../db/tables.ts';
import * as store from './product.store.ts';

/** Adds a save to the history of a product. */
export const writeRevision = (
  trx: Executor,
  { row, changes, by }: { row: ProductRow; changes: Change[]; by: Actor },
): Promise<void> =>
  store.insertRevision(trx, {
    product_id: row.id,
    revision: row.revision,
    at: row.updated_at,
    by: by.email,
    status: row.status,
    changes: JSON.stringify(changes),
    data: row.data,
    began_at: null,
  });
