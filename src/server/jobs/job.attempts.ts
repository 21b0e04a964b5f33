import type { JobKind } from '#shared/jobs/job.contract.ts';
import { jobKindInfo } from '#shared/jobs/job.kinds.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { JobRow } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import type { JobTiming, Work } from './job.service.ts';
import * as store from './job.store.ts';

export const CANCELLED = 'Annulé.';
const GIVEN_UP: Partial<JobRow> = { state: 'cancelled', error: CANCELLED, cancelling: 0 };

const OVERTAKEN = new Error('the job is no longer this try’s');

/** The sentence of what was refused for a reason; `null` for a fault of ours. */
const said = (error: unknown): string | null =>
  error instanceof JobFault || error instanceof Refusal ? error.message : null;

interface AttemptsDeps {
  db: Db;
  clock: () => Date;
  timing: JobTiming;
  onError: (error: unknown, kind: JobKind) => void;
  handlers: ReadonlyMap<JobKind, Handler>;
  isStopped: () => boolean;
  inMs: (ms: number, from?: Date) => string;
}

/** One try of a job, and what becomes of it. */
export function createAttempts({ db, clock, timing, onError, handlers, isStopped, inMs }: AttemptsDeps) {
  /** What becomes of a job that was done: it is over, or comes back. */
  const afterSuccess = (kind: JobKind): Partial<JobRow> => {
    const { everyMs } = jobKindInfo(kind);
    // One instant for both: the pause is what was said, to the millisecond.
    const end = clock();
    const values = { attempts: 0, error: null, ended_at: inMs(0, end) };
    return everyMs ? { ...values, next_at: inMs(everyMs, end) } : { ...values, state: 'done' };
  };

  const afterFault = (error: unknown, row: JobRow): Partial<JobRow> => {
    const known = error instanceof JobFault ? error : null;
    const attempts = row.attempts + 1;
    const pause = Math.min(timing.pauseMs * 2 ** Math.min(attempts - 1, 30), timing.pauseMaxMs);
    return {
      // A fault of ours may pass too: it is tried again, ever more slowly.
      state: known?.again === 'never' ? 'failed' : 'waiting',
      attempts,
      error: said(error) ?? 'Ce travail a échoué. Il sera tenté de nouveau.',
      next_at: inMs(Math.min(Math.max(pause, known?.retryAfterMs ?? 0), FARTHEST_MS)),
    };
  };

  /** Writes what became of a try, and `finish` with it; of a try that no longer counts, nothing. */
  const settle = async (row: JobRow, values: Partial<JobRow>, finish?: Finish): Promise<void> => {
    try {
      await inTransaction(
        db,
        async (trx) => {
          const held = await store.findHeld(trx, row);
          if (!held) throw OVERTAKEN;
          await finish?.(trx);
          // Somebody gave it up while it failed.
          const final = held.cancelling === 1 && values.state === 'waiting' ? GIVEN_UP : values;
          // Asked for anew since it was read, whatever `finish` did belongs to what was asked before.
          if (!(await store.settle(trx, row, final))) throw OVERTAKEN;
        },
        'jobs',
      );
    } catch (error) {
      if (error !== OVERTAKEN) throw error;
      await inTransaction(db, (trx) => store.giveBack(trx, row), 'jobs');
    }
  };

  const perform = async (row: JobRow, one: Running): Promise<void> => {
    const { signal } = one.controller;
    let progress: Pick<JobRow, 'progress_done' | 'progress_total'> = { progress_done: null, progress_total: null };
    const beat = setInterval(() => {
      store
        .renew(db, row, { leased_until: inMs(LEASE_MS), ...progress })
        .then((held) => {
          if (held?.cancelling) one.cancelled = true;
          if (!held || held.cancelling) one.controller.abort();
        })
        .catch((error) => onError(error, one.kind));
    }, timing.beatMs);
    beat.unref();
    try {
      // Given up while somebody who has died since held it.
      if (row.cancelling === 1) return await settle(row, GIVEN_UP);
      const finish = await handlers.get(one.kind)?.perform({
        key: row.key,
        payload: JSON.parse(row.payload),
        signal,
        progress: (done, total) => {
          progress = { progress_done: done, progress_total: total };
        },
        attempt: row.attempts + 1,
        holder: row.leased_by ?? '',
      });
      await settle(row, afterSuccess(one.kind), finish ?? undefined);
    } catch (error) {
      if (one.cancelled) return await settle(row, GIVEN_UP);
      // Interrupted by the end of the server: no fault of the job's, which begins again with the next one.
      if (signal.aborted && isStopped()) return await settle(row, {});
      if (said(error) === null) onError(error, one.kind);
      await settle(row, afterFault(error, row));
    } finally {
      clearInterval(beat);
    }
  };

  return {
    perform,
  };
}

/** Written together with the end of the job, or not at all. */
export type Finish = (trx: Executor) => Promise<void>;

export interface Handler {
  /** @returns what is to be written when it ends. @throws JobFault, whose sentence the screen shows */
  // biome-ignore lint/suspicious/noConfusingVoidType: most have nothing to write
  perform(work: Work): Promise<Finish | void>;
  /** False while there is no point in trying. */
  isReady?: () => Promise<boolean>;
  /** How many at once in one instance; one unless said otherwise. */
  atOnce?: number;
}

/** Why a job was not done, in a sentence: to be tried `later`, or `never` before somebody has acted. */
export class JobFault extends Error {
  readonly again: 'later' | 'never';
  readonly retryAfterMs: number;
  constructor(sentence: string, { again, retryAfterMs = 0 }: { again: 'later' | 'never'; retryAfterMs?: number }) {
    super(sentence);
    this.again = again;
    this.retryAfterMs = retryAfterMs;
  }
}
/** For how long an instance holds a job, renewed while it works: one that died gives it back after that (ms). */
export const LEASE_MS = 60_000;
/** No job waits longer than this for its next try, whatever a service asks for (ms). */
export const FARTHEST_MS = 86_400_000;

export interface Running {
  kind: JobKind;
  controller: AbortController;
  cancelled: boolean;
  done: Promise<void>;
}
