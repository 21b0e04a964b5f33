import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type ListQuery, pageOf } from '#shared/contract/list.ts';
import {
  IMPORT_DAYS,
  type ImportPlan,
  KEY_FIELDS,
  type KeyField,
  type Layout,
  type RowAction,
  type SheetImport,
} from '#shared/imports/import.contract.ts';
import { headersKey } from '#shared/imports/sheet.columns.ts';
import { type Mapping, NO_MAPPING, type ReadFile } from '#shared/imports/sheet.read.ts';
import { FIELD_BY_NAME, type FieldName, getField } from '#shared/products/product.fields.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { type Asker, type BatchService, planHash } from '../batches/batch.service.ts';
import type { Actor } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { ImportRow } from '../db/tables.ts';
import type { DocumentService } from '../documents/document.service.ts';
import { bodyFault, conflict, forbidden, invalid, movedOn, notFound } from '../errors.ts';
import { type FileAnswer, type UploadedFile, workbookAnswer } from '../http/file.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { FileService } from '../storage/files.service.ts';
import { bytesOf } from '../storage/inbox.ts';
import { countsOf, type PlannedRow, planRows } from './import.plan.ts';
import { restRows } from './import.rest.ts';
import * as store from './import.store.ts';

interface Dependencies {
  db: Db;
  files: FileService;
  documents: Pick<DocumentService, 'openWorkbook' | 'sheetFile' | 'sheetDrafts' | 'workbook'>;
  products: ProductService;
  batches: BatchService;
  audit: AuditService;
  jobs: Jobs;
  clock: () => Date;
}

/** What a person says of a file; what is not said stays as it was. */
export interface Said {
  layout?: Layout | undefined;
  header_line?: number | null | undefined;
  columns?: readonly { header: string; field: FieldName | null }[] | undefined;
  key?: KeyField | null | undefined;
  hidden?: boolean | undefined;
}

/** What is kept of what was said. */
interface KeptMapping extends Mapping {
  /** `undefined`: nobody has said, and the first field that may be one is. */
  key?: KeyField | null;
}

const DAY_MS = 86_400_000;
/** What was said of columns is known again for so many files of other columns. */
const MAPPINGS_KEPT = 100;
/** Rows of a plan answered at once. */
const ROWS_SIZE = 200;
/** Plans remembered: pages of one are asked one after the other. */
const PLANS_KEPT = 2;

