import type { Kysely } from 'kysely';

/** Files that came in and wait to be filed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('intake')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('file_id', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('mime_type', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('kind', 'text')
    .addColumn('owner_type', 'text')
    .addColumn('owner_id', 'text')
    .addColumn('candidates', 'text', (column) => column.notNull())
    .addColumn('issued_on', 'text')
    .addColumn('expires_on', 'text')
    .addColumn('why', 'text', (column) => column.notNull())
    .addColumn('duplicate_of', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text')
    .addColumn('expires_at', 'text')
    .execute();
  await db.schema.createIndex('intake_state').on('intake').columns(['state', 'created_at']).execute();
}
