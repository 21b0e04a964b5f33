import { type Kysely, sql } from 'kysely';

/**
 * Substances and raw materials of the firm, formulas in lines. A record keeps its values in `data`; `record_uses` says which
 * product or raw material stands on which record, `substance_numbers` by which CAS or EC number a substance is found.
 * `formula_mode` of a product is empty until somebody chooses: it follows from its fields and files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['substances', 'materials']) {
    await db.schema
      .createTable(table)
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('search_text', 'text', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('merged_into', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addColumn('created_by', 'text')
      .addColumn('updated_by', 'text')
      .addColumn('deleted_at', 'text')
      .addColumn('deleted_by', 'text')
      .execute();
    await sql`create index ${sql.ref(`${table}_name`)} on ${sql.ref(table)} (name_key) where deleted_at is null`.execute(
      db,
    );
  }
  await db.schema
    .createTable('substance_numbers')
    .addColumn('substance_id', 'text', (column) => column.notNull())
    .addColumn('number', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('substance_numbers_number')
    .on('substance_numbers')
    .columns(['number', 'substance_id'])
    .execute();
  await db.schema
    .createTable('record_uses')
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('record_uses_key', ['owner_id', 'record_id'])
    .execute();
  await db.schema.createIndex('record_uses_record').on('record_uses').columns(['record_id']).execute();
  await db.schema
    .createTable('record_revisions')
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('by', 'text')
    .addColumn('changes', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('record_revisions_key', ['owner_id', 'revision'])
    .execute();
  await db.schema
    .createTable('formulas')
    .addColumn('product_id', 'text', (column) => column.primaryKey())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('confirmations', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('updated_by', 'text')
    .execute();
  await sql`alter table products add column formula_mode text not null default ''`.execute(db);
  await sql`alter table products add column composition_sha256 text not null default ''`.execute(db);
}
