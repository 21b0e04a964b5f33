import { FOLLOW_KINDS } from '#shared/follow/follow.contract.ts';
import type { Change } from '#shared/products/product.contract.ts';
import { type Executor, lock } from '../db/open.ts';
import { type FollowDependencies, type FollowRecords, fileLock } from './follow.service.ts';
import * as store from './follow.store.ts';

export interface FollowRevision {
  id: string;
  record: keyof typeof FOLLOW_KINDS;
  label: string;
  revision: number;
  at: string;
  by: string | null;
  changes: Change[];
}

/** What all the rooms of the life of a product share: its history, and what comes back from the trash. */
export function createFollow(
  { db, products }: Pick<FollowDependencies, 'db' | 'products'>,
  rooms: readonly Pick<FollowRecords<never>, 'restoring' | 'written'>[],
) {
  return {
    async revisions(productId: string): Promise<FollowRevision[]> {
      await products.get(productId);
      return (await store.listRevisions(db, productId)).flatMap(
        ({ kind, changes, owner_id: id, product_id: _, ...rest }) =>
          kind in FOLLOW_KINDS
            ? [{ ...rest, id, record: kind as keyof typeof FOLLOW_KINDS, changes: JSON.parse(changes) }]
            : [],
      );
    },

    /** In the transaction in which it comes back from the trash. @param bringBack writes that it is there again */
    async restoring(trx: Executor, id: string, bringBack: () => Promise<void>): Promise<void> {
      const row = await store.findById(trx, id);
      if (row) await lock(trx, fileLock(row.product_id));
      for (const room of rooms) await room.restoring(trx, id);
      await bringBack();
      if (row) for (const room of rooms) await room.written(trx, row.product_id);
    },
  };
}
export type FollowHistory = ReturnType<typeof createFollow>;
