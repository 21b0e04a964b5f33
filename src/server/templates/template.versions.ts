import { DOCX_MIME, type TemplateComparison, type TemplateFile } from '#shared/templates/template.contract.ts';
import type { Db } from '../db/open.ts';
import type { TemplateFileRow, TemplateRow } from '../db/tables.ts';
import type { DocumentService } from '../documents/document.service.ts';
import { notFound } from '../errors.ts';
import type { FileAnswer } from '../http/file.ts';
import type { FileService } from '../storage/files.service.ts';
import * as store from './template.store.ts';

interface Dependencies {
  db: Db;
  files: FileService;
  documents: DocumentService;
  /** @throws 404 for a template that is not there */
  find: (id: string) => Promise<TemplateRow>;
}

export function createVersions({ db, files, documents, find }: Dependencies) {
  const getRow = async (id: string, fileId: string): Promise<TemplateFileRow> => {
    await find(id);
    const row = await store.findFile(db, { id, fileId });
    if (!row) throw notFound('fichier');
    return row;
  };
  return {
    /** The newest first. */
    async list(id: string): Promise<TemplateFile[]> {
      const template = await find(id);
      return (await store.listFiles(db, id)).map(({ file_id, template_id: _, ...row }) => ({
        ...row,
        current: file_id === template.file_id,
      }));
    },
    /** Those of every template that is there, the newest first. */
    all: () => store.listAllFiles(db),
    async read(id: string, fileId: string): Promise<FileAnswer> {
      const row = await getRow(id, fileId);
      return {
        ...(await files.open(row.file_id)),
        mimeType: DOCX_MIME,
        fileName: row.file_name,
        disposition: 'attachment',
      };
    },
    /** What the newer one has and the older one has not, and the other way round. @throws 404 for a file of another template */
    async compare(id: string, { from, to }: { from: string; to: string }): Promise<TemplateComparison> {
      const [before, after] = [await getRow(id, from), await getRow(id, to)];
      return documents.compare(
        () => files.read(before.file_id),
        () => files.read(after.file_id),
      );
    },
    /** The file as it was imported. @throws 404 for a file of another template */
    async get(id: string, fileId: string): Promise<{ fileName: string; version: string; bytes: Buffer }> {
      const { file_id, file_name, version } = await getRow(id, fileId);
      return { fileName: file_name, version, bytes: await files.read(file_id) };
    },
  };
}
