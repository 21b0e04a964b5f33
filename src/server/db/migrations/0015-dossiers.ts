import type { Kysely } from 'kysely';

/** Dossiers that were sealed: nothing of them ever changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('dossiers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('sealed_at', 'text', (column) => column.notNull())
    .addColumn('sealed_by', 'text')
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('zip_sha256', 'text', (column) => column.notNull())
    .addColumn('pages', 'integer', (column) => column.notNull())
    .addColumn('anomalies', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('pdf_file_id', 'text', (column) => column.notNull())
    .addColumn('zip_file_id', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('dossiers_product').on('dossiers').column('product_id').execute();
  await db.schema.createIndex('dossiers_sha256').on('dossiers').column('sha256').execute();
  await db.schema.createIndex('dossiers_zip_sha256').on('dossiers').column('zip_sha256').execute();
}
