import type { Transaction } from 'kysely';
import { type DatabaseFault, databaseFault } from './faults.ts';
import { type Db, inTransaction } from './open.ts';
import type { Tables } from './tables.ts';

/** So many are written in one transaction at most: whoever comes next waits for its end. */
const TOGETHER_MAX = 12;
/** How long those who come next wait for a transaction that itself waits for others (ms). */
const WAIT_MAX = 100;

/** What is said of the database, or of its disk, and not of one item: nobody’s is tried again, nor written a second time. */
const OF_ALL: ReadonlySet<DatabaseFault | null> = new Set(['full', 'held', 'busy', 'down', 'unanswered'] as const);

interface Ways<Item, T> {
  /** Items of one key are never written together: the second one reads what the first one wrote. */
  keyOf: (item: Item) => string;
  /** In one transaction; `null` for an item of which nothing was written. @throws when none of them is to be kept */
  together: (trx: Transaction<Tables>, items: readonly Item[]) => Promise<(T | null)[]>;
  /** In a transaction of its own, where it waits for what others hold, or is refused. */
  alone: (item: Item) => Promise<T>;
}

/**
 * Writes what comes while others are being written in one transaction: one commit, and one message to PostgreSQL, instead of many.
 * Whoever finds nobody before does not wait. What cannot be written with others is written, or refused, by itself.
 */
export function writtenTogether<Item, T>(
  db: Db,
  { keyOf, together, alone }: Ways<Item, T>,
): (item: Item) => Promise<T> {
  interface Waiting {
    item: Item;
    done: (kept: T | Promise<T>) => void;
  }
  let waiting: Waiting[] = [];
  let isRunning = false;

  /** The next ones, each of another key, in the order in which they came. */
  const take = (): Waiting[] => {
    const taken = new Map<string, Waiting>();
    const left: Waiting[] = [];
    for (const one of waiting) {
      const key = keyOf(one.item);
      if (taken.has(key) || taken.size === TOGETHER_MAX) left.push(one);
      else taken.set(key, one);
    }
    waiting = left;
    return [...taken.values()];
  };

  const write = async (taken: readonly Waiting[]): Promise<void> => {
    try {
      const kept = await inTransaction(db, (trx) =>
        together(
          trx,
          taken.map(({ item }) => item),
        ),
      );
      for (const [index, { item, done }] of taken.entries()) done(kept[index] ?? alone(item));
    } catch (error) {
      const isOfAll = OF_ALL.has(databaseFault(error));
      for (const { item, done } of taken) done(isOfAll ? Promise.reject(error) : alone(item));
    }
  };

  const run = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) await inTime(write(take()));
    isRunning = false;
  };

  return (item) => {
    const { promise, resolve } = Promise.withResolvers<T>();
    waiting.push({ item, done: resolve });
    if (!isRunning) void run();
    return promise;
  };
}

/** Waits for the end of `work`, but not for what it waits for. */
async function inTime(work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, WAIT_MAX);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}
