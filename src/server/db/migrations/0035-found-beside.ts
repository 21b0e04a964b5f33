import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** What a product is found by that is not in its form; filled when the computed columns are next aligned (`alignCatalogue`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('products')
    .addColumn('beside_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  // As what else is searched (0033-marks).
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    await sql`alter table products alter column beside_text set storage main`.execute(db);
}
