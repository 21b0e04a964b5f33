import { type Kysely, sql } from 'kysely';

/** What the file of a product says beside its form, one table for all of it; and how far it is ready for a control. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('control_records')
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('updated_by', 'text')
    .addPrimaryKeyConstraint('control_records_key', ['product_id', 'kind'])
    .execute();
  await sql`insert into control_records (product_id, kind, data, revision, updated_at, updated_by)
    select product_id, 'conformity', data, revision, updated_at, updated_by from conformity`.execute(db);
  await db.schema.dropTable('conformity').execute();
  await db.schema
    .createTable('control_revisions')
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('by', 'text')
    .addColumn('changes', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('control_revisions_key', ['product_id', 'kind', 'revision'])
    .execute();
  // Not known before the first time it is computed.
  await db.schema.alterTable('products').addColumn('control_covered', 'integer').execute();
  for (const column of ['control_open', 'control_red', 'control_review'])
    await db.schema
      .alterTable('products')
      .addColumn(column, 'integer', (one) => one.notNull().defaultTo(0))
      .execute();
}
