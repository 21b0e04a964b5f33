import { randomUUID } from 'node:crypto';
import PQueue from 'p-queue';
import { type Db, inTransaction } from '../db/open.ts';
import { tooMany } from '../errors.ts';
import * as store from './tries.store.ts';

export interface Limit {
  count: number;
  windowMs: number;
}

const DAY = 86_400_000;

export function createTries({ db, clock }: { db: Db; clock: () => Date }) {
  const lines = new Map<string, PQueue>();

  /** @returns the seconds to wait; 0 when there is room */
  const waitFor = async (
    executor: Parameters<typeof store.since>[0],
    bucket: string,
    limit: Limit,
  ): Promise<number> => {
    const now = clock().getTime();
    const found = await store.since(executor, bucket, {
      from: new Date(now - limit.windowMs).toISOString(),
      // What is dated after now was counted before the clock was put back: it says nothing any more.
      to: new Date(now).toISOString(),
    });
    const oldest = found.at(-limit.count);
    return oldest === undefined ? 0 : (new Date(oldest).getTime() + limit.windowMs - now) / 1000;
  };
  const insert = (executor: Parameters<typeof store.insert>[0], bucket: string): Promise<void> =>
    store.insert(executor, { id: randomUUID(), bucket, at: clock().toISOString() });

  return {
    /** The seconds until there is room again; 0 when there is. */
    secondsBeyond: (bucket: string, limit: Limit): Promise<number> => waitFor(db, bucket, limit),

    /** @throws 429 when so many have been counted already. */
    async refuseBeyond(bucket: string, limit: Limit): Promise<void> {
      const seconds = await waitFor(db, bucket, limit);
      if (seconds > 0) throw tooMany(seconds);
    },

    /** Counts one. */
    count: (bucket: string): Promise<void> => insert(db, bucket),

    /** Counts one, before it is made, unless there have been too many. @throws 429 */
    countWithin: (bucket: string, limit: Limit): Promise<void> =>
      inTransaction(
        db,
        async (trx) => {
          const seconds = await waitFor(trx, bucket, limit);
          if (seconds > 0) throw tooMany(seconds);
          await insert(trx, bucket);
        },
        `tries ${bucket}`,
      ),

    clear: (bucket: string): Promise<void> => store.clear(db, bucket),

    /** One after the other for the same name: what one has found is still true when it acts. @throws 429 when too many wait */
    async inTurn<T>(
      name: string,
      { atOnce, waiting }: { atOnce: number; waiting: number },
      work: () => Promise<T>,
    ): Promise<T> {
      const line = lines.get(name) ?? new PQueue({ concurrency: atOnce });
      lines.set(name, line);
      if (line.size >= waiting) throw tooMany(BUSY_SECONDS);
      try {
        return await line.add(work);
      } finally {
        if (line.size === 0 && line.pending === 0 && lines.get(name) === line) lines.delete(name);
      }
    },

    sweep: (): Promise<void> => store.forgetBefore(db, new Date(clock().getTime() - DAY).toISOString()),
  };
}

/** Counting what may only be done so often: by an address, for an account. */
export type Tries = ReturnType<typeof createTries>;

/** How long to wait when too many of one's own wait already. */
const BUSY_SECONDS = 5;
