import type { BatchKind, ItemState } from '#shared/batches/batch.contract.ts';
import type { Change } from '#shared/products/product.contract.ts';
import type { Actor } from '../caller.ts';
import type { Executor } from '../db/open.ts';
import type { BatchItemRow, BatchRow } from '../db/tables.ts';
import { conflict } from '../errors.ts';
import type { FieldValues, ProductService } from '../products/product.service.ts';

/** What an item asks to be written of a product. */
export interface FieldInput {
  action: 'create' | 'update';
  values: FieldValues;
  /** What these fields held when somebody said yes. */
  seen: FieldValues;
  /** By what a new product is known: when somebody made it meanwhile, it is not made again. */
  key: { field: 'ref_produit' | 'ref_formule' | 'nom_commercial' | 'nom_produit'; value: string } | null;
}

/** What became of an item. */
export interface Outcome extends Partial<Pick<BatchItemRow, 'object_id' | 'label' | 'result_id'>> {
  state: ItemState;
  message?: string;
  before?: FieldValues | null;
  after?: FieldValues | null;
}

/** Who started a batch, as the journal names them: from no address, since it goes on by itself. */
export const authorOf = ({ created_by, created_by_id }: BatchRow): Actor => ({
  id: created_by_id,
  email: created_by,
  ip: null,
});

const TOLD: Record<BatchKind, string> = {
  'sheet.apply': 'Import',
  'field.set': 'Travail en masse',
  generate: 'Travail en masse',
  undo: 'Annulation',
};

/** What the history of a product says of the batch that changed it. */
export const toldOf = (batch: Pick<BatchRow, 'kind' | 'title'>, line: number | null): Change => ({
  field: 'batch',
  label: TOLD[batch.kind as BatchKind],
  from: null,
  to: line === null ? batch.title : `${batch.title}, ligne ${line}`,
});

/** Writes some fields of a product, or makes it, in the transaction that settles the item. @throws 404, 409, 422 */
export async function writeFields(
  products: ProductService,
  trx: Executor,
  { batch, item }: { batch: BatchRow; item: BatchItemRow },
): Promise<Outcome> {
  const { action, values, seen, key } = JSON.parse(item.input) as FieldInput;
  const by = authorOf(batch);
  const told = toldOf(batch, item.line);
  if (action === 'create') {
    if (key)
      for await (const { values: others, label } of products.named(key.field, [key.value], trx))
        if (sameKey(String(others[key.field] ?? ''), key.value))
          throw conflict(`Un produit de ce nom ou de cette référence a été créé entre-temps : « ${label} ».`);
    const { id, label } = await products.insertFields(trx, { values, by, told });
    return { state: 'done', object_id: id, result_id: id, label, after: values };
  }
  const id = item.object_id ?? '';
  const before = await products.setFields(trx, { id, values, seen, by, told });
  if (before === null) return { state: 'skipped', message: 'Ce produit a déjà ces valeurs.' };
  const names = Object.keys(before) as (keyof FieldValues)[];
  const after = Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  return { state: 'done', result_id: id, before, after };
}

/** What products are known by: whole, but for case and outer spaces. */
export const keyOf = (text: string): string => text.trim().toLowerCase();
export const sameKey = (one: string, other: string): boolean => keyOf(one) === keyOf(other);
