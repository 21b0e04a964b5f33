import { type Kysely, sql } from 'kysely';

/**
 * `lacks_formula`: neither typed nor in a file. Like the other columns that are computed from the values of a product, it
 * is filled by `product.catalogue.service.ts`, which also adds and removes the columns that the list is sorted by.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table products add column lacks_formula integer not null default 0`.execute(db);
}
