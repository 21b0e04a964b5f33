import type { Account } from '#shared/auth/auth.contract.ts';
import { JOB_KIND_NAMES, JOBS_LISTED, type Job, type JobKind, type JobState } from '#shared/jobs/job.contract.ts';
import { jobKindInfo } from '#shared/jobs/job.kinds.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { JobRow } from '../db/tables.ts';
import { conflict, notFound } from '../errors.ts';
import { CANCELLED, type Running } from './job.attempts.ts';

import type { Jobs } from './job.service.ts';
import * as store from './job.store.ts';

interface JobAnswersDeps {
  db: Db;
  audit: AuditService;
  running: ReadonlyMap<string, Running>;
  inMs: (ms: number, from?: Date) => string;
  wake: () => void;
  isReady: (kind: JobKind) => Promise<boolean>;
}

/** Whether somebody asked for it: the work of the house is nobody's. */
const isOf = ({ payload }: JobRow, { id }: Account): boolean =>
  (JSON.parse(payload) as { by?: Partial<Actor> }).by?.id === id;

/** Jobs as people see them, and what they may do with them. */
export function createJobAnswers({ db, audit, running, inMs, wake, isReady }: JobAnswersDeps) {
  const isRunning = (row: JobRow): boolean =>
    row.state === 'waiting' && row.leased_until !== null && row.leased_until >= inMs(0);

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
      account,
      by,
      action,
      work,
    }: {
      account: Account;
      by: Actor;
      action: 'job.retry' | 'job.cancel';
      work: (trx: Executor, row: JobRow) => Promise<unknown>;
    },
  ): Promise<Job> => {
    const row = await inTransaction(
      db,
      async (trx) => {
        const found = await store.find(trx, id);
        // Somebody else's is not even there.
        if (!found || (account.role !== 'admin' && !isOf(found, account))) throw notFound('travail');
        await work(trx, found);
        const label = [jobKindInfo(found.kind as JobKind).label, found.title].filter(Boolean).join(' : ');
        await audit.record(trx, { action, by, object: { type: 'job', id, label } });
        return (await store.find(trx, id)) ?? found;
      },
      'jobs',
    );
    return present(row, await isReady(row.kind as JobKind));
  };

  const answers: Pick<Jobs, 'find' | 'list' | 'retry' | 'cancel'> = {
    async find(kind, key, executor = db) {
      const row = await store.findByKey(executor, kind, key);
      return row ? present(row, true) : null;
    },

    async list(account) {
      const own = account?.role === 'admin' ? undefined : account;
      const named = await store.list(db, { now: inMs(0), limit: JOBS_LISTED, of: own?.id ?? null });
      const rows = own ? named.filter((row) => isOf(row, own)) : named;
      const ready = new Map<string, boolean>();
      for (const kind of JOB_KIND_NAMES) ready.set(kind, await isReady(kind));
      return rows.map((row) => present(row, ready.get(row.kind) ?? true));
    },

    async retry(id, account, by) {
      const changed = await change(id, {
        account,
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

    async cancel(id, account, by) {
      const changed = await change(id, {
        account,
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
  };

  return {
    answers,
  };
}
