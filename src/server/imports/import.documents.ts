import { randomUUID } from 'node:crypto';
import { OLD_DOCUMENT_KEY } from '#shared/control/slots.ts';
import { counted } from '#shared/fields/counted.ts';
import { readField } from '#shared/fields/field.rule.ts';
import type { FieldValue } from '#shared/fields/field.ts';
import type {
  DocumentReading,
  DocumentsImport,
  ImportedDocument,
  Proposal,
  ShownDocument,
} from '#shared/imports/document.contract.ts';
import { IMPORT_DAYS } from '#shared/imports/import.contract.ts';
import { type FieldName, getField } from '#shared/products/product.fields.ts';
import type { Asker } from '../batches/batch.service.ts';
import type { Actor } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import type { ImportDocumentRow, ImportRow } from '../db/tables.ts';
import { bodyFault, conflict, invalid, movedOn, notFound } from '../errors.ts';
import type { UploadedFile } from '../http/file.ts';
import type { FieldValues, ProductView } from '../products/product.service.ts';
import { fileLock } from '../storage/files.service.ts';
import { sizeOf } from '../storage/inbox.ts';
import { productOf } from './import.document.product.ts';
import { createDocumentReading } from './import.document.read.ts';
import type { ImportsDependencies, Own } from './import.service.ts';
import * as store from './import.store.ts';

const DAY_MS = 86_400_000;
const NOTHING_READ: DocumentReading = { proposals: [], formula: null, lists: [], unread: [], says: [] };
const NOT_YET = { id: null, why: 'Ce document n’est pas encore lu.', candidates: [] };

/** What a person takes from an old file. */
interface Taken {
  product_id: string;
  accept: readonly { field: FieldName; value?: unknown }[];
  attach: boolean;
}

type DocumentsDependencies = ImportsDependencies & {
  any: (executor: Executor, id: string, asker: Asker) => Promise<ImportRow>;
  record: Own['record'];
};

