import type { Executor } from '../db/open.ts';
import type { FileRow } from '../db/tables.ts';

export async function insert(db: Executor, row: FileRow): Promise<void> {
  await db.insertInto('files').values(row).execute();
}

export const find = (db: Executor, id: string): Promise<FileRow | undefined> =>
  db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();

export async function listIds(db: Executor): Promise<string[]> {
  const rows = await db.selectFrom('files').select('id').execute();
  return rows.map((row) => row.id);
}

/** Every column that owns a file, in one place: a file none of them names is nobody's. */
export async function removeUnowned(db: Executor, before: string): Promise<number> {
  const result = await db
    .deleteFrom('files')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('attachments')
            .select('file_id')
            .where('file_id', '=', ref('files.id'))
            .unionAll(
              selectFrom('templates')
                .select('file_id as file_id')
                .where('templates.file_id', '=', ref('files.id'))
                .$castTo<{ file_id: string }>(),
            )
            .unionAll(
              selectFrom('templates')
                .select('thumbnail_file_id as file_id')
                .where('thumbnail_file_id', '=', ref('files.id'))
                .$castTo<{ file_id: string }>(),
            )
            .unionAll(selectFrom('drive_outbox').select('file_id').where('drive_outbox.file_id', '=', ref('files.id')))
            .unionAll(
              selectFrom('generations').select('docx_file_id as file_id').where('docx_file_id', '=', ref('files.id')),
            )
            .unionAll(
              selectFrom('generations')
                .select('pdf_file_id as file_id')
                .where('pdf_file_id', '=', ref('files.id'))
                .$castTo<{ file_id: string }>(),
            )
            .unionAll(
              selectFrom('generations')
                .select('template_file_id as file_id')
                .where('template_file_id', '=', ref('files.id')),
            ),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
