import type { Executor } from '../db/open.ts';
import type { FileRow, GenerationRow } from '../db/tables.ts';

/** Files after this id, in the order of ids: all of them, a part at a time. */
export const filesAfter = (db: Executor, id: string, count: number): Promise<Pick<FileRow, 'id' | 'sha256'>[]> =>
  db.selectFrom('files').select(['id', 'sha256']).where('id', '>', id).orderBy('id').limit(count).execute();

export const findFile = (db: Executor, id: string): Promise<Pick<FileRow, 'id' | 'sha256'> | undefined> =>
  db.selectFrom('files').select(['id', 'sha256']).where('id', '=', id).executeTakeFirst();

/** The files of every sealed document, those in the trash too. */
export const sealedFiles = (
  db: Executor,
): Promise<Pick<GenerationRow, 'file_name' | 'docx_file_id' | 'pdf_file_id' | 'template_file_id'>[]> =>
  db
    .selectFrom('generations')
    .select(['file_name', 'docx_file_id', 'pdf_file_id', 'template_file_id'])
    .where('status', '=', 'success')
    .execute();
