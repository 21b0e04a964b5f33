import { productLabel } from '#shared/products/product.label.ts';
import { SEALED_YEARS, TRASH_DAYS, type TrashItem } from '#shared/trash/trash.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import { notFound } from '../errors.ts';
import * as store from './trash.store.ts';

const DAY = 86_400_000;

interface Dependencies {
  db: Db;
  audit: AuditService;
  clock: () => Date;
  /** Told once it is back: what waited for it may go on. */
  onRestored: (item: TrashItem) => Promise<void>;
}

export function createTrash({ db, audit, clock, onRestored }: Dependencies) {
  const list = async (executor: Executor): Promise<TrashItem[]> => {
    const rows = await store.listDeleted(executor);
    const items = rows.map((row) => ({
      ...row,
      // A product is known by its values.
      label: row.type === 'product' ? productLabel(JSON.parse(row.label)) : row.label,
    }));
    return items.sort((a, b) => b.deleted_at.localeCompare(a.deleted_at));
  };

  return {
    list: (): Promise<TrashItem[]> => list(db),

    async restore(id: string, by: Actor): Promise<TrashItem> {
      const restored = await inTransaction(
        db,
        async (trx) => {
          const item = (await list(trx)).find((one) => one.id === id);
          if (!item) throw notFound('élément');
          await store.restore(trx, item.type, id);
          await audit.record(trx, {
            action: `${item.type}.restore`,
            by,
            object: { type: item.type, id, label: item.label },
          });
          return item;
        },
        'trash',
      );
      await onRestored(restored);
      return restored;
    },

    /** Removes for good what the example made, its sealed documents too: nobody's file is among them. */
    purgeExample: (trx: Executor): Promise<number> => store.purgeExample(trx),

    /** Removes for good what has been in the trash for thirty days; a sealed document never before its ten years. */
    purge: (): Promise<number> =>
      inTransaction(
        db,
        async (trx) => {
          const now = clock();
          const sealed = new Date(now);
          sealed.setUTCFullYear(now.getUTCFullYear() - SEALED_YEARS);
          const count = await store.purge(trx, {
            deleted: new Date(now.getTime() - TRASH_DAYS * DAY).toISOString(),
            sealed: sealed.toISOString(),
          });
          if (count > 0)
            await audit.record(trx, {
              action: 'trash.purge',
              by: { id: null, email: null, ip: null },
              object: { type: 'trash', id: null, label: `${count} éléments` },
            });
          return count;
        },
        'trash',
      ),
  };
}

export type TrashService = ReturnType<typeof createTrash>;
