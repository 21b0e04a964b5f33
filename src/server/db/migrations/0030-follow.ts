import type { Kysely } from 'kysely';

interface Before {
  products: { id: string; kept_until: string | null };
  settings: { name: string; value: string };
  control_records: { product_id: string; kind: string; data: string };
}

/** What is kept of a product once it is sold: lots, studies, effects; what is due on which day, and until when nothing may go. */
export async function up(db: Kysely<Before>): Promise<void> {
  await db.schema
    .createTable('follow_records')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text')
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('updated_by', 'text')
    .addColumn('deleted_at', 'text')
    .addColumn('deleted_by', 'text')
    .execute();
  await db.schema.createIndex('follow_records_product').on('follow_records').columns(['product_id', 'kind']).execute();
  await db.schema
    .createTable('follow_revisions')
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('by', 'text')
    .addColumn('changes', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('follow_revisions_key', ['owner_id', 'revision'])
    .execute();
  await db.schema.createIndex('follow_revisions_product').on('follow_revisions').column('product_id').execute();
  await db.schema
    .createTable('deadlines')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('due_on', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('link', 'text', (column) => column.notNull())
    .addColumn('grace', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('deadlines_day').on('deadlines').columns(['due_on', 'key']).execute();
  await db.schema.createIndex('deadlines_kind').on('deadlines').columns(['kind', 'due_on', 'key']).execute();
  await db.schema
    .createTable('deadline_products')
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('deadline_products_key', ['product_id', 'key'])
    .execute();
  await db.schema.createIndex('deadline_products_shared').on('deadline_products').column('key').execute();
  await db.schema
    .createTable('calendars')
    .addColumn('person_id', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.alterTable('products').addColumn('kept_until', 'text').execute();
  for (const column of ['deadline_late', 'effect_open'])
    await db.schema
      .alterTable('products')
      .addColumn(column, 'integer', (one) => one.notNull().defaultTo(0))
      .execute();
  // What is due is read from all of them at once, the next time that the follower looks.
  await db.deleteFrom('settings').where('name', '=', 'control_day').execute();
  // One whose conformity says a last lot is kept; until when is known once somebody says that no other follows.
  await db
    .updateTable('products')
    .set({ kept_until: '9999-12-31' })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('control_records')
        .select('product_id')
        .where('kind', '=', 'conformity')
        .where('data', 'like', '%"dernier_lot_date":"%'),
    )
    .execute();
}
