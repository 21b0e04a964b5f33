import type { Tables } from '../db/tables.ts';

type ColumnOf<T extends keyof Tables> = Extract<keyof Tables[T], `${string}file_id`>;
type Owner = { [T in keyof Tables]: readonly [table: T, column: ColumnOf<T>] }[keyof Tables];

/**
 * Every column that owns a stored file: a file that none of them names is nobody's. A test walks the tables of the real
 * database: a column that is missing here fails it.
 */
export const FILE_OWNERS: readonly Owner[] = [
  ['attachments', 'file_id'],
  ['templates', 'file_id'],
  ['templates', 'thumbnail_file_id'],
  ['template_files', 'file_id'],
  ['generations', 'docx_file_id'],
  ['generations', 'pdf_file_id'],
  ['generations', 'template_file_id'],
  ['drive_outbox', 'file_id'],
  ['dossiers', 'pdf_file_id'],
  ['dossiers', 'zip_file_id'],
  ['conversions', 'file_id'],
  ['imports', 'read_file_id'],
  ['import_documents', 'file_id'],
  ['intake', 'file_id'],
  ['guest_signatures', 'file_id'],
];

/** Columns of the same kind of name that hold a key of somebody else's. */
export const NOT_OURS: readonly (readonly [table: keyof Tables, column: string])[] = [
  ['drive_outbox', 'drive_file_id'],
];
