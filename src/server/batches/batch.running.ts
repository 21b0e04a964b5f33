import { setImmediate } from 'node:timers/promises';
import type { BatchState } from '#shared/batches/batch.contract.ts';
import { resultOf } from '#shared/batches/batch.words.ts';
import { inTransaction } from '../db/open.ts';
import type { BatchRow } from '../db/tables.ts';
import type { Handler } from '../jobs/job.service.ts';
import type { NoticeService, Told } from '../notices/notice.service.ts';
import { batchLock, createDoing, type RunningDeps } from './batch.doing.ts';
import * as store from './batch.store.ts';

/** Items done before others are heard, and for how long (ms). */
const SLICE = { items: 25, ms: 200 };
/** Between two slices the saves of everybody are done. */
const REST_MS = 5;

/** Runs batches, one at a time, each item and what it does in one transaction: killed anywhere, each is done once. */
export function createRunning(deps: RunningDeps & { notices: Pick<NoticeService, 'tellOne'> }): Handler {
  const { db, clock, notices } = deps;
  const { perform, takeBack } = createDoing(deps);
  const now = (): string => clock().toISOString();

  const finish = async (batch: BatchRow): Promise<void> => {
    await inTransaction(
      db,
      async (trx) => {
        const current = await store.find(trx, batch.id);
        if (!current) return;
        const values = { state: current.failure === null ? 'done' : 'reverted', ended_at: now() };
        const isOurs = await store.update(trx, batch.id, { values, from: ['running'] });
        if (isOurs && current.created_by_id)
          await notices.tellOne(trx, current.created_by_id, endOf({ ...current, ...values }));
        if (isOurs && batch.undoes) {
          const undone = { values: { state: 'reverted', undone_by: batch.id }, from: ['done', 'cancelled'] as const };
          await store.update(trx, batch.undoes, undone);
        }
      },
      batchLock(batch.id),
    );
  };

  /** One slice of a batch. @returns false when there is nothing left of it, or somebody stopped it */
  const slice = async (id: string, signal: AbortSignal): Promise<boolean> => {
    const batch = await store.find(db, id);
    if (batch?.state !== 'running') return false;
    const isBack = batch.failure !== null;
    const began = performance.now();
    const items = await store.nextItems(db, id, {
      state: isBack ? 'done' : 'waiting',
      count: SLICE.items,
      last: isBack,
    });
    if (items.length === 0) {
      await finish(batch);
      return false;
    }
    for (const item of items) {
      if (signal.aborted) throw signal.reason;
      const outcome = await (isBack ? takeBack : perform)(batch, item);
      if (outcome === null) return true;
      // What failed of an import that is kept whole takes all of it back.
      if (outcome.state === 'failed' && JSON.parse(batch.payload).mode === 'all') return true;
      if (performance.now() - began > SLICE.ms) return true;
    }
    return true;
  };

  return {
    async perform({ signal, progress }) {
      for (;;) {
        const next = await store.findNext(db);
        if (!next) return;
        const started = { state: 'running', started_at: next.started_at ?? now() };
        await store.update(db, next.id, { values: started, from: ['waiting', 'running'] });
        while (await slice(next.id, signal)) {
          const { total, done, failed: lost, skipped } = (await store.find(db, next.id)) ?? next;
          progress(done + lost + skipped, total);
          await new Promise((resolve) => setTimeout(resolve, REST_MS));
          await setImmediate();
        }
        if (signal.aborted) throw signal.reason;
      }
    },
  };
}

/** What whoever started it is told at its end. */
const endOf = ({ id, title, state, failure, ...counts }: BatchRow): Told => ({
  kind: 'batch.ended',
  text:
    failure === null
      ? `Travail fini, ${resultOf({ ...counts, state: state as BatchState })}. ${title}.`
      : `Travail annulé. ${title}. ${failure}`,
  link: `/automation/batches/${id}`,
});
