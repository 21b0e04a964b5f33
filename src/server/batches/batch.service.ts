import type {
  Batch,
  BatchDemand,
  BatchItem,
  BatchKind,
  BatchPlan,
  BatchState,
  ItemState,
} from '#shared/batches/batch.contract.ts';
import { isOver } from '#shared/batches/batch.words.ts';
import type { ListQuery } from '#shared/contract/list.query.ts';
import { dayOf } from '#shared/fields/date.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { BatchItemRow, BatchRow } from '../db/tables.ts';
import type { DocumentService } from '../documents/document.service.ts';
import { conflict, notFound } from '../errors.ts';
import type { GenerationService } from '../generations/generation.service.ts';
import { type FileAnswer, workbookAnswer } from '../http/file.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { NoticeService } from '../notices/notice.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { TemplateService } from '../templates/template.service.ts';
import { createArchive } from './batch.archive.ts';
import type { Asker } from './batch.asker.ts';
import { createChanging, present } from './batch.changing.ts';
import { batchLock } from './batch.doing.ts';
import { createLine, lineLock, type NewBatch } from './batch.line.ts';
import { createPlanning } from './batch.planning.ts';
import { reportRows } from './batch.report.ts';
import { createRunning } from './batch.running.ts';
import * as store from './batch.store.ts';
import { createUndoing } from './batch.undoing.ts';
import { createWorks } from './batch.works.ts';

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
  notices: Pick<NoticeService, 'tellOne'>;
}

/** What a person started on many products: planned, run by the room of jobs, stopped, taken back, told. */
export function createBatches(deps: Dependencies) {
  const { db, audit, jobs, clock, documents, products, generations, notices, onError } = deps;
  const undoing = createUndoing({ products, audit, hasDocuments: generations.hasAny });
  const planning = createPlanning({ ...deps, undoing });
  const works = createWorks({ products, generations, undoing });
  const { record, add, enqueue } = createLine(deps);

  jobs.handle(
    'batch.run',
    createRunning({
      db,
      clock,
      workOf: ({ kind }) => works[kind as BatchKind],
      revert: undoing.revert,
      lockOf: products.lockOf,
      notices,
      onError,
    }),
  );

  const get = async (executor: Executor, id: string): Promise<BatchRow> => {
    const row = await store.find(executor, id);
    if (!row) throw notFound('travail');
    return row;
  };

  const start = async (demand: BatchDemand, { plan, ...asker }: Asker & { plan: string | null }): Promise<string> => {
    const planned = await planning.plan(demand, asker);
    if (plan !== null && plan !== planned.plan)
      throw conflict('Quelque chose a changé depuis l’aperçu : regardez-le de nouveau avant de lancer.');
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
  const isBeingUndone = async (trx: Executor, id: string): Promise<boolean> => {
    const state = (await get(trx, id)).state as BatchState;
    return !isOver(state) || state === 'reverted' || store.hasOpenUndo(trx, id);
  };

  return {
    add: (trx: Executor, batch: NewBatch): Promise<string> => add(trx, batch),
    lineLock,

    async plan(demand: BatchDemand, asker: Asker): Promise<BatchPlan> {
      const { plan, title, total, skipped, changes } = await planning.plan(demand, asker);
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

    ...createChanging({ db, clock, get, record, enqueue }),

    async report(id: string): Promise<FileAnswer> {
      const batch = await get(db, id);
      const bytes = await documents.workbook(await reportRows(batch, store.allItems(db, id)));
      return workbookAnswer(bytes, `compte-rendu-${dayOf(new Date(batch.created_at))}`);
    },

    ...createArchive({ db, get, generations }),
  };
}

export { type Asker, askerOf, mustOwn } from './batch.asker.ts';
export { type FieldInput, keyOf } from './batch.items.ts';
export { type NewItem, planHash } from './batch.plan.ts';
export type BatchService = ReturnType<typeof createBatches>;

const presentItem = ({ batch_id, input, done_at, state, before, after, ...row }: BatchItemRow): BatchItem => ({
  ...row,
  state: state as ItemState,
  before: before === null ? null : JSON.parse(before),
  after: after === null ? null : JSON.parse(after),
});
