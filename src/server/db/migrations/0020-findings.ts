import type { Kysely } from 'kysely';

/** What is found in the file of each product, kept for the list and the dashboard; `null` counts are being computed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('findings')
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('due_on', 'text')
    .addPrimaryKeyConstraint('findings_pk', ['product_id', 'key'])
    .execute();
  await db.schema.createIndex('findings_by_code').on('findings').columns(['code', 'product_id']).execute();
  await db.schema.alterTable('products').addColumn('findings_red', 'integer').execute();
  await db.schema.alterTable('products').addColumn('findings_orange', 'integer').execute();
  await db.schema.createIndex('products_by_findings').on('products').columns(['findings_red']).execute();
}