/** Files of products that come in: read, said what they are, planned, and only then applied, as a batch. */
export function createImports(deps: Dependencies) {
  const { db, files, documents, products, batches, audit, jobs, clock } = deps;
  const now = (): string => clock().toISOString();

  /** An import is its author's and the administrators'. @throws 403, 404 */
  const get = async (executor: Executor, id: string, { by, isAdmin }: Asker): Promise<ImportRow> => {
    const row = await store.find(executor, id);
    if (!row) throw notFound('import');
    if (!isAdmin && row.created_by_id !== by.id)
      throw forbidden('Cet import est à une autre personne : elle seule, ou un administrateur, le voit.');
    return row;
  };
  const mappingOf = (row: Pick<ImportRow, 'mapping'>): KeptMapping => JSON.parse(row.mapping) as KeptMapping;
  const shapeOf = (row: Pick<ImportRow, 'shape'>): ReadFile => JSON.parse(row.shape) as ReadFile;

  const keptMappings = async (): Promise<Record<string, (string | null)[]>> =>
    Object.fromEntries((await store.listMappings(db)).map(({ headers, fields }) => [headers, knownFields(fields)]));

  const record = (
    trx: Executor,
    action: 'import.create' | 'import.mapping' | 'import.remove',
    row: ImportRow,
    by: Actor,
  ) => audit.record(trx, { action, by, object: { type: 'import', id: row.id, label: row.file_name } });

  /** Drafts of a file as it was last said to be: reading them again for each page would take a process each time. */
  const drafts = new LRUCache<string, Awaited<ReturnType<DocumentService['sheetDrafts']>>>({ max: PLANS_KEPT });
  const planned = async (row: ImportRow): Promise<PlannedRow[]> => {
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
  const keyIn = (row: ImportRow): KeyField | null => {
    const { key } = mappingOf(row);
    return key === undefined ? defaultKey(shapeOf(row)) : key;
  };

  const present = (row: ImportRow): SheetImport => {
    const { sheets, layout, header_line, columns, hidden, head } = shapeOf(row);
    return {
      id: row.id,
      file_name: row.file_name,
      created_at: row.created_at,
      created_by: row.created_by,
      expires_at: row.expires_at,
      batch_id: row.batch_id,
      sheets,
      layout,
      header_line,
      columns,
      key: keyIn(row),
      hidden,
      reads_hidden: mappingOf(row).hidden,
      head,
    };
  };

  jobs.handle('imports.sweep', {
    perform: async () => (trx) => store.sweep(trx, now()),
  });

  return {
    /** Reads a file, and keeps what was read of it for a week. @throws 413, 422 */
    async create(file: UploadedFile, by: Actor): Promise<SheetImport> {
      const opened = await documents.openWorkbook(await bytesOf(file.content));
      const shape = await documents.sheetFile(opened, { mapping: NO_MAPPING, kept: await keptMappings() });
      const stored = await files.save(opened);
      const row: ImportRow = {
        id: randomUUID(),
        file_name: file.fileName,
        read_file_id: stored.id,
        mapping: JSON.stringify(NO_MAPPING),
        shape: JSON.stringify(shape),
        revision: 1,
        batch_id: null,
        created_at: now(),
        created_by: by.email,
        created_by_id: by.id,
        expires_at: new Date(clock().getTime() + IMPORT_DAYS * DAY_MS).toISOString(),
      };
      await inTransaction(db, async (trx) => {
        await files.record(trx, stored);
        await store.insert(trx, row);
        await record(trx, 'import.create', row, by);
      });
      return present(row);
    },

    async list(asker: Asker, query: ListQuery): Promise<{ rows: SheetImport[]; total: number }> {
      const found = await store.list(db, { personId: asker.isAdmin ? null : asker.by.id, query });
      return { rows: found.rows.map(present), total: found.total };
    },

    async get(id: string, asker: Asker): Promise<{ answer: SheetImport; revision: number }> {
      const row = await get(db, id, asker);
      return { answer: present(row), revision: row.revision };
    },

    /** Keeps what a person says of the file. @throws 403, 404, 412, 422 with what cannot be */
    async map(
      id: string,
      said: Said,
      { ifMatch, ...asker }: Asker & { ifMatch: string | null },
    ): Promise<{ answer: SheetImport; revision: number }> {
      const row = await get(db, id, asker);
      if (ifMatch !== null && ifMatch !== '*' && ifMatch !== String(row.revision)) throw MOVED();
      const before = mappingOf(row);
      const moves = said.layout !== undefined || said.header_line !== undefined;
      const mapping: KeptMapping = {
        ...before,
        // Other columns: what was said of those of before says nothing of them.
        ...(moves ? { layout: said.layout ?? null, header_line: said.header_line ?? null, fields: null } : {}),
        ...(said.hidden === undefined ? {} : { hidden: said.hidden }),
        ...(said.key === undefined ? {} : { key: said.key }),
      };
      const bare = { ...mapping, fields: null };
      const read = await documents.sheetFile(() => files.read(row.read_file_id), {
        mapping: said.columns ? bare : mapping,
        kept: await keptMappings(),
      });
      if (said.columns) checkColumns(said.columns, read);
      const shape = said.columns
        ? await documents.sheetFile(() => files.read(row.read_file_id), {
            mapping: { ...bare, fields: said.columns.map(({ field }) => field) },
            kept: await keptMappings(),
          })
        : read;
      const next: ImportRow = {
        ...row,
        mapping: JSON.stringify(
          said.columns ? { ...mapping, fields: said.columns.map(({ field }) => field) } : mapping,
        ),
        shape: JSON.stringify(shape),
        revision: row.revision + 1,
      };
      await inTransaction(db, async (trx) => {
        if (!(await store.update(trx, { id, revision: row.revision, values: next }))) throw MOVED();
        if (said.columns)
          await store.keepMapping(
            trx,
            {
              headers: headersKey(said.columns.map(({ header }) => header)),
              fields: JSON.stringify(said.columns.map(({ field }) => field)),
              used_at: now(),
            },
            MAPPINGS_KEPT,
          );
        await record(trx, 'import.mapping', row, asker.by);
      });
      return { answer: present(next), revision: next.revision };
    },

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
          rows: shown.map(({ item, ...one }) => one),
        },
        total: wanted.length,
      };
    },

    /** Puts what a plan would write in line, as a batch. @throws 409 when anything moved; 422 while something stands in its way */
    async apply(
      id: string,
      { plan, mode, validated = false }: { plan: string; mode: 'all' | 'lines'; validated?: boolean | undefined },
      asker: Asker,
    ): Promise<{ id: string }> {
      const row = await get(db, id, asker);
      const blocked = blockedBy(shapeOf(row));
      if (blocked) throw invalid([bodyFault('plan', blocked)]);
      const rows = await planned(row);
      if (planHash(itemsOf(rows)) !== plan)
        throw conflict('Quelque chose a changé depuis l’aperçu : regardez-le de nouveau avant d’appliquer.');
      const counts = countsOf(rows);
      if (mode === 'all' && counts.refused > 0)
        throw invalid([
          bodyFault(
            'mode',
            `Des lignes sont refusées (${counts.refused}) : corrigez-les, ou importez les autres seules.`,
          ),
        ]);
      if (mode === 'all' && !validated && rows.some((one) => one.validated))
        throw invalid([
          bodyFault(
            'validated',
            'Des produits validés changeraient : dites que c’est voulu. Ils resteront validés, et « modifiés depuis leur validation ».',
          ),
        ]);
      const wanted = rows.filter((one) => validated || !one.validated);
      const kind = 'sheet.apply';
      const batch = await inTransaction(
        db,
        async (trx) => {
          const made = await batches.add(trx, {
            kind,
            title: row.file_name,
            payload: { mode, import_id: id },
            items: itemsOf(wanted),
            by: asker.by,
          });
          if (!(await store.update(trx, { id, revision: row.revision, values: { batch_id: made } }))) throw MOVED();
          return made;
        },
        batches.lineLock(asker.by),
      );
      return { id: batch };
    },

    /** The lines that are refused, as they are in the file, with their reasons. */
    async rest(id: string, asker: Asker): Promise<FileAnswer> {
      const row = await get(db, id, asker);
      const bytes = await documents.workbook(restRows(await planned(row)));
      return workbookAnswer(bytes, 'lignes-refusees');
    },

    remove: async (id: string, asker: Asker): Promise<void> =>
      inTransaction(db, async (trx) => {
        const row = await get(trx, id, asker);
        await store.remove(trx, id);
        await record(trx, 'import.remove', row, asker.by);
      }),
  };
}

