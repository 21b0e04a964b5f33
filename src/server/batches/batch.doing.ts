import { databaseFault } from '../db/faults.ts';
import { type Db, type Executor, inTransaction, type Lock } from '../db/open.ts';
import type { BatchItemRow, BatchRow } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import type { Outcome } from './batch.items.ts';
import * as store from './batch.store.ts';

/** How a kind does one of its items. */
export interface ItemWork {
  /** What takes long, before the transaction. */
  prepare?: (item: BatchItemRow, batch: BatchRow) => Promise<unknown>;
  /** In the transaction that settles the item. @throws Refusal, whose sentence the item keeps */
  write: (trx: Executor, item: BatchItemRow, told: { batch: BatchRow; prepared: unknown }) => Promise<Outcome>;
  /** What the transaction holds. */
  locks: (item: BatchItemRow, prepared: unknown) => readonly Lock[];
}

export interface RunningDeps {
  db: Db;
  clock: () => Date;
  workOf: (batch: BatchRow) => ItemWork;
  revert: (trx: Executor, told: { batch: BatchRow; item: BatchItemRow }) => Promise<Outcome>;
  lockOf: (productId: string) => string;
  onError: (error: unknown) => void;
}

/** What holds the state of a batch still. */
export const batchLock = (id: string): string => `batch ${id}`;

/** Somebody stopped it, or another instance did the item. */
const STOPPED = new Error('the batch is no longer this run’s');

/** The sentence of a refusal; `null` for a fault of ours. */
const sentenceOf = (error: unknown): string | null => {
  if (!(error instanceof Refusal)) return null;
  return typeof error.detail === 'string' ? error.detail : error.detail.map(({ msg }) => msg).join(' ');
};

/** Does items, each in one transaction with what it writes. */
export function createDoing({ db, clock, workOf, revert, lockOf, onError }: RunningDeps) {
  const now = (): string => clock().toISOString();
  const isRunning = async (trx: Executor, { id }: BatchRow): Promise<boolean> =>
    (await store.find(trx, id))?.state === 'running';

  const settle = async (
    trx: Executor,
    item: BatchItemRow,
    { before = null, after = null, ...outcome }: Outcome,
  ): Promise<void> => {
    const values = {
      ...outcome,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
      done_at: now(),
    };
    if (!(await store.settleItem(trx, item, values))) throw STOPPED;
  };

  /** Does an item of a batch. @returns what became of it; `null` when the batch was stopped */
  const perform = async (batch: BatchRow, item: BatchItemRow): Promise<Outcome | null> => {
    const work = workOf(batch);
    try {
      const prepared = await work.prepare?.(item, batch);
      return await inTransaction(
        db,
        async (trx) => {
          if (!(await isRunning(trx, batch))) throw STOPPED;
          const outcome = await work.write(trx, item, { batch, prepared });
          await settle(trx, item, outcome);
          return outcome;
        },
        // Whoever stops it waits for this item, and no other one is done afterwards.
        batchLock(batch.id),
        ...work.locks(item, prepared),
      );
    } catch (error) {
      return failed(batch, item, error);
    }
  };

  const failed = async (batch: BatchRow, item: BatchItemRow, error: unknown): Promise<Outcome | null> => {
    if (error === STOPPED) return null;
    // The database is away, or another one writes: the item waits.
    if (databaseFault(error)) throw error;
    const sentence = sentenceOf(error);
    if (sentence === null) onError(error);
    const outcome: Outcome = { state: 'failed', message: sentence ?? 'Une erreur de Diplo a empêché ce travail.' };
    return inTransaction(
      db,
      async (trx) => {
        if (!(await isRunning(trx, batch))) return null;
        await settle(trx, item, outcome);
        if (JSON.parse(batch.payload).mode === 'all') {
          const where = item.line === null ? item.label : `Ligne ${item.line} (${item.label})`;
          const values = {
            failure: `${where} : ${outcome.message} Tout l’import est repris, sauf ce que quelqu’un a changé depuis.`,
          };
          await store.update(trx, batch.id, { values });
        }
        return outcome;
      },
      batchLock(batch.id),
    );
  };

  /** Takes back an item that was done, because all of it is to be kept or none. */
  const takeBack = async (batch: BatchRow, item: BatchItemRow): Promise<Outcome | null> => {
    try {
      return await inTransaction(
        db,
        async (trx) => {
          if (!(await isRunning(trx, batch))) throw STOPPED;
          const { state, message } = await revert(trx, { batch, item });
          // What stays is no longer to be taken back, and says why.
          const values = { state: state === 'done' ? ('reverted' as const) : state, message: message ?? 'Repris.' };
          if (!(await store.settleItem(trx, item, values))) throw STOPPED;
          return { state: 'reverted' };
        },
        batchLock(batch.id),
        lockOf(item.result_id ?? ''),
      );
    } catch (error) {
      if (error === STOPPED) return null;
      if (databaseFault(error)) throw error;
      if (sentenceOf(error) === null) onError(error);
      const message = sentenceOf(error) ?? 'Une erreur de Diplo a empêché la reprise.';
      await inTransaction(db, (trx) => store.settleItem(trx, item, { state: 'failed', message }));
      return { state: 'failed' };
    }
  };

  return { perform, takeBack };
}
