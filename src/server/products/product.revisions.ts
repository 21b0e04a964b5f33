import type { Change } from '#shared/products/product.contract.ts';
import { FIELDS, type ProductValues } from '#shared/products/product.fields.ts';
import { type ProductStatus, STATUS_LABELS } from '#shared/products/product.status.ts';
import type { Actor } from '../caller.ts';
import type { Executor } from '../db/open.ts';
import type { ProductRow } from '../db/tables.ts';
import { valuesOf } from './product.row.ts';
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

/** What a save changes; from nothing for the first one. */
export function changesBetween(before: ProductRow | null, values: ProductValues, status: ProductStatus): Change[] {
  const old = before ? valuesOf(before.data) : null;
  const changes: Change[] = FIELDS.filter((field) => (old?.[field.name] ?? null) !== values[field.name]).map(
    (field) => ({
      field: field.name,
      label: field.label,
      from: old?.[field.name] ?? null,
      to: values[field.name],
    }),
  );
  if (before && before.status !== status)
    changes.push({
      field: 'status',
      label: 'Statut',
      from: STATUS_LABELS[before.status as ProductStatus],
      to: STATUS_LABELS[status],
    });
  return changes;
}