/** Old files that come in: read in the background, shown with what each says, and taken value by value. */
export function createDocuments(deps: DocumentsDependencies) {
  const { db, files, documents, products, attachments, jobs, clock, any, record } = deps;
  createDocumentReading(deps);

  const one = async (executor: Executor, { id, doc }: { id: string; doc: string }, asker: Asker) => {
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
      product: meant?.product ?? NOT_YET,
      ...reading,
      proposals: reading.proposals.map((proposal) => withCurrent(proposal, meant?.view ?? null)),
      applied_to: found.applied_to,
      attached: found.attached === 1,
    };
  };

  /** Writes what was taken, in the transaction of whoever takes it. */
  const write = async (
    trx: Executor,
    { found, taken, values, by }: { found: ImportDocumentRow; taken: Taken; values: FieldValues; by: Actor },
  ): Promise<string> => {
    const told = { field: 'ancien_dip', label: 'Repris d’un ancien dossier', from: null, to: found.file_name };
    let productId = taken.product_id;
    if (productId === 'new') productId = (await products.insertFields(trx, { values, by, told })).id;
    else await products.setFields(trx, { id: productId, values, seen: {}, by, told });
    if (taken.attach)
      await attachments.attachStored(trx, {
        owner: { type: 'product', id: productId },
        field_key: OLD_DOCUMENT_KEY,
        file: { fileId: found.file_id, fileName: found.file_name, mimeType: found.mime_type },
        by,
      });
    await store.updateDocument(trx, found.id, {
      applied_to: productId,
      attached: taken.attach || found.attached === 1 ? 1 : 0,
    });
    return productId;
  };

  return {
    /** Keeps the files and puts them in line to be read. @throws 422 without one */
    async createDocuments(given: readonly UploadedFile[], by: Actor): Promise<{ id: string }> {
      const empty = given.find(({ content }) => sizeOf(content) === 0);
      if (empty) throw invalid([bodyFault('file', `« ${empty.fileName} » est vide : retirez-le, ou redonnez-le.`)]);
      const stored = await Promise.all(given.map(({ content }) => files.save(content)));
      const now = clock();
      const id = randomUUID();
      const row: ImportRow = {
        id,
        kind: 'documents',
        file_name: titleOf(given),
        read_file_id: null,
        mapping: null,
        shape: null,
        revision: 1,
        batch_id: null,
        created_at: now.toISOString(),
        created_by: by.email,
        created_by_id: by.id,
        expires_at: new Date(now.getTime() + IMPORT_DAYS * DAY_MS).toISOString(),
      };
      const rows = given.map(
        ({ fileName, mimeType }, seq): ImportDocumentRow => ({
          id: randomUUID(),
          import_id: id,
          seq,
          file_id: stored[seq]?.id ?? '',
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
      await inTransaction(db, async (trx) => {
        for (const each of stored) await files.record(trx, each);
        await store.insert(trx, row);
        await store.insertDocuments(trx, rows);
        await jobs.add(trx, { kind: 'import.read', key: id, title: row.file_name });
        await record(trx, 'import.create', { row, by });
      });
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

    /**
     * Writes what a person takes from one, as one revision of the product.
     * @throws 403, 404; 409 where the formula is a table; 412 when the product moved; 422 with what cannot be
     */
    async applyDocument(
      key: { id: string; doc: string },
      taken: Taken,
      { ifMatch, ...asker }: Asker & { ifMatch: string | null },
    ): Promise<{ product_id: string }> {
      const { found } = await one(db, key, asker);
      if (found.state !== 'read' && taken.accept.length > 0)
        throw conflict('Ce document n’est pas lu : attendez, ou joignez-le sans rien en reprendre.');
      const values = valuesOf(taken);
      const isNew = taken.product_id === 'new';
      const locks = isNew ? [] : [products.lockOf(taken.product_id)];
      const product_id = await inTransaction(
        db,
        async (trx) => {
          const { row, found: now } = await one(trx, key, asker);
          if (!isNew) checkRevision(await products.view(trx, taken.product_id), ifMatch);
          const id = await write(trx, { found: now, taken, values, by: asker.by });
          await record(trx, 'import.document', { row: { ...row, file_name: now.file_name }, by: asker.by });
          return id;
        },
        ...locks,
        fileLock(found.file_id),
      );
      return { product_id };
    },
  };
}

const titleOf = (given: readonly UploadedFile[]): string => {
  const first = given[0]?.fileName ?? '';
  return given.length > 1 ? `${first} et ${counted(given.length - 1, 'autre', 'autres')}` : first;
};

const withCurrent = (proposal: Proposal, view: ProductView | null): Proposal => ({
  ...proposal,
  current: view?.values[proposal.field as FieldName] ?? null,
});

/** @throws 404 for a product that is not there, 412 for one that somebody changed */
function checkRevision(view: ProductView | null, ifMatch: string | null): void {
  if (!view) throw notFound('produit');
  if (ifMatch !== null && ifMatch !== '*' && ifMatch !== String(view.revision))
    throw movedOn('Quelqu’un a modifié ce produit entre-temps : regardez de nouveau ce qui serait remplacé.');
}

/** What is taken, each as its field reads it. @throws 422 */
function valuesOf({ accept, attach }: Taken): FieldValues {
  if (accept.length === 0 && !attach)
    throw invalid([bodyFault('accept', 'Rien n’est choisi : cochez ce qui est à reprendre, ou joignez le document.')]);
  const values: Partial<Record<FieldName, FieldValue>> = {};
  for (const { field, value: raw } of accept) {
    if (field in values)
      throw invalid([bodyFault('accept', `« ${getField(field).label} » est repris deux fois : gardez une valeur.`)]);
    const { value, faults } = readField(getField(field), raw);
    if (faults.length > 0) throw invalid(faults.map((message) => bodyFault(field, message)));
    values[field] = value;
  }
  return values;
}
