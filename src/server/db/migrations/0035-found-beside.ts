import type { Kysely } from 'kysely';

/** What a product is found by that is not in its form; filled when the computed columns are next aligned (`alignCatalogue`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('products')
    .addColumn('beside_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}
