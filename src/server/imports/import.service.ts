import { LRUCache } from 'lru-cache';
import type { OutputOf } from '#shared/contract/endpoint.ts';
import type { ListQuery } from '#shared/contract/list.query.ts';
import { pageOf } from '#shared/contract/list.ts';
import type { DocumentsImport } from '#shared/imports/document.contract.ts';
import type { ImportPlan, listImports, RowAction, SheetImport } from '#shared/imports/import.contract.ts';
import { NO_MAPPING } from '#shared/imports/sheet.read.ts';
import type { AttachmentService } from '../attachments/attachment.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { type Asker, type BatchService, mustOwn, planHash } from '../batches/batch.service.ts';
import type { Actor } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { ImportRow, SheetImportRow } from '../db/tables.ts';
import type { DocumentService } from '../documents/document.service.ts';
import { notFound } from '../errors.ts';
import { type FileAnswer, type UploadedFile, workbookAnswer } from '../http/file.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { FileService } from '../storage/files.service.ts';
import type { TemplateService } from '../templates/template.service.ts';
import { createApplying } from './import.applying.ts';
import { createDocuments } from './import.documents.ts';
import { createMapping } from './import.mapping.ts';
import { countsOf, itemsOf, type PlannedRow, planRows } from './import.plan.ts';
import { restRows } from './import.rest.ts';
import { blockedBy, isSheet, keyIn, mappingOf, newImport, present, shapeOf } from './import.row.ts';
import * as store from './import.store.ts';

export interface ImportsDependencies {
  db: Db;
  files: FileService;
  documents: Pick<
    DocumentService,
    'openWorkbook' | 'sheetFile' | 'sheetDrafts' | 'workbook' | 'templateFits' | 'readOld' | 'shownDocument'
  >;
  products: ProductService;
  batches: BatchService;
  attachments: Pick<AttachmentService, 'attachStored'>;
  templates: Pick<TemplateService, 'versions'>;
  /** An old file is attached to a product: whoever else holds it is told, in the same transaction. */
  onAttached: (trx: Executor, told: { fileId: string; productId: string; by: Actor }) => Promise<void>;
  /** What that holds, to be named before the transaction. */
  attachLocks: (fileId: string) => Promise<string[]>;
  audit: AuditService;
  jobs: Jobs;
  clock: () => Date;
}

/** One's own file, and its line in the journal. */
export interface Own {
  get: (executor: Executor, id: string, asker: Asker) => Promise<SheetImportRow>;
  record: (
    trx: Executor,
    action: 'import.create' | 'import.document' | 'import.mapping' | 'import.remove',
    told: { row: ImportRow; by: Actor },
  ) => Promise<void>;
}

/** Rows of a plan answered at once. */
const ROWS_SIZE = 200;
/** Characters of a cell of the file that a plan shows. */
const SOURCE_LENGTH = 500;
/** Plans remembered: pages of one are asked one after the other. */
const PLANS_KEPT = 2;

