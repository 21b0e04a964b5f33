import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ListQuery } from '#shared/contract/list.ts';
import type { LinkQuery } from '#shared/generations/generation.contract.ts';
import {
  exampleData,
  isKnownPlaceholder,
  PLACEHOLDERS,
  placeholderLabel,
  suggestPlaceholder,
} from '#shared/templates/placeholders.ts';
import { printedPoints } from '#shared/templates/printed.points.ts';
import {
  DOCX_MIME,
  type Finding,
  readThumbnail,
  type Template,
  type TemplateTags,
} from '#shared/templates/template.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { searchText } from '../db/fulltext.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { TemplateRow } from '../db/tables.ts';
import type { DocumentService, DocumentSource } from '../documents/document.service.ts';
import { bodyFault, conflict, invalid, notFound, Refusal, unknownSort } from '../errors.ts';
import type { FileAnswer, UploadedFile } from '../http/file.ts';
import type { LinkService } from '../http/links.ts';
import type { Jobs } from '../jobs/job.service.ts';
import { type FileService, fileLock } from '../storage/files.service.ts';
import type { StoredBytes } from '../storage/storage.ts';
import * as store from './template.store.ts';
import { createVersions } from './template.versions.ts';

interface TemplateInput {
  name?: string | undefined;
  version?: string | undefined;
  description?: string | null | undefined;
  file: UploadedFile | null;
  by: Actor;
}

interface Preview {
  placeholders: { name: string; label: string | null; known: boolean; suggestion: string | null }[];
  unknown: string[];
  errors: Finding[];
}

const THUMBNAIL = 'template.thumbnail';
/** Tries of a picture that takes too long: on a busy machine that says nothing of the document. */
const PICTURE_TRIES = 5;
const NO_FILE = "Ce modèle n'a pas encore de fichier Word : importez-en un.";

interface Dependencies {
  db: Db;
  files: FileService;
  documents: DocumentService;
  links: LinkService;
  audit: AuditService;
  jobs: Jobs;
  clock: () => Date;
}

/** Tags that are broken, or that no product fills. */
const faultsIn = ({ errors, unknown }: { errors: readonly unknown[]; unknown: readonly unknown[] }): number =>
  errors.length + unknown.length;

const isUnusable = (error: unknown): boolean => error instanceof Refusal && error.status === 422;

