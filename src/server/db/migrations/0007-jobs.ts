import { type Kysely, sql } from 'kysely';

/** Background work has one line of its own for all of it; the drive's keeps what is on the drive. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('title', 'text')
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('stamp', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_at', 'text', (column) => column.notNull())
    .addColumn('leased_until', 'text')
    .addColumn('leased_by', 'text')
    .addColumn('cancelling', 'integer', (column) => column.notNull())
    .addColumn('progress_done', 'integer')
    .addColumn('progress_total', 'integer')
    .addColumn('error', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .execute();
  await db.schema.createIndex('jobs_key').on('jobs').columns(['kind', 'key']).unique().execute();
  await db.schema.createIndex('jobs_due').on('jobs').columns(['state', 'next_at']).execute();
  await sql`insert into jobs (id, kind, key, title, payload, stamp, state, attempts, next_at, cancelling, error, created_at)
    select o.id, 'drive.send', o.id, g.file_name, '{}', o.id, o.state, o.attempts, o.next_at, 0, o.error, o.created_at
    from drive_outbox o join generations g on g.id = o.generation_id where o.state <> 'sent'`.execute(db);
  await db.schema.dropIndex('drive_outbox_due').execute();
  for (const column of ['state', 'attempts', 'next_at', 'leased_until', 'leased_by', 'error', 'created_at'])
    await sql`alter table drive_outbox drop column ${sql.ref(column)}`.execute(db);
}
