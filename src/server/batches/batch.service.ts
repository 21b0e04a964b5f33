import { randomUUID } from 'node:crypto';
import type { AuditAction } from '#shared/audit/audit.contract.ts';
import {
  BATCH_ITEMS_MAX,
  BATCHES_EACH,
  type Batch,
  type BatchDemand,
  type BatchItem,
  type BatchKind,
  type BatchPlan,
  type BatchState,
  type ItemState,
} from '#shared/batches/batch.contract.ts';
import type { ListQuery } from '#shared/contract/list.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { searchText } from '../db/fulltext.ts';
import { type Db, type Executor, inTransaction, onCommit } from '../db/open.ts';
import type { BatchItemRow, BatchRow } from '../db/tables.ts';
import type { DocumentService } from '../documents/document.service.ts';
import { bodyFault, conflict, forbidden, invalid, notFound } from '../errors.ts';
import type { GenerationService } from '../generations/generation.service.ts';
import { type FileAnswer, workbookAnswer } from '../http/file.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { TemplateService } from '../templates/template.service.ts';
import { createArchive } from './batch.archive.ts';
import { authorOf, writeFields } from './batch.items.ts';
import { countedProducts, createPlanning, type NewItem, UNCHANGED } from './batch.planning.ts';
import { reportRows } from './batch.report.ts';
import { batchLock, createRunning, type ItemWork } from './batch.running.ts';
import * as store from './batch.store.ts';
import { createUndoing } from './batch.undoing.ts';

/** Who asks: what is somebody else's is an administrator's to stop. */
export interface Asker {
  by: Actor;
  isAdmin: boolean;
}

