import type { Kysely } from 'kysely';

/** Work on many products that a person starts, product by product; files of products given to be read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('batches')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('done', 'integer', (column) => column.notNull())
    .addColumn('failed', 'integer', (column) => column.notNull())
    .addColumn('skipped', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text')
    .addColumn('created_by_id', 'text')
    .addColumn('started_at', 'text')
    .addColumn('ended_at', 'text')
    .addColumn('failure', 'text')
    .addColumn('undoes', 'text')
    .addColumn('undone_by', 'text')
    .execute();
  await db.schema.createIndex('batches_state').on('batches').columns(['state', 'created_at']).execute();
  await db.schema
    .createTable('batch_items')
    .addColumn('batch_id', 'text', (column) => column.notNull())
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('object_id', 'text')
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('line', 'integer')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('message', 'text')
    .addColumn('result_id', 'text')
    .addColumn('input', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('done_at', 'text')
    .addPrimaryKeyConstraint('batch_items_pk', ['batch_id', 'seq'])
    .execute();
  await db.schema.createIndex('batch_items_state').on('batch_items').columns(['batch_id', 'state', 'seq']).execute();
  await db.schema
    .createTable('imports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('read_file_id', 'text', (column) => column.notNull())
    .addColumn('mapping', 'text', (column) => column.notNull())
    .addColumn('shape', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('batch_id', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text')
    .addColumn('created_by_id', 'text')
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('import_mappings')
    .addColumn('headers', 'text', (column) => column.primaryKey())
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text', (column) => column.notNull())
    .execute();
  // What was done to one product since: asked of each product that is taken back.
  await db.schema.createIndex('audit_object').on('audit').columns(['object_id', 'seq']).execute();
}
