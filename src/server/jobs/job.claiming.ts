import { randomUUID } from 'node:crypto';
import type { JobKind } from '#shared/jobs/job.contract.ts';
import { type Db, inTransaction } from '../db/open.ts';
import type { JobRow } from '../db/tables.ts';
import { FARTHEST_MS, type Handler, LEASE_MS, type Running } from './job.attempts.ts';

import * as store from './job.store.ts';

interface ClaimingDeps {
  db: Db;
  handlers: ReadonlyMap<JobKind, Handler>;
  running: ReadonlyMap<string, Running>;
  inMs: (ms: number, from?: Date) => string;
}

/** Which job this instance may take. */
export function createClaiming({ db, handlers, running, inMs }: ClaimingDeps) {
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

  const isReady = async (kind: JobKind): Promise<boolean> => (await handlers.get(kind)?.isReady?.()) ?? true;

  return {
    moment,
    claim,
    freeKinds,
    isReady,
  };
}
