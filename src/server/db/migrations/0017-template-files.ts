import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

interface Before {
  templates: { id: string; file_id: string | null; file_name: string | null; version: string };
  files: { id: string; created_at: string };
  template_files: {
    id: string;
    template_id: string;
    file_id: string;
    file_name: string;
    version: string;
    imported_at: string;
    imported_by: string | null;
  };
}

/** Every file that a template has had stays with it; what a tag may say has grown, and what was a fault may be none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('template_files')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('template_id', 'text', (column) => column.notNull())
    .addColumn('file_id', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('imported_at', 'text', (column) => column.notNull())
    .addColumn('imported_by', 'text')
    .execute();
  for (const column of ['template_id', 'file_id'])
    await db.schema.createIndex(`template_files_${column}`).on('template_files').column(column).execute();
  await sql`update templates set faults = null`.execute(db);
  const typed = db as Kysely<Before>;
  const known = await typed
    .selectFrom('templates as t')
    .innerJoin('files as f', 'f.id', 't.file_id')
    .select(['t.id', 't.file_id', 't.file_name', 't.version', 'f.created_at'])
    .$narrowType<{ file_id: string }>()
    .execute();
  for (const { id, file_id, file_name, version, created_at } of known)
    await typed
      .insertInto('template_files')
      .values({
        id: randomUUID(),
        template_id: id,
        file_id,
        file_name: file_name ?? 'modele.docx',
        version,
        imported_at: created_at,
        imported_by: null,
      })
      .execute();
}
