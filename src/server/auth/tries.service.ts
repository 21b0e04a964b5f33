import { randomUUID } from 'node:crypto';
import PQueue from 'p-queue';
import { type Db, inTransaction } from '../db/open.ts';
import { tooMany } from '../errors.ts';
import * as store from './tries.store.ts';

export interface Limit {
  count: number;
  windowMs: number;
}

/** Counting what may only be done so often: by an address, for an account. */
export interface Tries {
  /** The seconds until there is room again; 0 when there is. */
  secondsBeyond(bucket: string, limit: Limit): Promise<number>;
  /** @throws 429 when so many have been counted already. */
  refuseBeyond(bucket: string, limit: Limit): Promise<void>;
  /** Counts one. */
  count(bucket: string): Promise<void>;
  /** Counts one, before it is made, unless there have been too many. @throws 429 */
  countWithin(bucket: string, limit: Limit): Promise<void>;
  clear(bucket: string): Promise<void>;
  /** One after the other for the same name: what one has found is still true when it acts. @throws 429 when too many wait */
  inTurn<T>(name: string, turns: { atOnce: number; waiting: number }, work: () => Promise<T>): Promise<T>;
  sweep(): Promise<void>;
}

const DAY = 86_400_000;

export function createTries({ db, clock }: { db: Db; clock: () => Date }): Tries {
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
    secondsBeyond: (bucket, limit) => waitFor(db, bucket, limit),

    async refuseBeyond(bucket, limit) {
      const seconds = await waitFor(db, bucket, limit);
      if (seconds > 0) throw tooMany(seconds);
    },

    count: (bucket) => insert(db, bucket),

    countWithin: (bucket, limit) =>
      inTransaction(
        db,
        async (trx) => {
          const seconds = await waitFor(trx, bucket, limit);
          if (seconds > 0) throw tooMany(seconds);
          await insert(trx, bucket);
        },
        `tries ${bucket}`,
      ),

    clear: (bucket) => store.clear(db, bucket),

    async inTurn(name, { atOnce, waiting }, work) {
      const line = lines.get(name) ?? new PQueue({ concurrency: atOnce });
      lines.set(name, line);
      if (line.size >= waiting) throw tooMany(BUSY_SECONDS);
      try {
        return await line.add(work);
      } finally {
        if (line.size === 0 && line.pending === 0 && lines.get(name) === line) lines.delete(name);
      }
    },

    sweep: () => store.forgetBefore(db, new Date(clock().getTime() - DAY).toISOString()),
  };
}

/** How long to wait when too many of one's own wait already. */
const BUSY_SECONDS = 5;
