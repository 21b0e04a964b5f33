import { randomUUID } from 'node:crypto';
import type { AuditAction } from '#shared/audit/audit.contract.ts';
import { BATCH_ITEMS_MAX, BATCHES_EACH, type BatchKind } from '#shared/batches/batch.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { searchText } from '../db/fulltext.ts';
import { type Executor, onCommit } from '../db/open.ts';
import type { BatchRow } from '../db/tables.ts';
import { bodyFault, conflict, invalid } from '../errors.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { NewItem } from './batch.plan.ts';
import * as store from './batch.store.ts';

interface LineDeps {
  audit: AuditService;
  jobs: Jobs;
  clock: () => Date;
}

/** A batch that is to be started. */
export interface NewBatch {
  kind: BatchKind;
  title: string;
  payload?: object;
  undoes?: string | null;
  items: readonly NewItem[];
  by: Actor;
}

const JOB = { kind: 'batch.run', key: 'batch.run' } as const;
/** Batches of one person are counted and added one after the other. */
export const lineLock = (by: Actor): string => `batches of ${by.id}`;

/** Puts batches in line. */
export function createLine({ audit, jobs, clock }: LineDeps) {
  const record = (trx: Executor, action: AuditAction, { row, by }: { row: BatchRow; by: Actor }): Promise<void> =>
    audit.record(trx, {
      action,
      by,
      object: { type: 'batch', id: row.id, label: `${row.title} (${counted(row.total, 'produit')})` },
    });

  /** Puts a batch in line, in the transaction of what asks for it. @throws 409 when one has enough under way; 422 without any product */
  const add = async (
    trx: Executor,
    { kind, title, payload = {}, undoes = null, items, by }: NewBatch,
  ): Promise<string> => {
    if (items.length === 0) throw invalid([bodyFault('plan', 'Il n’y a rien à faire : aucun produit ne changerait.')]);
    if (items.length > BATCH_ITEMS_MAX)
      throw invalid([bodyFault('plan', 'Un travail porte sur 5 000 produits au plus.')]);
    if ((await store.countOpen(trx, by.id)) >= BATCHES_EACH)
      throw conflict(
        'Vous avez déjà trois travaux en cours ou suspendus : attendez qu’ils finissent, ou arrêtez-en un.',
      );
    const row: BatchRow = {
      id: randomUUID(),
      kind,
      title,
      search_text: searchText([title, by.email ?? '']),
      state: 'waiting',
      payload: JSON.stringify(payload),
      total: items.length,
      done: 0,
      failed: 0,
      skipped: 0,
      created_at: clock().toISOString(),
      created_by: by.email,
      created_by_id: by.id,
      started_at: null,
      ended_at: null,
      failure: null,
      undoes,
      undone_by: null,
    };
    await store.insert(
      trx,
      row,
      items.map((item, seq) => ({
        ...item,
        batch_id: row.id,
        seq,
        state: 'waiting',
        message: null,
        result_id: null,
        before: null,
        after: null,
        done_at: null,
      })),
    );
    await record(trx, undoes ? 'batch.undo' : 'batch.create', { row, by });
    await enqueue(trx);
    return row.id;
  };
  const enqueue = async (trx: Executor): Promise<void> => {
    await jobs.add(trx, JOB);
    onCommit(trx, () => jobs.wake());
  };

  return { record, add, enqueue };
}

export type Line = ReturnType<typeof createLine>;
