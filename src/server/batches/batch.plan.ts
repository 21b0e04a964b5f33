import { createHash } from 'node:crypto';
import type { BatchPlan } from '#shared/batches/batch.contract.ts';
import type { BatchItemRow } from '../db/tables.ts';

/** An item before it is stored. */
export type NewItem = Pick<BatchItemRow, 'object_id' | 'label' | 'line' | 'input'>;

/** A plan, and the items that would do it. */
export interface Planned extends BatchPlan {
  items: NewItem[];
  payload: object;
  undoes: string | null;
}

/** Of all that would be written, in its order: another one is another plan. */
export const planHash = (items: readonly NewItem[]): string =>
  createHash('sha256')
    .update(JSON.stringify(items.map(({ object_id, line, input }) => [object_id, line, input])))
    .digest('hex');

/** A plan that does nothing yet. */
export const emptyPlan = (title: string, payload: object = {}): Omit<Planned, 'plan' | 'total'> => ({
  title,
  skipped: [],
  changes: [],
  items: [],
  payload,
  undoes: null,
});
/** The plan with its hash. */
export const hashed = (made: Omit<Planned, 'plan' | 'total'>): Planned => ({
  ...made,
  plan: planHash(made.items),
  total: made.items.length,
});
