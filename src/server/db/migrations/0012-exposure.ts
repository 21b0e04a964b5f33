import type { Kysely } from 'kysely';

/** How much of a product a person is exposed to, and the assessor's words. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('exposures')
    .addColumn('product_id', 'text', (column) => column.primaryKey())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('updated_by', 'text')
    .execute();
}
