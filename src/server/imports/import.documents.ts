import { randomUUID } from 'node:crypto';
import { counted } from '#shared/fields/counted.ts';
import type {
  DocumentReading,
  DocumentsImport,
  ImportedDocument,
  Proposal,
  ShownDocument,
} from '#shared/imports/document.contract.ts';
import type { FieldName } from '#shared/products/product.fields.ts';
import type { Asker } from '../batches/batch.service.ts';
import type { Actor } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import type { ImportDocumentRow, ImportRow } from '../db/tables.ts';
import { bodyFault, invalid, notFound } from '../errors.ts';
import type { UploadedFile } from '../http/file.ts';
import type { ProductView } from '../products/product.service.ts';
import { fileLock } from '../storage/files.service.ts';
import { sizeOf } from '../storage/inbox.ts';
import { productOf } from './import.document.product.ts';
import { createDocumentReading } from './import.document.read.ts';
import { createTaking, type FindDocument } from './import.document.taking.ts';
import { newImport } from './import.row.ts';
import type { ImportsDependencies, Own } from './import.service.ts';
import * as store from './import.store.ts';

/** A file that is kept. */
interface StoredFile {
  fileId: string;
  fileName: string;
  mimeType: string;
}

const NOTHING_READ: DocumentReading = { proposals: [], formula: null, lists: [], unread: [], says: [] };
const NOT_YET = { id: null, why: 'Ce document n’est pas encore lu.', candidates: [] };

const UNREADABLE = { id: null, why: 'Ce document n’a pas pu être lu.', candidates: [] };

type DocumentsDependencies = ImportsDependencies & {
  any: (executor: Executor, id: string, asker: Asker) => Promise<ImportRow>;
  record: Own['record'];
};

/** Old files that come in: read in the background, shown with what each says, and taken value by value. */
export function createDocuments(deps: DocumentsDependencies) {
  const { db, files, documents, products, jobs, clock, any, record } = deps;
  createDocumentReading(deps);

  const one: FindDocument = async (executor, { id, doc }, asker) => {
    const row = await any(executor, id, asker);
    const found = await store.findDocument(executor, { importId: id, id: doc });
    if (!found) throw notFound('document');
    return { row, found };
  };

  const present = async (found: ImportDocumentRow): Promise<ImportedDocument> => {
    const reading = found.reading ? (JSON.parse(found.reading) as DocumentReading) : NOTHING_READ;
    const words = found.words ? (JSON.parse(found.words) as string[]) : [];
    const meant = found.state === 'read' ? await productOf(products, { reading, words }) : null;
    return {
      id: found.id,
      file_name: found.file_name,
      state: found.state as ImportedDocument['state'],
      message: found.message,
      template: found.template ? JSON.parse(found.template) : null,
      product: meant?.product ?? (found.state === 'failed' ? UNREADABLE : NOT_YET),
      ...reading,
      proposals: reading.proposals.map((proposal) => withCurrent(proposal, meant?.view ?? null)),
      applied_to: found.applied_to,
      attached: found.attached === 1,
    };
  };

  const { applyDocument } = createTaking({ ...deps, one });

  /** Puts files in line to be read, in the transaction that keeps them. */
  const line = async (trx: Executor, given: readonly StoredFile[], by: Actor): Promise<string> => {
    const row = newImport({ kind: 'documents', file_name: titleOf(given), by }, clock());
    const { id } = row;
    const rows = given.map(
      ({ fileId, fileName, mimeType }, seq): ImportDocumentRow => ({
        id: randomUUID(),
        import_id: id,
        seq,
        file_id: fileId,
        file_name: fileName,
        mime_type: mimeType,
        state: 'waiting',
        message: null,
        template: null,
        reading: null,
        words: null,
        applied_to: null,
        attached: 0,
      }),
    );
    await store.insert(trx, row);
    await store.insertDocuments(trx, rows);
    await jobs.add(trx, { kind: 'import.read', key: id, title: row.file_name });
    await record(trx, 'import.create', { row, by });
    return id;
  };

  return {
    /** Keeps the files and puts them in line to be read. @throws 422 without one */
    async createDocuments(given: readonly UploadedFile[], by: Actor): Promise<{ id: string }> {
      const empty = given.find(({ content }) => sizeOf(content) === 0);
      if (empty) throw invalid([bodyFault('file', `« ${empty.fileName} » est vide : retirez-le, ou redonnez-le.`)]);
      const stored = await Promise.all(given.map(({ content }) => files.save(content)));
      const kept = given.map(
        ({ fileName, mimeType }, seq): StoredFile => ({ fileId: stored[seq]?.id ?? '', fileName, mimeType }),
      );
      const id = await inTransaction(db, async (trx) => {
        for (const each of stored) await files.record(trx, each);
        return line(trx, kept, by);
      });
      jobs.wake();
      return { id };
    },

    /**
     * Puts a file that is kept already in line to be read.
     * @param find says which, in the transaction that reads it
     */
    async createStored(find: (executor: Executor) => Promise<StoredFile>, by: Actor): Promise<{ id: string }> {
      const { fileId } = await find(db);
      const id = await inTransaction(db, async (trx) => line(trx, [await find(trx)], by), fileLock(fileId));
      jobs.wake();
      return { id };
    },

    /** An import of old files, each with what it says. */
    async presentDocuments(row: ImportRow): Promise<DocumentsImport> {
      const all: ImportedDocument[] = [];
      for (const found of await store.listDocuments(db, row.id)) all.push(await present(found));
      const { id, file_name, created_at, created_by, expires_at } = row;
      return { kind: 'documents', id, file_name, created_at, created_by, expires_at, documents: all };
    },

    /** The text of one. @throws 403, 404, 422 */
    async shownDocument(key: { id: string; doc: string }, asker: Asker): Promise<ShownDocument> {
      const { found } = await one(db, key, asker);
      return documents.shownDocument(() => files.read(found.file_id));
    },

    applyDocument,
  };
}

const titleOf = (given: readonly StoredFile[]): string => {
  const first = given[0]?.fileName ?? '';
  return given.length > 1 ? `${first} et ${counted(given.length - 1, 'autre', 'autres')}` : first;
};

const withCurrent = (proposal: Proposal, view: ProductView | null): Proposal => ({
  ...proposal,
  current: view?.values[proposal.field as FieldName] ?? null,
});