export function createTemplates({ db, files, documents, links, audit, jobs, clock }: Dependencies) {
  const get = async (executor: Executor, id: string): Promise<TemplateRow> => {
    const row = await store.find(executor, id);
    if (!row) throw notFound('modèle');
    return row;
  };

  const present = (row: TemplateRow, by: Actor): Template => ({
    id: row.id,
    name: row.name,
    version: row.version,
    description: row.description,
    file_name: row.file_name,
    thumbnail_url: row.thumbnail_file_id
      ? // A new picture has a new address: the browser's copy of the old one is not shown for it.
        `${links.sign(readThumbnail, { id: row.id }, by.id ?? '')}&v=${row.thumbnail_file_id.slice(0, 8)}`
      : null,
    thumbnail_refused: row.thumbnail_refused === 1,
    placeholders: JSON.parse(row.placeholders),
    faults: row.faults,
    created_at: row.created_at,
    updated_at: row.updated_at,
  });

  jobs.handle(THUMBNAIL, {
    async perform({ key: fileId, attempt }) {
      // The file was replaced, or its template is in the trash.
      const row = (await store.unseen(db)).find(({ file_id }) => file_id === fileId);
      if (!row) return undefined;
      // Its faults need no converter: they are told even while none answers.
      if (row.faults === null) await store.setSeen(db, fileId, { faults: await faultsOf(fileId) });
      if (row.thumbnail_file_id !== null || row.thumbnail_refused === 1) return undefined;
      const picture = await filledForPicture(row)
        .then((source) => documents.thumbnail(source))
        .catch((error: unknown) => {
          // It took too long, on a quiet machine too: nobody waits for its picture any more.
          if (attempt >= PICTURE_TRIES && error instanceof Refusal && error.status !== 503) return null;
          throw error;
        });
      if (!picture) return (trx) => store.setSeen(trx, fileId, { thumbnail_file_id: null, thumbnail_refused: 1 });
      const stored = await files.save(picture);
      return async (trx) => {
        await files.record(trx, stored);
        await store.setSeen(trx, fileId, { thumbnail_file_id: stored.id, thumbnail_refused: 0 });
      };
    },
  });

  /** One that was taken before a rule refused it has a fault: the page of the template says which. */
  const faultsOf = async (fileId: string): Promise<number> => {
    try {
      return faultsIn(await documents.diagnose(() => files.read(fileId)));
    } catch (error) {
      if (isUnusable(error)) return 1;
      throw error;
    }
  };

  /** The document with example values; as it is when its tags are broken. */
  const filledForPicture = async (row: { file_id: string; name: string; version: string }): Promise<DocumentSource> => {
    const read = (): Promise<Buffer> => files.read(row.file_id);
    try {
      return (await documents.fill(read, exampleData(row, clock()))).docx;
    } catch (error) {
      if (isUnusable(error)) return read;
      throw error;
    }
  };

  /** Checks and keeps an uploaded file. @returns the columns that follow from it. */
  const keep = async (
    file: UploadedFile,
  ): Promise<{
    stored: StoredBytes;
    columns: Pick<
      TemplateRow,
      'file_id' | 'file_name' | 'placeholders' | 'thumbnail_file_id' | 'thumbnail_refused' | 'faults'
    >;
  }> => {
    const found = await documents.diagnose(file.content);
    const stored = await files.save(file.content);
    return {
      stored,
      columns: {
        file_id: stored.id,
        file_name: file.fileName,
        placeholders: JSON.stringify(found.names),
        thumbnail_file_id: null,
        thumbnail_refused: 0,
        faults: faultsIn(found),
      },
    };
  };

  const insert = async (
    row: TemplateRow,
    { stored, by }: { stored: StoredBytes | null; by: Actor },
  ): Promise<Template> => {
    // A copy shares the files of its source, which may be on their way out.
    const shared = stored ? [] : [row.file_id, row.thumbnail_file_id].filter((id) => id !== null);
    await inTransaction(
      db,
      async (trx) => {
        for (const id of shared) await files.find(id, trx);
        if (stored) await files.record(trx, stored);
        await store.insert(trx, row);
        await store.insertFile(trx, row, by.email);
        if (stored) await jobs.add(trx, { kind: THUMBNAIL, key: stored.id, title: row.name });
        await audit.record(trx, {
          action: 'template.create',
          by,
          object: { type: 'template', id: row.id, label: row.name },
        });
      },
      ...shared.map(fileLock),
    );
    jobs.wake();
    return present(row, by);
  };

  const blank = (name: string): TemplateRow => {
    const now = clock().toISOString();
    return {
      id: randomUUID(),
      name,
      version: '1',
      description: null,
      file_name: null,
      file_id: null,
      thumbnail_file_id: null,
      thumbnail_refused: 0,
      faults: null,
      placeholders: '[]',
      search_text: '',
      created_at: now,
      updated_at: now,
      deleted_at: null,
      deleted_by: null,
    };
  };

  const searchable = (row: TemplateRow): TemplateRow => ({
    ...row,
    search_text: searchText([row.name, row.version, row.description ?? '', row.file_name ?? '']),
  });

  /** How to read its file, once it is its turn. @throws 409 when it has none */
  const bytesOf = ({ file_id }: TemplateRow): (() => Promise<Buffer>) => {
    if (file_id === null) throw conflict(NO_FILE);
    return () => files.read(file_id);
  };

  /** @param seen the file that the change was made from: another one that came meanwhile stays */
  const update = async (
    id: string,
    { name, version, description, file, by }: TemplateInput,
    seen?: string | null,
  ): Promise<Template> => {
    await get(db, id);
    const kept = file ? await keep(file) : null;
    const row = await inTransaction(
      db,
      async (trx) => {
        // Read again: what somebody else changed while the file was coming stays changed.
        const before = await get(trx, id);
        if (seen !== undefined && before.file_id !== seen)
          throw conflict('Un autre fichier a été importé entre-temps : vérifiez-le, puis recommencez.');
        const next = searchable({
          ...before,
          ...kept?.columns,
          name: name ?? before.name,
          version: version || before.version,
          description: description === undefined ? before.description : description || null,
          updated_at: clock().toISOString(),
        });
        if (kept) await files.record(trx, kept.stored);
        // A picture that is being drawn meanwhile stays.
        const { thumbnail_file_id, thumbnail_refused, ...said } = next;
        await store.update(trx, id, kept ? next : said);
        if (kept) await store.insertFile(trx, next, by.email);
        else if (next.version !== before.version) await store.renameFile(trx, next);
        if (kept) await jobs.add(trx, { kind: THUMBNAIL, key: kept.stored.id, title: next.name });
        await audit.record(trx, {
          action: 'template.update',
          by,
          object: { type: 'template', id, label: next.name },
        });
        return next;
      },
      `template ${id}`,
    );
    jobs.wake();
    return present(row, by);
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

    async create({ name, version, description, file, by }: TemplateInput & { name: string }): Promise<Template> {
      const kept = file ? await keep(file) : null;
      const row = searchable({
        ...blank(name),
        ...kept?.columns,
        version: version || '1',
        description: description || null,
      });
      return insert(row, { stored: kept?.stored ?? null, by });
    },

    update: (id: string, input: TemplateInput): Promise<Template> => update(id, input),

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

    async duplicate(id: string, name: string, by: Actor): Promise<Template> {
      const source = await get(db, id);
      const copy = blank(name);
      // The bytes never change: both templates may own the same file.
      const row = searchable({
        ...source,
        id: copy.id,
        name,
        created_at: copy.created_at,
        updated_at: copy.updated_at,
      });
      return insert(row, { stored: null, by });
    },

    async preview(id: string): Promise<Preview> {
      const { names, errors } = await documents.diagnose(bytesOf(await get(db, id)));
      return {
        placeholders: names.map((name) => {
          const known = isKnownPlaceholder(name);
          return { name, label: placeholderLabel(name), known, suggestion: known ? null : suggestPlaceholder(name) };
        }),
        unknown: names.filter((name) => !isKnownPlaceholder(name)),
        errors,
      };
    },

    async validate(id: string): Promise<{ valid: boolean; errors: Finding[]; warnings: Finding[] }> {
      const { names, errors, unknown } = await documents.diagnose(bytesOf(await get(db, id)));
      const all = [...errors, ...unknown];
      const warnings: Finding[] =
        names.length > 0 || errors.length > 0
          ? []
          : [
              {
                code: 'no-placeholder',
                message: 'Ce modèle ne contient aucune balise : le document sera le même pour tous les produits.',
                tag: null,
                part: 'Corps du document',
                context: '',
              },
            ];
      return { valid: all.length === 0, errors: all, warnings };
    },

    /** Every tag where it stands, and what of the catalogue no tag prints. */
    async tags(id: string): Promise<TemplateTags> {
      const { uses, names, notes } = await documents.diagnose(bytesOf(await get(db, id)));
      const printed = new Set(names);
      return {
        tags: uses.map(({ name, written, part, context }) => ({
          name,
          written,
          label: placeholderLabel(name),
          part,
          context,
        })),
        unprinted: PLACEHOLDERS.filter(({ name }) => !printed.has(name)).map(({ name, label, group }) => ({
          name,
          label,
          group,
        })),
        points: printedPoints(printed).map(({ missing, ...point }) => ({
          ...point,
          missing: missing.map((name) => ({ name, label: placeholderLabel(name) ?? name })),
        })),
        notes,
      };
    },

    /** Writes one name for another in the template's file. @throws 422 for an unknown one, 409 when no tag has it */
    async mend(id: string, { name, by: other }: { name: string; by: string }, by: Actor): Promise<Template> {
      const row = await get(db, id);
      if (!isKnownPlaceholder(other)) throw invalid([bodyFault('by', `La balise {{${other}}} n’existe pas.`)]);
      const bytes = await documents.mend(bytesOf(row), { name, by: other });
      if (!bytes) throw conflict(`Ce modèle ne contient plus la balise {{${name}}}.`);
      return update(
        id,
        { file: { fileName: row.file_name ?? `${row.name}.docx`, mimeType: DOCX_MIME, content: bytes }, by },
        row.file_id,
      );
    },

    /** An older file takes the place of the present one, which stays in the list. @throws 404 for a file of another template */
    async restore(id: string, fileId: string, by: Actor): Promise<Template> {
      const { bytes, ...older } = await versions.get(id, fileId);
      return update(id, { ...older, file: { fileName: older.fileName, mimeType: DOCX_MIME, content: bytes }, by });
    },

    /** The template's bytes, for a generation. @throws 409 when it has no file yet. */
    async source(id: string): Promise<{ name: string; version: string; fileId: string; bytes: () => Promise<Buffer> }> {
      const row = await get(db, id);
      return { name: row.name, version: row.version, fileId: row.file_id ?? '', bytes: bytesOf(row) };
    },

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

    async readThumbnail(id: string, query: LinkQuery): Promise<FileAnswer> {
      await links.check(readThumbnail, { id }, query);
      const row = await get(db, id);
      if (row.thumbnail_file_id === null) throw notFound('vignette');
      return {
        ...(await files.open(row.thumbnail_file_id)),
        mimeType: 'image/png',
        fileName: 'vignette.png',
        disposition: 'inline',
        maxAge: 3_600,
      };
    },

    /** Puts the pictures that are missing in line: of before there was one, of a template that is back. */
    async queueThumbnails(): Promise<void> {
      await inTransaction(db, async (trx) => {
        for (const { file_id, name } of await store.unseen(trx))
          await jobs.addOnce(trx, { kind: THUMBNAIL, key: file_id, title: name });
      });
      jobs.wake();
    },

    count: (): Promise<number> => store.count(db),
  };
}

export type TemplateService = ReturnType<typeof createTemplates>;
