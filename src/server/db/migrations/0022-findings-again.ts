import { type Kysely, sql } from 'kysely';

/**
 * Which products are in the trash, without reading them all: counts of findings leave them out. Findings of every product are
 * looked for again at the next start: the law is read with more care, and what they say has changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index products_in_trash on products (id) where deleted_at is not null`.execute(db);
  await (db as Kysely<{ settings: { name: string; value: string } }>)
    .deleteFrom('settings')
    .where('name', '=', 'control_day')
    .execute();
}
