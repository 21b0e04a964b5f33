import { Worker } from 'node:worker_threads';
import { readsEveryText } from '../db/fulltext.ts';
import { beforeClosing, type Db, fileOf, isInPlace } from '../db/open.ts';
import { searchBusy, searchTooLong } from '../errors.ts';
import { moduleBeside } from '../program.ts';
import type * as lists from './product.list.store.ts';
import * as store from './product.store.ts';

type Found = Awaited<ReturnType<typeof lists.list>>;
export interface Asked {
  id: number;
  query: lists.AskedQuery;
  /** How many it finds, where that is known. */
  total: number | null;
}
export type Answered = { id: number; found: Found } | { id: number; failure: string; code?: string };

/** So many products are read before somebody else waits for it (5 ms). */
const FEW = 1_000;
/** Searches that wait for the thread: it answers some ten a second at a hundred thousand products. */
const WAITING_MAX = 40;
/** How long one of them is worked at (ms): a hundred thousand products take a tenth of a second to a second. */
const DEADLINE_MS = 20_000;
/** The thread ends when nobody has asked for so long (ms). */
const IDLE_MS = 60_000;

/**
 * Searches of one or two letters, that no index knows: SQLite reads the text of every product, in a thread with a connection of its
 * own, while everybody else is answered.
 */
export function createScanner(db: Db) {
  const file = fileOf(db);
  const waiting = new Map<number, { resolve: (found: Found) => void; reject: (error: unknown) => void }>();
  let worker: Worker | null = null;
  /** One that was given up ends once SQLite has come back to it. */
  let ending: Promise<unknown> | null = null;
  let ids = 0;
  let timer: NodeJS.Timeout | undefined;

  const end = (ended: Worker | null, fault: () => Error): void => {
    if (ended === null || worker !== ended) return;
    worker = null;
    clearTimeout(timer);
    for (const { reject } of waiting.values()) reject(fault());
    waiting.clear();
    ending = ended.terminate().finally(() => {
      ending = null;
    });
  };
  beforeClosing(db, async () => {
    end(worker, searchBusy);
    await ending;
  });
  /** Counts from the last answer: what waits its turn is not late. */
  const watch = (): void => {
    clearTimeout(timer);
    const isIdle = waiting.size === 0;
    timer = setTimeout(() => end(worker, searchTooLong), isIdle ? IDLE_MS : DEADLINE_MS).unref();
  };
  const begin = (): Worker => {
    const one = new Worker(moduleBeside(import.meta.url, 'product.scan.worker'), { workerData: file });
    one.unref();
    one.on('message', (answer: Answered) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      watch();
      if ('found' in answer) asked?.resolve(answer.found);
      // By its code the server tells a damaged database from a fault of its own.
      else asked?.reject(Object.assign(new Error(answer.failure), { code: answer.code }));
    });
    one.on('error', (error) => end(one, () => error));
    one.on('exit', () => end(one, () => new Error('The thread of searches has ended')));
    return one;
  };

  return {
    /** Whether the thread answers it. */
    takes: async (query: lists.AskedQuery): Promise<boolean> =>
      file !== null && isInPlace(db) && readsEveryText(query.search ?? '') && (await store.isMoreThan(db, FEW)),

    /** @throws 503 when too many wait, or it takes too long */
    list(query: lists.AskedQuery, total: number | null): Promise<Found> {
      if (waiting.size >= WAITING_MAX || ending) throw searchBusy();
      worker ??= begin();
      ids += 1;
      const { promise, resolve, reject } = Promise.withResolvers<Found>();
      waiting.set(ids, { resolve, reject });
      worker.postMessage({ id: ids, query, total } satisfies Asked);
      if (waiting.size === 1) watch();
      return promise;
    },
  };
}
