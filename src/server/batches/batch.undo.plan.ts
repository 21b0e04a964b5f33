import { type DemandOf, UNDO_DAYS } from '#shared/batches/batch.contract.ts';
import { batchKindInfo, isOver } from '#shared/batches/batch.words.ts';
import type { Db } from '../db/open.ts';
import type { BatchRow } from '../db/tables.ts';
import { conflict, notFound } from '../errors.ts';
import type { ProductService } from '../products/product.service.ts';
import { type Asker, mustOwn } from './batch.asker.ts';
import { emptyPlan, hashed, type Planned } from './batch.plan.ts';
import * as store from './batch.store.ts';
import type { Undoing } from './batch.undoing.ts';

interface UndoPlanDeps {
  db: Db;
  clock: () => Date;
  products: ProductService;
  undoing: Undoing;
}

const DAY_MS = 86_400_000;

/** What taking a batch back would do, and what would stay. */
export function createUndoPlan({ db, clock, products, undoing }: UndoPlanDeps) {
  /** A batch that may be undone. @throws 403, 404, 409 */
  const undoable = async (id: string, asker: Asker): Promise<BatchRow> => {
    const batch = await store.find(db, id);
    if (!batch) throw notFound('travail');
    mustOwn(batch, asker, 'Ce travail');
    if (!batchKindInfo(batch.kind as 'undo').undone)
      throw conflict('Ce travail ne s’annule pas : rien de ce qui existait n’a été changé.');
    if (!isOver(batch.state as 'done')) throw conflict('Ce travail n’est pas fini : arrêtez-le d’abord.');
    if (batch.state === 'reverted') throw conflict('Ce travail est déjà annulé.');
    if (clock().getTime() - Date.parse(batch.ended_at ?? batch.created_at) > UNDO_DAYS * DAY_MS)
      throw conflict(`Un travail s’annule dans les ${UNDO_DAYS} jours : celui-ci est plus ancien.`);
    return batch;
  };

  return async ({ batch_id }: DemandOf<'undo'>, asker: Asker): Promise<Planned> => {
    const batch = await undoable(batch_id, asker);
    const made = emptyPlan(batch.title);
    for await (const item of store.allItems(db, batch.id)) {
      if (item.state !== 'done') continue;
      const product = await products.view(db, item.result_id ?? item.object_id ?? '');
      if (await undoing.tell(made, { item, product, executor: db }))
        made.items.push({
          object_id: product?.id ?? null,
          label: product?.label ?? item.label,
          line: null,
          input: JSON.stringify({ batch_id: batch.id, seq: item.seq }),
        });
    }
    return { ...hashed(made), undoes: batch.id };
  };
}