interface Dependencies {
  db: Db;
  audit: AuditService;
  jobs: Jobs;
  clock: () => Date;
  documents: Pick<DocumentService, 'workbook'>;
  products: ProductService;
  templates: TemplateService;
  generations: GenerationService;
  onError: (error: unknown) => void;
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
const lineLock = (by: Actor): string => `batches of ${by.id}`;

/** What a person started on many products: planned, run by the room of jobs, stopped, taken back, told. */
export function createBatches(deps: Dependencies) {
  const { db, audit, jobs, clock, documents, products, generations, onError } = deps;
  const undoing = createUndoing({ products, audit, hasDocuments: generations.hasAny });
  const planning = createPlanning({ ...deps, undoing });
  const now = (): string => clock().toISOString();

  const lockOf = ({ object_id }: BatchItemRow): string[] => [products.lockOf(object_id ?? '')];
  const works: Record<BatchKind, ItemWork> = {
    'sheet.apply': {
      write: (trx, item, { batch }) => writeFields(products, trx, { batch, item }),
      locks: (item) => (item.object_id === null ? ['batch creates'] : lockOf(item)),
    },
    'field.set': { write: (trx, item, { batch }) => writeFields(products, trx, { batch, item }), locks: lockOf },
    generate: {
      prepare: (item, batch) =>
        generations.prepare({ ...JSON.parse(batch.payload), product_id: item.object_id ?? '', by: authorOf(batch) }),
      write: async (trx, _, { prepared }) =>
        isDraft(prepared)
          ? { state: 'done', result_id: await prepared.keep(trx) }
          : { state: 'skipped', message: UNCHANGED },
      locks: (_, prepared) => (isDraft(prepared) ? prepared.locks : []),
    },
    undo: {
      write: async (trx, item, { batch }) => {
        const { batch_id, seq } = JSON.parse(item.input) as { batch_id: string; seq: number };
        const original = await store.findItem(trx, batch_id, seq);
        if (!original) throw notFound('travail');
        return undoing.revert(trx, { batch, item: original });
      },
      locks: lockOf,
    },
  };
  jobs.handle(
    'batch.run',
    createRunning({
      db,
      clock,
      workOf: ({ kind }) => works[kind as BatchKind],
      revert: undoing.revert,
      lockOf: products.lockOf,
      onError,
    }),
  );

  const get = async (executor: Executor, id: string): Promise<BatchRow> => {
    const row = await store.find(executor, id);
    if (!row) throw notFound('travail');
    return row;
  };

  const record = (trx: Executor, action: AuditAction, { row, by }: { row: BatchRow; by: Actor }): Promise<void> =>
    audit.record(trx, {
      action,
      by,
      object: { type: 'batch', id: row.id, label: `${row.title} (${countedProducts(row.total)})` },
    });

  /** Puts a batch in line, in the transaction of what asks for it. @throws 409 when one has enough under way; 422 without any product */
  const add = async (
    trx: Executor,
    { kind, title, payload = {}, undoes = null, items, by }: NewBatch,
  ): Promise<string> => {
    if (items.length === 0) throw invalid([bodyFault('plan', 'Il n’y a rien à faire : aucun produit ne changerait.')]);
    if (items.length > BATCH_ITEMS_MAX)
      throw invalid([bodyFault('plan', 'Un travail porte sur 5 000 produits au plus.')]);
    if ((await store.countOpen(trx, by.id)) >= BATCHES_EACH)
      throw conflict(
        'Vous avez déjà trois travaux en cours ou suspendus : attendez qu’ils finissent, ou arrêtez-en un.',
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
      created_at: now(),
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

  const planOf = async (demand: BatchDemand, { by, isAdmin }: Asker) => planning.plan(demand, by, isAdmin);

  const start = async (demand: BatchDemand, { plan, ...asker }: Asker & { plan: string | null }): Promise<string> => {
    const planned = await planOf(demand, asker);
    if (plan !== null && plan !== planned.plan)
      throw conflict('Quelque chose a changé depuis l’aperçu : regardez-le de nouveau avant de lancer.');
    return inTransaction(
      db,
      async (trx) => {
        if (planned.undoes && (await isBeingUndone(trx, planned.undoes)))
          throw conflict('L’annulation de ce travail est déjà en cours.');
        return add(trx, { kind: demand.kind, ...planned, by: asker.by });
      },
      lineLock(asker.by),
      ...(planned.undoes ? [batchLock(planned.undoes)] : []),
    );
  };
  const isBeingUndone = async (trx: Executor, id: string): Promise<boolean> =>
    (await get(trx, id)).state === 'reverted' || (await store.hasOpenUndo(trx, id));

  /** Changes the state of a batch of one's own. @throws 403, 404, 409 */
  const change = (
    id: string,
    { by, isAdmin }: Asker,
    what: {
      action: AuditAction;
      from: readonly BatchState[];
      to: BatchState;
      no: string;
      work?: (trx: Executor) => Promise<unknown>;
    },
  ): Promise<Batch> =>
    inTransaction(
      db,
      async (trx) => {
        const row = await get(trx, id);
        if (!isAdmin && row.created_by_id !== by.id)
          throw forbidden('Ce travail est à une autre personne : elle, ou un administrateur, peut y toucher.');
        // What is being taken back is taken back whole.
        if (row.failure !== null || !what.from.includes(row.state as BatchState)) throw conflict(what.no);
        await what.work?.(trx);
        const values = { state: what.to, ended_at: what.to === 'cancelled' ? now() : null };
        await store.update(trx, id, { values });
        await record(trx, what.action, { row, by });
        if (what.to === 'waiting') await enqueue(trx);
        return present(await get(trx, id));
      },
      batchLock(id),
    );

  return {
    add: (trx: Executor, batch: NewBatch): Promise<string> => add(trx, batch),
    lineLock,

    async plan(demand: BatchDemand, asker: Asker): Promise<BatchPlan> {
      const { plan, title, total, skipped, changes } = await planOf(demand, asker);
      return { plan, title, total, skipped, changes };
    },
    start,

    async list(query: Parameters<typeof store.list>[1]): Promise<{ rows: Batch[]; total: number }> {
      const { rows, total } = await store.list(db, query);
      return { rows: rows.map(present), total };
    },
    get: async (id: string): Promise<Batch> => present(await get(db, id)),

    async items(
      id: string,
      query: ListQuery & { state?: ItemState | undefined },
    ): Promise<{ rows: BatchItem[]; total: number }> {
      await get(db, id);
      const { rows, total } = await store.listItems(db, id, query);
      return { rows: rows.map(presentItem), total };
    },

    pause: (id: string, asker: Asker): Promise<Batch> =>
      change(id, asker, {
        action: 'batch.pause',
        from: ['waiting', 'running'],
        to: 'paused',
        no: 'Ce travail n’est pas en cours.',
      }),
    resume: (id: string, asker: Asker): Promise<Batch> =>
      change(id, asker, {
        action: 'batch.resume',
        from: ['paused'],
        to: 'waiting',
        no: 'Ce travail n’est pas suspendu.',
      }),
    cancel: (id: string, asker: Asker): Promise<Batch> =>
      change(id, asker, {
        action: 'batch.cancel',
        from: ['waiting', 'running', 'paused'],
        to: 'cancelled',
        no: 'Ce travail est déjà fini.',
      }),
    retry: (id: string, asker: Asker): Promise<Batch> =>
      change(id, asker, {
        action: 'batch.retry',
        from: ['done', 'cancelled'],
        to: 'waiting',
        no: 'Ce travail n’est pas fini.',
        work: async (trx) => {
          if ((await store.retryFailed(trx, id)) === 0) throw conflict('Rien n’a échoué dans ce travail.');
        },
      }),

    async report(id: string): Promise<FileAnswer> {
      const batch = await get(db, id);
      const bytes = await documents.workbook(await reportRows(batch, store.allItems(db, id)));
      return workbookAnswer(bytes, `compte-rendu-${batch.created_at.slice(0, 10)}`);
    },

    ...createArchive({ db, get, generations }),

    /** Those of one person that are not over. */
    openOf: (id: string): Promise<number> => store.countOpen(db, id),
  };
}

type PreparedDraft = NonNullable<Awaited<ReturnType<GenerationService['prepare']>>>;
const isDraft = (prepared: unknown): prepared is PreparedDraft => prepared !== null;

export { type FieldInput, keyOf } from './batch.items.ts';
export { type NewItem, planHash } from './batch.planning.ts';
export type BatchService = ReturnType<typeof createBatches>;

const present = ({ kind, state, payload, search_text, created_by_id, ...row }: BatchRow): Batch => ({
  ...row,
  kind: kind as BatchKind,
  state: state as BatchState,
});

const presentItem = ({ batch_id, input, done_at, state, before, after, ...row }: BatchItemRow): BatchItem => ({
  ...row,
  state: state as ItemState,
  before: before === null ? null : JSON.parse(before),
  after: after === null ? null : JSON.parse(after),
});
