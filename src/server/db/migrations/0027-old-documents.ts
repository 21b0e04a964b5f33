import { type Kysely, sql } from 'kysely';

/** Old files that are given to be read; what is kept of a sheet is empty for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('imports').renameTo('imports_before').execute();
  await db.schema
    .createTable('imports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('read_file_id', 'text')
    .addColumn('mapping', 'text')
    .addColumn('shape', 'text')
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('batch_id', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text')
    .addColumn('created_by_id', 'text')
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
  const kept = sql`id, file_name, read_file_id, mapping, shape, revision, batch_id, created_at, created_by, created_by_id, expires_at`;
  await sql`insert into imports (kind, ${kept}) select 'sheet', ${kept} from imports_before`.execute(db);
  await db.schema.dropTable('imports_before').execute();
  await db.schema
    .createTable('import_documents')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('import_id', 'text', (column) => column.notNull())
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('file_id', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('mime_type', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('message', 'text')
    .addColumn('template', 'text')
    .addColumn('reading', 'text')
    .addColumn('words', 'text')
    .addColumn('applied_to', 'text')
    .addColumn('attached', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('import_documents_import').on('import_documents').columns(['import_id', 'seq']).execute();
}