/** Files of products that come in: read, said what they are, planned, and only then applied, as a batch. */
export function createImports(deps: ImportsDependencies) {
  const { db, files, documents, products, audit, jobs, clock } = deps;

  /** An import is its author's and the administrators'. @throws 403, 404 */
  const any = async (executor: Executor, id: string, asker: Asker): Promise<ImportRow> => {
    const row = await store.find(executor, id);
    if (!row) throw notFound('import');
    mustOwn(row, asker, 'Cet import');
    return row;
  };
  /** One of a sheet. */
  const get: Own['get'] = async (executor, id, asker) => {
    const row = await any(executor, id, asker);
    if (!isSheet(row)) throw notFound('import');
    return row;
  };
  const record: Own['record'] = (trx, action, { row, by }) =>
    audit.record(trx, { action, by, object: { type: 'import', id: row.id, label: row.file_name } });

  /** Drafts of a file as it was last said to be: reading them again for each page would take a process each time. */
  const drafts = new LRUCache<string, Awaited<ReturnType<DocumentService['sheetDrafts']>>>({ max: PLANS_KEPT });
  const planned = async (row: SheetImportRow): Promise<PlannedRow[]> => {
    const at = `${row.id} ${row.revision}`;
    const known =
      drafts.get(at) ??
      (await documents.sheetDrafts(() => files.read(row.read_file_id), {
        mapping: mappingOf(row),
        fields: shapeOf(row).columns.map(({ field }) => field),
      }));
    drafts.set(at, known);
    return planRows(products, { drafts: known, key: keyIn(row) });
  };
  const { keptMappings, map } = createMapping({ ...deps, get, record });
  const { apply } = createApplying({ ...deps, get, record, planned });
  const { presentDocuments, ...old } = createDocuments({ ...deps, any, record });

  jobs.handle('imports.sweep', {
    perform: async () => (trx) => store.sweep(trx, clock().toISOString()),
  });

  return {
    /** Reads a file, and keeps what was read of it for a week. @throws 413, 422 */
    async create(file: UploadedFile, by: Actor): Promise<SheetImport> {
      const opened = await documents.openWorkbook(file.content);
      const shape = await documents.sheetFile(opened, { mapping: NO_MAPPING, kept: await keptMappings() });
      const stored = await files.save(opened);
      const row: SheetImportRow = {
        ...newImport({ kind: 'sheet', file_name: file.fileName, by }, clock()),
        kind: 'sheet',
        read_file_id: stored.id,
        mapping: JSON.stringify(NO_MAPPING),
        shape: JSON.stringify(shape),
      };
      await inTransaction(db, async (trx) => {
        await files.record(trx, stored);
        await store.insert(trx, row);
        await record(trx, 'import.create', { row, by });
      });
      return present(row);
    },

    ...old,

    async list(asker: Asker, query: ListQuery): Promise<{ rows: ImportedFile[]; total: number }> {
      const found = await store.list(db, { personId: asker.isAdmin ? null : asker.by.id, query });
      return { rows: found.rows.map(listed), total: found.total };
    },

    async get(id: string, asker: Asker): Promise<{ answer: SheetImport | DocumentsImport; revision: number }> {
      const row = await any(db, id, asker);
      return { answer: isSheet(row) ? present(row) : await presentDocuments(row), revision: row.revision };
    },

    map,
    apply,

    /** What it would do, line by line. */
    async plan(
      id: string,
      query: ListQuery & { action?: RowAction | undefined },
      asker: Asker,
    ): Promise<{ answer: ImportPlan; total: number }> {
      const row = await get(db, id, asker);
      const rows = await planned(row);
      const wanted = query.action ? rows.filter(({ action }) => action === query.action) : rows;
      const page = pageOf({ ...query, page: query.page ?? 1 }, ROWS_SIZE);
      const shown = page ? wanted.slice(page.offset, page.offset + page.limit) : wanted;
      return {
        answer: {
          plan: planHash(itemsOf(rows)),
          counts: countsOf(rows),
          validated: rows.filter(({ validated }) => validated).length,
          blocked: blockedBy(shapeOf(row)),
          rows: shown.map(({ item, cells, ...one }) => ({
            ...one,
            cells: cells.map((cell) => ({ ...cell, source: cell.source.slice(0, SOURCE_LENGTH) })),
          })),
        },
        total: wanted.length,
      };
    },

    /** The lines that are refused, as they are in the file, with their reasons. */
    async rest(id: string, asker: Asker): Promise<FileAnswer> {
      const row = await get(db, id, asker);
      const bytes = await documents.workbook(restRows(await planned(row)));
      return workbookAnswer(bytes, 'lignes-refusees');
    },

    remove: async (id: string, asker: Asker): Promise<void> =>
      inTransaction(db, async (trx) => {
        const row = await any(trx, id, asker);
        await store.remove(trx, id);
        await record(trx, 'import.remove', { row, by: asker.by });
      }),
  };
}

type ImportedFile = OutputOf<typeof listImports>[number];
const listed = ({ id, kind, file_name, created_at, created_by, batch_id }: ImportRow): ImportedFile => ({
  id,
  kind: kind as ImportedFile['kind'],
  file_name,
  created_at,
  created_by,
  batch_id,
});

export type ImportService = ReturnType<typeof createImports>;
