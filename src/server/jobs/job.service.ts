import { randomUUID } from 'node:crypto';
import type { Account } from '#shared/auth/auth.contract.ts';
import { JOB_KIND_NAMES, type Job, type JobKind } from '#shared/jobs/job.contract.ts';
import { jobKindInfo } from '#shared/jobs/job.kinds.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { JobRow } from '../db/tables.ts';
import { createJobAnswers } from './job.answers.ts';
import { createAttempts, type Handler, type Running } from './job.attempts.ts';
import { createClaiming } from './job.claiming.ts';
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
  /** @param account sees its own; an administrator, and the rooms themselves, all of them */
  list(account?: Account): Promise<Job[]>;
  /** @throws 404, 409 when it is over or under way */
  retry(id: string, account: Account, by: Actor): Promise<Job>;
  /** @throws 404, 409 when it is over, or cannot be cancelled */
  cancel(id: string, account: Account, by: Actor): Promise<Job>;
  /** Something may be waiting: look now. Never fails, never waits. */
  wake(): void;
  /** Looks by itself, for what other instances put in line and for what waits for its hour. */
  start(): Promise<void>;
  /** Asks what is under way to end, and waits until it has. */
  stop(): Promise<void>;
  /** Once nothing is due any more. */
  idle(): Promise<void>;
}

export { type Handler, JobFault } from './job.attempts.ts';

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
/** What is over is listed that long (ms). */
const KEPT_MS = 7 * 86_400_000;

interface Dependencies {
  db: Db;
  audit: AuditService;
  clock: () => Date;
  /** No other instance shares the database. */
  alone: boolean;
  timing?: JobTiming;
  onError?: (error: unknown, kind: JobKind) => void;
}

/** Puts jobs in line. */
function createAsking(inMs: (ms: number) => string) {
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
  return { add, addOnce };
}

export function createJobs(deps: Dependencies): Jobs {
  const { db, clock, alone, timing = JOB_TIMING, onError = () => undefined } = deps;
  const handlers = new Map<JobKind, Handler>();
  const running = new Map<string, Running>();
  let stopped = false;
  let looking: Promise<void> | null = null;
  let woken = Promise.withResolvers<void>();
  let again = false;
  let timer: ReturnType<typeof setInterval> | null = null;

  const inMs = (ms: number, from: Date = clock()): string => new Date(from.getTime() + ms).toISOString();
  const { perform } = createAttempts({ db, clock, timing, onError, handlers, isStopped: () => stopped, inMs });
  const { moment, claim, freeKinds, isReady } = createClaiming({ ...deps, handlers, running, inMs });

  const begin = (row: JobRow): void => {
    const kind = row.kind as JobKind;
    const one: Running = { kind, controller: new AbortController(), cancelled: false, done: Promise.resolve() };
    running.set(row.id, one);
    // What could not even be settled is another one's once the lease is over.
    one.done = perform(row, one)
      .catch((error) => onError(error, kind))
      .finally(() => running.delete(row.id));
  };

  const look = async (): Promise<void> => {
    while (!stopped) {
      again = false;
      const busy = running.size;
      const kinds = await freeKinds();
      const row = kinds.length > 0 && (await store.isDue(db, kinds, moment())) ? await claim(kinds) : undefined;
      if (row && stopped) await store.giveBack(db, row);
      else if (row) begin(row);
      // One has ended since its kind was passed over.
      else if (again || running.size < busy) continue;
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

  const { add, addOnce } = createAsking(inMs);
  const { answers } = createJobAnswers({ ...deps, running, inMs, wake, isReady });

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

    ...answers,
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
