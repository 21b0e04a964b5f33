import type { AuditAction } from '#shared/audit/audit.contract.ts';
import type { Batch, BatchKind, BatchState } from '#shared/batches/batch.contract.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { BatchRow } from '../db/tables.ts';
import { conflict } from '../errors.ts';
import { type Asker, mustOwn } from './batch.asker.ts';
import { batchLock } from './batch.doing.ts';
import type { Line } from './batch.line.ts';
import * as store from './batch.store.ts';

interface ChangingDeps extends Pick<Line, 'record' | 'enqueue'> {
  db: Db;
  clock: () => Date;
  get: (executor: Executor, id: string) => Promise<BatchRow>;
}

/** Stops batches, and lets them go on. */
export function createChanging({ db, clock, get, record, enqueue }: ChangingDeps) {
  /** Changes the state of a batch of one's own. @throws 403, 404, 409 */
  const change = (
    id: string,
    asker: Asker,
    what: {
      action: AuditAction;
      from: readonly BatchState[];
      to: BatchState;
      no: string;
      work?: (trx: Executor) => Promise<unknown>;
    },
  ): Promise<Batch> =>
    inTransaction(
      db,
      async (trx) => {
        const row = await get(trx, id);
        mustOwn(row, asker, 'Ce travail');
        // What is being taken back is taken back whole.
        if (row.failure !== null || !what.from.includes(row.state as BatchState)) throw conflict(what.no);
        await what.work?.(trx);
        const values = { state: what.to, ended_at: what.to === 'cancelled' ? clock().toISOString() : null };
        await store.update(trx, id, { values });
        await record(trx, what.action, { row, by: asker.by });
        if (what.to === 'waiting') await enqueue(trx);
        return present(await get(trx, id));
      },
      batchLock(id),
    );

  return {
    pause: (id: string, asker: Asker): Promise<Batch> =>
      change(id, asker, {
        action: 'batch.pause',
        from: ['waiting', 'running'],
        to: 'paused',
        no: 'Ce travail n’est pas en cours.',
      }),
    resume: (id: string, asker: Asker): Promise<Batch> =>
      change(id, asker, {
        action: 'batch.resume',
        from: ['paused'],
        to: 'waiting',
        no: 'Ce travail n’est pas suspendu.',
      }),
    cancel: (id: string, asker: Asker): Promise<Batch> =>
      change(id, asker, {
        action: 'batch.cancel',
        from: ['waiting', 'running', 'paused'],
        to: 'cancelled',
        no: 'Ce travail est déjà fini.',
      }),
    retry: (id: string, asker: Asker): Promise<Batch> =>
      change(id, asker, {
        action: 'batch.retry',
        from: ['done'],
        to: 'waiting',
        no: 'On essaie de nouveau ce qui a échoué d’un travail fini.',
        work: async (trx) => {
          if (await store.hasOpenUndo(trx, id)) throw conflict('L’annulation de ce travail est en cours.');
          if ((await store.retryFailed(trx, id)) === 0) throw conflict('Rien n’a échoué dans ce travail.');
        },
      }),
  };
}

export const present = ({ kind, state, payload, search_text, created_by_id, ...row }: BatchRow): Batch => ({
  ...row,
  kind: kind as BatchKind,
  state: state as BatchState,
});
