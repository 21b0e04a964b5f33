import { type Kysely, sql } from 'kysely';

/**
 * What is to be sent to the drive, and where it went. The state of a generation on the drive is that of its lines here;
 * without a line there is nothing to send: the built-in drive holds it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('drive_outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('generation_id', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('file_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_at', 'text', (column) => column.notNull())
    .addColumn('leased_until', 'text')
    .addColumn('leased_by', 'text')
    .addColumn('error', 'text')
    .addColumn('root_id', 'text')
    .addColumn('drive_file_id', 'text')
    .addColumn('drive_url', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'text')
    .execute();
  await db.schema
    .createIndex('drive_outbox_generation')
    .on('drive_outbox')
    .columns(['generation_id', 'format'])
    .unique()
    .execute();
  await db.schema.createIndex('drive_outbox_due').on('drive_outbox').columns(['state', 'next_at']).execute();
  await db.schema
    .createTable('drive_folders')
    .addColumn('root_id', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('folder_id', 'text', (column) => column.notNull())
    .addColumn('created', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('drive_folders_path').on('drive_folders').columns(['root_id', 'path']).unique().execute();
  await sql`alter table generations drop column drive_state`.execute(db);
  await sql`alter table generations drop column drive_error`.execute(db);
}