export type ImportService = ReturnType<typeof createImports>;

const MOVED = () => movedOn('Quelqu’un a dit autre chose de ce fichier entre-temps : rechargez la page.');

const itemsOf = (rows: readonly PlannedRow[]) => rows.flatMap(({ item }) => (item ? [item] : []));

/** Fields that were said, those that are still fields. */
const knownFields = (json: string): (string | null)[] =>
  (JSON.parse(json) as (string | null)[]).map((name) => (name !== null && FIELD_BY_NAME.has(name) ? name : null));

const defaultKey = ({ columns }: ReadFile): KeyField | null =>
  KEY_FIELDS.find((name) => columns.some(({ field }) => field === name)) ?? null;

/** Why nothing can be applied; `null` when it can. */
function blockedBy({ layout, columns }: ReadFile): string | null {
  if (layout === null || columns.length === 0)
    return 'Aucun produit n’a été reconnu dans ce fichier : dites quelle ligne nomme les colonnes.';
  const names = new Set(columns.map(({ field }) => field));
  return names.has('ref_produit') || KEY_FIELDS.some((name) => names.has(name))
    ? null
    : 'Dites quelle colonne est la référence du produit, ou son nom : sans elle, on ne sait pas de quel produit parle une ligne.';
}

/** @throws 422 for columns that are not those of the file, or two of them that are the same field */
function checkColumns(said: readonly { header: string; field: FieldName | null }[], { columns }: ReadFile): void {
  const isTheirs =
    said.length === columns.length &&
    headersKey(said.map(({ header }) => header)) === headersKey(columns.map(({ header }) => header));
  if (!isTheirs)
    throw invalid([
      bodyFault(
        'columns',
        'Ces colonnes ne sont pas celles du fichier : rechargez la page, puis dites de nouveau ce qu’elles sont.',
      ),
    ]);
  for (const [name, both] of Map.groupBy(
    said.filter(({ field }) => field !== null),
    ({ field }) => field,
  ))
    if (both.length > 1)
      throw invalid([
        bodyFault(
          'columns',
          `Deux colonnes (${both.map(({ header }) => `« ${header} »`).join(', ')}) sont dites « ${getField(name as FieldName).label} » : gardez-en une.`,
        ),
      ]);
}
