import { type Kysely, sql } from 'kysely';

/**
 * What a product's home tells: whether it changed since it was validated, in which order its dates stand, which files
 * came and went; what a finished document was called; which templates are broken. `late_validation` is filled like the
 * other computed columns; `validated_hash` of products validated before is that of what they were then
 * (`product.catalogue.service.ts`), and so is `files_hash`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table products add column late_validation integer not null default 0`.execute(db);
  await sql`alter table products add column files_hash text not null default ''`.execute(db);
  await sql`alter table products add column validated_hash text`.execute(db);
  await sql`alter table products add column modified_since_validation integer not null default 0`.execute(db);
  await sql`create index products_modified on products (modified_since_validation, updated_at, id)
    where deleted_at is null`.execute(db);
  await sql`create index products_late on products (late_validation) where deleted_at is null`.execute(db);
  await sql`alter table templates add column faults integer`.execute(db);
  // Pictures show example values now: they are drawn anew.
  await sql`update templates set thumbnail_file_id = null, thumbnail_refused = 0`.execute(db);
  await sql`alter table generations add column final_file_name text`.execute(db);
  await db.schema
    .createTable('product_file_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('by', 'text')
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('changes', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('product_file_events_product')
    .on('product_file_events')
    .columns(['product_id', 'at'])
    .execute();
}
