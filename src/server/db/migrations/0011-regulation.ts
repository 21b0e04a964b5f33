import { type Kysely, sql } from 'kysely';

/**
 * The annexes as they were imported, corpus by corpus; names that an inventory makes known; what people know of a product
 * and what they decided; what a new corpus changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('corpora')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('imported_at', 'text', (column) => column.notNull())
    .addColumn('imported_by', 'text')
    .addColumn('activated_at', 'text')
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('files', 'text', (column) => column.notNull())
    .execute();
  // Two instances may not put two corpora in force.
  await sql`create unique index corpora_active on corpora (active) where active = 1`.execute(db);
  await db.schema
    .createTable('corpus_entries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('corpus_id', 'text', (column) => column.notNull())
    .addColumn('annex', 'text', (column) => column.notNull())
    .addColumn('ref', 'text', (column) => column.notNull())
    .addColumn('ordinal', 'integer', (column) => column.notNull())
    .addColumn('identity_hash', 'text', (column) => column.notNull())
    .addColumn('cells', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('corpus_entries_corpus').on('corpus_entries').columns(['corpus_id', 'annex']).execute();
  await db.schema
    .createTable('entry_warnings')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('by', 'text')
    .execute();
  await db.schema
    .createTable('inventory')
    .addColumn('name_key', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('cas', 'text', (column) => column.notNull())
    .addColumn('ec', 'text', (column) => column.notNull())
    .addColumn('functions', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('conformity')
    .addColumn('product_id', 'text', (column) => column.primaryKey())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('updated_by', 'text')
    .execute();
  await db.schema
    .createTable('law_decisions')
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('basis', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('by', 'text')
    .addPrimaryKeyConstraint('law_decisions_key', ['product_id', 'key', 'kind'])
    .execute();
  await db.schema
    .createTable('law_changes')
    .addColumn('corpus_id', 'text', (column) => column.notNull())
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('law_changes_key', ['corpus_id', 'product_id'])
    .execute();
}
