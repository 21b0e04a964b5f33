import { randomUUID } from 'node:crypto';
import {
  JOB_KIND_NAMES,
  JOBS_LISTED,
  type Job,
  type JobKind,
  type JobState,
  jobKindInfo,
} from '#shared/jobs/job.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { JobRow } from '../db/tables.ts';
import { conflict, notFound, Refusal } from '../errors.ts';
import * as store from './job.store.ts';

/** What is handed to whoever does a job. Nothing of it may be done twice to bad effect: a crash repeats it. */
export interface Work {
  /** What it is about: one job for each key of a kind. */
  key: string;
  payload: unknown;
  /** Aborted when nobody wants it any more, when another instance has taken it over, or when the server ends. */
  signal: AbortSignal;
  /** How far it is; written every few seconds. */
  progress(done: number, total: number): void;
  /** Which try it is, from 1. */
  attempt: number;
  /** The name under which this try holds its line: another one has it once `jobs.leased_by` says another. */
  holder: string;
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

export interface JobRequest {
  kind: JobKind;
  key: string;
  /** What it is about, as people call it. */
  title?: string;
  /** JSON. */
  payload?: unknown;
}

/**
 * The work of the background. Its line is in the database: what is in it survives a crash, is done once for all
 * instances, and delays nothing but itself.
 */
export interface Jobs {
  /** Says who does the jobs of a kind. */
  handle(kind: JobKind, handler: Handler): void;
  /** Puts a job in line in the transaction that asks for it; again, from the beginning, if it is there. */
  add(trx: Executor, request: JobRequest): Promise<void>;
  /** The same, unless it is in line, or waits for a person. */
  addOnce(trx: Executor, request: JobRequest): Promise<void>;
  /** Failed and waiting ones, now: those of some keys, or of all; cancelled ones if they are meant. @returns how many */
  hurry(kind: JobKind, keys: readonly string[] | null, options?: { evenCancelled?: boolean }): Promise<number>;
  /** Forgets all of a kind. */
  removeKind(trx: Executor, kind: JobKind): Promise<void>;
  /** The one of this key, over or not. */
  find(kind: JobKind, key: string, executor?: Executor): Promise<Job | null>;
  list(): Promise<Job[]>;
  /** @throws 404, 409 when it is over or under way */
  retry(id: string, by: Actor): Promise<Job>;
  /** @throws 404, 409 when it is over, or cannot be cancelled */
  cancel(id: string, by: Actor): Promise<Job>;
  /** Something may be waiting: look now. Never fails, never waits. */
  wake(): void;
  /** Looks by itself, for what other instances put in line and for what waits for its hour. */
  start(): Promise<void>;
  /** Asks what is under way to end, and waits until it has. */
  stop(): Promise<void>;
  /** Once nothing is due any more. */
  idle(): Promise<void>;
}

export interface JobTiming {
  /** How often to look (ms). */
  everyMs: number;
  /** Pause after a first failure, then twice as long each time, up to the last (ms). */
  pauseMs: number;
  pauseMaxMs: number;
  /** How often a job under way says so (ms). */
  beatMs: number;
}

export const JOB_TIMING: JobTiming = { everyMs: 5_000, pauseMs: 30_000, pauseMaxMs: 3_600_000, beatMs: 5_000 };
/** For how long an instance holds a job, renewed while it works: one that died gives it back after that (ms). */
const LEASE_MS = 60_000;
/** No job waits longer than this for its next try, whatever a service asks for (ms). */
const FARTHEST_MS = 86_400_000;
/** What is over is listed that long (ms). */
const KEPT_MS = 7 * 86_400_000;
const CANCELLED = 'Annulé.';
const GIVEN_UP: Partial<JobRow> = { state: 'cancelled', error: CANCELLED, cancelling: 0 };
const OVERTAKEN = new Error('the job is no longer this try’s');

/** The sentence of what was refused for a reason; `null` for a fault of ours. */
const said = (error: unknown): string | null =>
  error instanceof JobFault || error instanceof Refusal ? error.message : null;

interface Dependencies {
  db: Db;
  audit: AuditService;
  clock: () => Date;
  /** No other instance shares the database. */
  alone: boolean;
  timing?: JobTiming;
  onError?: (error: unknown, kind: JobKind) => void;
}

interface Running {
  kind: JobKind;
  controller: AbortController;
  cancelled: boolean;
  done: Promise<void>;
}

export function createJobs({
  db,
  audit,
  clock,
  alone,
  timing = JOB_TIMING,
  onError = () => undefined,
}: Dependencies): Jobs {
  const handlers = new Map<JobKind, Handler>();
  const running = new Map<string, Running>();
  let stopped = false;
  let looking: Promise<void> | null = null;
  let woken = Promise.withResolvers<void>();
  let again = false;
  let timer: ReturnType<typeof setInterval> | null = null;

  const inMs = (ms: number, from = clock()): string => new Date(from.getTime() + ms).toISOString();
  const moment = (): store.Moment => ({
    now: inMs(0),
    farthestPause: inMs(FARTHEST_MS),
    farthestLease: inMs(2 * LEASE_MS),
  });

  /** Each claim has a name of its own: an older one of the same instance is a stranger's. */
  const claim = (kinds: readonly JobKind[]): Promise<JobRow | undefined> =>
    inTransaction(
      db,
      (trx) => store.claim(trx, { kinds, moment: moment(), until: inMs(LEASE_MS), by: randomUUID() }),
      'jobs',
    );

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
      if (signal.aborted && stopped) return await settle(row, {});
      if (said(error) === null) onError(error, one.kind);
      await settle(row, afterFault(error, row));
    } finally {
      clearInterval(beat);
    }
  };

  const begin = (row: JobRow): void => {
    const kind = row.kind as JobKind;
    const one: Running = { kind, controller: new AbortController(), cancelled: false, done: Promise.resolve() };
    running.set(row.id, one);
    // What could not even be settled is another one's once the lease is over.
    one.done = perform(row, one)
      .catch((error) => onError(error, kind))
      .finally(() => running.delete(row.id));
  };

  /** The kinds of which one more may be begun here, now. */
  const freeKinds = async (): Promise<JobKind[]> => {
    const free: JobKind[] = [];
    for (const [kind, { atOnce = 1 }] of handlers) {
      const busy = [...running.values()].filter((one) => one.kind === kind).length;
      // Asked each time: the drive's folder may have changed since the last one.
      if (busy < atOnce && (await isReady(kind))) free.push(kind);
    }
    return free;
  };

  const look = async (): Promise<void> => {
    while (!stopped) {
      again = false;
      const kinds = await freeKinds();
      const row = kinds.length > 0 && (await store.isDue(db, kinds, moment())) ? await claim(kinds) : undefined;
      if (row && stopped) await store.giveBack(db, row);
      else if (row) begin(row);
      else if (again) continue;
      else if (running.size === 0) return;
      else await Promise.race([...running.values()].map(({ done }) => done).concat(woken.promise));
    }
    await Promise.all([...running.values()].map(({ done }) => done));
  };

  const wake = (): void => {
    if (stopped) return;
    again = true;
    woken.resolve();
    woken = Promise.withResolvers();
    looking ??= look()
      // The database is away: the next look comes by itself.
      .catch((error) => onError(error, 'jobs.sweep'))
      .finally(() => {
        looking = null;
        if (again) wake();
      });
  };

  const add = (trx: Executor, { kind, key, title, payload = {} }: JobRequest): Promise<void> =>
    store.add(trx, {
      id: randomUUID(),
      kind,
      key,
      title: title ?? null,
      payload: JSON.stringify(payload),
      stamp: randomUUID(),
      created_at: inMs(0),
      next_at: inMs(0),
    });

  const addOnce = async (trx: Executor, request: JobRequest): Promise<void> => {
    if (!(await store.has(trx, request.kind, request.key))) await add(trx, request);
  };

  const isRunning = (row: JobRow): boolean =>
    row.state === 'waiting' && row.leased_until !== null && row.leased_until >= inMs(0);

  const isReady = async (kind: JobKind): Promise<boolean> => (await handlers.get(kind)?.isReady?.()) ?? true;

  const present = (row: JobRow, ready: boolean): Job => ({
    id: row.id,
    kind: row.kind as JobKind,
    title: row.title,
    state: isRunning(row) ? 'running' : (row.state as JobState),
    attempts: row.attempts,
    progress:
      row.progress_done === null || row.progress_total === null
        ? null
        : { done: row.progress_done, total: row.progress_total },
    error: row.error,
    ready,
    created_at: row.created_at,
    next_at: row.next_at,
    ended_at: row.ended_at,
  });

  /** Reads a job again under the lock, lets `change` refuse, records what was done. */
  const change = async (
    id: string,
    {
      by,
      action,
      work,
    }: { by: Actor; action: 'job.retry' | 'job.cancel'; work: (trx: Executor, row: JobRow) => Promise<unknown> },
  ): Promise<Job> => {
    const row = await inTransaction(
      db,
      async (trx) => {
        const found = await store.find(trx, id);
        if (!found) throw notFound('travail');
        await work(trx, found);
        const label = [jobKindInfo(found.kind as JobKind).label, found.title].filter(Boolean).join(' : ');
        await audit.record(trx, { action, by, object: { type: 'job', id, label } });
        return (await store.find(trx, id)) ?? found;
      },
      'jobs',
    );
    return present(row, await isReady(row.kind as JobKind));
  };

  const jobs: Jobs = {
    handle(kind, handler) {
      handlers.set(kind, handler);
    },
    add,
    addOnce,
    async hurry(kind, keys, { evenCancelled = false } = {}) {
      if (keys?.length === 0) return 0;
      const count = await store.hurry(db, { now: inMs(0), where: { kind, keys, evenCancelled } });
      wake();
      return count;
    },
    removeKind: store.removeKind,

    async find(kind, key, executor = db) {
      const row = await store.findByKey(executor, kind, key);
      return row ? present(row, true) : null;
    },

    async list() {
      const rows = await store.list(db, { now: inMs(0), limit: JOBS_LISTED });
      const ready = new Map<string, boolean>();
      for (const kind of JOB_KIND_NAMES) ready.set(kind, await isReady(kind));
      return rows.map((row) => present(row, ready.get(row.kind) ?? true));
    },

    async retry(id, by) {
      const changed = await change(id, {
        by,
        action: 'job.retry',
        work: async (trx, row) => {
          if (row.state === 'done') throw conflict('Ce travail est déjà fait.');
          if (isRunning(row)) throw conflict('Ce travail est en cours.');
          await store.hurry(trx, { now: inMs(0), where: { id } });
        },
      });
      wake();
      return changed;
    },

    async cancel(id, by) {
      const changed = await change(id, {
        by,
        action: 'job.cancel',
        work: async (trx, row) => {
          if (!jobKindInfo(row.kind as JobKind).cancellable) throw conflict('Ce travail ne peut pas être annulé.');
          if (row.state !== 'waiting') throw conflict('Ce travail n’est plus en attente.');
          await store.cancel(trx, row, { now: inMs(0), error: CANCELLED });
        },
      });
      const here = running.get(id);
      if (here) {
        here.cancelled = true;
        here.controller.abort();
      }
      return changed;
    },

    wake,

    async start() {
      const orphan = JOB_KIND_NAMES.find((kind) => !handlers.has(kind));
      if (orphan) throw new Error(`Nobody does the jobs of kind ${orphan}`);
      // Alone on its database, what is leased was leased by a process that died.
      if (alone) await store.endLeases(db, [...running.keys()]);
      await inTransaction(
        db,
        async (trx) => {
          for (const kind of JOB_KIND_NAMES) if (jobKindInfo(kind).everyMs) await addOnce(trx, { kind, key: kind });
        },
        'jobs',
      );
      wake();
      timer = setInterval(wake, timing.everyMs);
      timer.unref();
    },

    async stop() {
      stopped = true;
      if (timer) clearInterval(timer);
      woken.resolve();
      for (const { controller } of running.values()) controller.abort();
      await looking;
      await Promise.all([...running.values()].map(({ done }) => done));
    },

    async idle() {
      while (looking !== null) await looking;
    },
  };

  jobs.handle('jobs.sweep', { perform: async () => (trx) => store.sweep(trx, inMs(-KEPT_MS)) });
  return jobs;
}
