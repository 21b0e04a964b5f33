import { counted } from '../fields/counted.ts';
import { BATCH_KINDS, type Batch, type BatchKind, type BatchKindInfo, type BatchState } from './batch.contract.ts';

export const batchKindInfo = (kind: BatchKind): BatchKindInfo => BATCH_KINDS[kind];

export const isOver = (state: BatchState): boolean => state === 'done' || state === 'cancelled' || state === 'reverted';

type Counts = Pick<Batch, 'total' | 'done' | 'failed' | 'skipped'>;

/** What a batch has gone through, whatever became of each. */
export const goneThrough = ({ done, failed, skipped }: Counts): number => done + failed + skipped;

/** What became of its products, in a sentence. */
export function resultOf(batch: Counts & Pick<Batch, 'state'>): string {
  const { total, done, failed, skipped, state } = batch;
  const left = total - goneThrough(batch);
  const parts = [
    `${counted(done, 'fait', 'faits')} sur ${total}`,
    ...(failed > 0 ? [counted(failed, 'échec')] : []),
    ...(skipped > 0 ? [counted(skipped, 'laissé tel quel', 'laissés tels quels')] : []),
    ...(left > 0 && isOver(state) ? [counted(left, 'non fait', 'non faits')] : []),
  ];
  return parts.join(', ');
}
