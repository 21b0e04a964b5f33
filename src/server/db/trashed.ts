import type { Executor } from './open.ts';

/** Products in the trash: they are few, and an index of their own names them. */
export const productsInTrash = (db: Executor) =>
  db.selectFrom('products').select('id').where('deleted_at', 'is not', null);
