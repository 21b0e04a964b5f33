import type { Kysely } from 'kysely';

/** Saves of one sitting become one, which says when it began. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('product_revisions').addColumn('began_at', 'text').execute();
  await db.schema.createIndex('product_revisions_at').on('product_revisions').column('at').execute();
}
