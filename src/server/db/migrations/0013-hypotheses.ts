import type { Kysely } from 'kysely';

/** Suppositions that somebody answers for, and the margins a document prints. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('hypotheses')
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('substance_id', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('by', 'text')
    .addPrimaryKeyConstraint('hypotheses_key', ['key', 'substance_id'])
    .execute();
  await db.schema.alterTable('generations').addColumn('margins', 'text').execute();
}
