import { randomUUID } from 'node:crypto';
import type { TemplateRow } from '../db/tables.ts';
import type { UploadedFile } from '../http/file.ts';
import type { StoredBytes } from '../storage/storage.ts';
import { faultsIn } from './template.pictures.ts';
import type { TemplatesDependencies } from './template.service.ts';

/** Files of templates. */
export function createTemplateFiles({ files, documents, clock }: TemplatesDependencies) {
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

  const blank = (name: string): TemplateRow => {
    const now = clock().toISOString();
    return {
      id: randomUUID(),
      example: 0,
      name,
      version: '1',
      description: null,
      langue: 'fr',
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

  return {
    keep,
    blank,
  };
}

export type TemplateFiles = ReturnType<typeof createTemplateFiles>;
