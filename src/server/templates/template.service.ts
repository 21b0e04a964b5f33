import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { ListQuery } from '#shared/contract/list.query.ts';
import type { Language } from '#shared/fields/writer.ts';
import { PLACEHOLDERS } from '#shared/templates/placeholders.ts';
import { DOCX_MIME, readThumbnail, type Template } from '#shared/templates/template.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { FileRow, TemplateRow } from '../db/tables.ts';
import type { DocumentService } from '../documents/document.service.ts';
import { conflict, notFound, unknownSort } from '../errors.ts';
import type { FileAnswer } from '../http/file.ts';
import type { LinkService } from '../http/links.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { FileService } from '../storage/files.service.ts';
import { MissingFile } from '../storage/storage.ts';
import { createTemplateChecking, NO_FILE } from './template.checking.ts';
import { createTemplatePictures } from './template.pictures.ts';
import { createTemplateSaving } from './template.saving.ts';
import * as store from './template.store.ts';
import { createVersions } from './template.versions.ts';

export interface TemplatesDependencies {
  db: Db;
  files: FileService;
  documents: DocumentService;
  links: LinkService;
  audit: AuditService;
  jobs: Jobs;
  clock: () => Date;
}

/** What a document is filled from. */
interface TemplateSource {
  name: string;
  version: string;
  language: Language;
  fileId: string;
  sha256: string;
  /** Its tags. */
  names: readonly string[];
  bytes: () => Promise<Buffer>;
}

/** What is answered of a template. */
const presenting =
  (links: TemplatesDependencies['links']) =>
  (row: TemplateRow, by: Actor): Template => ({
    id: row.id,
    name: row.name,
    version: row.version,
    description: row.description,
    langue: row.langue as Language,
    file_name: row.file_name,
    thumbnail_url: row.thumbnail_file_id
      ? // A new picture has a new address: the browser's copy of the old one is not shown for it.
        `${links.sign(readThumbnail, { id: row.id }, by.id ?? '')}&v=${row.thumbnail_file_id.slice(0, 8)}`
      : null,
    thumbnail_refused: row.thumbnail_refused === 1,
    example: row.example === 1,
    placeholders: JSON.parse(row.placeholders),
    faults: row.faults,
    created_at: row.created_at,
    updated_at: row.updated_at,
  });

/** Files of templates that were read last, by their SHA-256, which was checked: a template makes many documents (bytes). */
const KEPT_BYTES = 16 * 1024 * 1024;

export function createTemplates(deps: TemplatesDependencies) {
  const { db, files, documents, links, audit, clock } = deps;
  const get = async (executor: Executor, id: string): Promise<TemplateRow> => {
    const row = await store.find(executor, id);
    if (!row) throw notFound('modèle');
    return row;
  };

  const present = presenting(links);
  const pictures = createTemplatePictures({ ...deps, get });
  const { update, ...saving } = createTemplateSaving({ ...deps, get, present });
  const checking = createTemplateChecking({ ...deps, get, update });

  const lately = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: ({ length }) => length });
  const bytesOf = async (file: Pick<FileRow, 'id' | 'sha256'>): Promise<Buffer> => {
    const bytes = lately.get(file.sha256) ?? (await files.readChecked(file));
    lately.set(file.sha256, bytes);
    return bytes;
  };

  const versions = createVersions({ db, files, documents, find: (id) => get(db, id) });

  return {
    versions,

    async list(query: ListQuery, by: Actor): Promise<{ rows: Template[]; total: number }> {
      if (query.sort && !store.isSortable(query.sort)) throw unknownSort();
      const { rows, total } = await store.list(db, query);
      return { rows: rows.map((row) => present(row, by)), total };
    },

    get: async (id: string, by: Actor): Promise<Template> => present(await get(db, id), by),
    ...saving,
    update,

    remove: (id: string, by: Actor): Promise<void> =>
      inTransaction(
        db,
        async (trx) => {
          const row = await get(trx, id);
          await store.update(trx, id, { deleted_at: clock().toISOString(), deleted_by: by.email });
          await audit.record(trx, { action: 'template.remove', by, object: { type: 'template', id, label: row.name } });
        },
        `template ${id}`,
      ),
    ...checking,

    /** An older file takes the place of the present one, which stays in the list. @throws 404 for a file of another template */
    async restore(id: string, fileId: string, by: Actor): Promise<Template> {
      const { bytes, ...older } = await versions.get(id, fileId);
      return update(id, {
        ...older,
        file: { fileName: older.fileName, mimeType: DOCX_MIME, content: bytes },
        by,
      });
    },

    /** The template's bytes, for a generation. @throws 409 when it has no file yet. */
    async source(id: string): Promise<TemplateSource> {
      const row = await store.findWithHash(db, id);
      if (!row) throw notFound('modèle');
      const { file_id, sha256 } = row;
      if (file_id === null) throw conflict(NO_FILE);
      if (sha256 === null) throw new MissingFile(file_id);
      return {
        name: row.name,
        version: row.version,
        language: row.langue as Language,
        fileId: file_id,
        sha256,
        names: JSON.parse(row.placeholders) as string[],
        bytes: () => bytesOf({ id: file_id, sha256 }),
      };
    },

    /** SHA-256 of the file of each template, by its id. */
    hashes: async (): Promise<Map<string, string>> =>
      new Map((await store.listHashes(db)).map(({ id, sha256 }) => [id, sha256])),

    /** The file it has now, and who brought it; `undefined` for a template that is gone, or has none. */
    presentFile: (id: string) => store.findPresentFile(db, id),

    async readFile(id: string): Promise<FileAnswer> {
      const row = await get(db, id);
      if (row.file_id === null) throw conflict(NO_FILE);
      return {
        ...(await files.open(row.file_id)),
        mimeType: DOCX_MIME,
        fileName: row.file_name ?? `${row.name}.docx`,
        disposition: 'attachment',
      };
    },

    /** A first template, annotated. */
    readStarter(): FileAnswer {
      const bytes = documents.starter(PLACEHOLDERS);
      return {
        stream: Readable.from(bytes),
        size: bytes.length,
        mimeType: DOCX_MIME,
        fileName: 'modele-annote.docx',
        disposition: 'attachment',
      };
    },
    ...pictures,

    count: (): Promise<number> => store.count(db),
  };
}

export type TemplateService = ReturnType<typeof createTemplates>;
