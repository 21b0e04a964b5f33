import { BATCH_ITEMS_MAX, type BatchPlan } from '#shared/batches/batch.contract.ts';
import { isSameValue } from '#shared/imports/sheet.values.ts';
import { type FieldName, getField } from '#shared/products/product.fields.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Executor } from '../db/open.ts';
import type { BatchItemRow, BatchRow } from '../db/tables.ts';
import type { FieldValues, ProductService, ProductView } from '../products/product.service.ts';
import { authorOf, type Outcome, toldOf } from './batch.items.ts';

export interface UndoingDeps {
  products: ProductService;
  audit: Pick<AuditService, 'countOf'>;
  /** Whether a document was made of a product. */
  hasDocuments: (productId: string, executor: Executor) => Promise<boolean>;
}

/** What taking an item back would do. */
export interface Reversal {
  /** It was made by the item, and nobody has touched it since. */
  remove: boolean;
  /** Fields that still hold what was written, with what they held before. */
  values: FieldValues;
  /** What stays, and why; `null` when all goes back. */
  stays: string | null;
}

const parsed = (json: string | null): FieldValues => (json === null ? {} : (JSON.parse(json) as FieldValues));

/** Takes back what items wrote, where nobody has changed it since. */
export function createUndoing({ products, audit, hasDocuments }: UndoingDeps) {
  const reversalOf = async (item: BatchItemRow, product: ProductView | null, executor: Executor): Promise<Reversal> => {
    const stay = (stays: string): Reversal => ({ remove: false, values: {}, stays });
    if (!product) return stay('Ce produit n’est plus là.');
    if (item.before === null) {
      const isTouched =
        !product.isAsMade ||
        // The line that made it is the only one about it.
        (await audit.countOf(product.id, executor)) > 1 ||
        (await hasDocuments(product.id, executor));
      return isTouched
        ? stay('Quelqu’un a travaillé sur ce produit depuis : il reste.')
        : { remove: true, values: {}, stays: null };
    }
    const [before, after] = [parsed(item.before), parsed(item.after)];
    const names = Object.keys(after) as FieldName[];
    const [back, kept] = [
      names.filter((name) => isSameValue(product.values[name], after[name] ?? null)),
      names.filter((name) => !isSameValue(product.values[name], after[name] ?? null)),
    ];
    const labels = kept.map((name) => getField(name).label).join(', ');
    return {
      remove: false,
      values: Object.fromEntries(back.map((name) => [name, before[name] ?? null])),
      stays: kept.length > 0 ? `Changé depuis, et laissé tel quel : ${labels}.` : null,
    };
  };

  return {
    /** In the transaction that settles it. @throws 404, 422 */
    async revert(trx: Executor, { batch, item }: { batch: BatchRow; item: BatchItemRow }): Promise<Outcome> {
      const id = item.result_id ?? item.object_id ?? '';
      const product = await products.view(trx, id);
      const { remove, values, stays } = await reversalOf(item, product, trx);
      const by = authorOf(batch);
      if (remove) {
        await products.trash(trx, id, by);
        return { state: 'done', message: 'Mis à la corbeille.', result_id: id };
      }
      if (Object.keys(values).length === 0) return { state: 'skipped', message: stays ?? 'Rien à reprendre.' };
      const before = await products.setFields(trx, { id, values, seen: {}, by, told: toldOf(batch, null) });
      return { state: 'done', result_id: id, before, after: values, ...(stays ? { message: stays } : {}) };
    },

    /** Adds to a plan what taking back an item would change of its product, and what would stay. */
    async tell(
      plan: Pick<BatchPlan, 'skipped' | 'changes'>,
      { item, product, executor }: { item: BatchItemRow; product: ProductView | null; executor: Executor },
    ): Promise<boolean> {
      const { remove, values, stays } = await reversalOf(item, product, executor);
      const [id, label] = [product?.id ?? item.result_id ?? '', product?.label ?? item.label];
      const validated = product?.status === 'VALIDATED';
      if (stays) plan.skipped.push({ id, label, reason: stays });
      // What is told is bounded; what is done is counted by product.
      if (plan.changes.length >= BATCH_ITEMS_MAX) return remove || Object.keys(values).length > 0;
      if (remove) plan.changes.push({ id, label, field: null, from: label, to: null, validated });
      for (const name of Object.keys(values) as FieldName[])
        plan.changes.push({
          id,
          label,
          field: name,
          from: product?.values[name] ?? null,
          to: values[name] ?? null,
          validated,
        });
      return remove || Object.keys(values).length > 0;
    },
  };
}

export type Undoing = ReturnType<typeof createUndoing>;
