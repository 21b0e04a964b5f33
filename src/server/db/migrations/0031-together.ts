import type { Kysely } from 'kysely';

/** Who reads a file again, what people say of it, who reads it from outside, and what suppliers are asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await inTheHouse(db);
  await ofGuests(db);
  await ofSuppliers(db);
  // Whose answer a file to be filed is: of a guest, or of an item that was asked for.
  await db.schema.alterTable('intake').addColumn('source_key', 'text').execute();
  await db.schema.createIndex('intake_source').on('intake').column('source_key').execute();
  // A message to somebody without an account goes to the address of a link.
  await db.schema.alterTable('mails').addColumn('guest_id', 'text').execute();
  for (const column of ['review_state', 'review_by', 'review_due'])
    await db.schema.alterTable('products').addColumn(column, 'text').execute();
}

async function inTheHouse(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reviews')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('asked_by', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'text', (column) => column.notNull())
    .addColumn('reviewer_id', 'text', (column) => column.notNull())
    .addColumn('due_on', 'text')
    .addColumn('note', 'text')
    .addColumn('reason', 'text')
    .addColumn('stamp', 'text')
    .addColumn('ended_at', 'text')
    .addColumn('ended_by', 'text')
    .execute();
  await db.schema.createIndex('reviews_product').on('reviews').columns(['product_id', 'asked_at']).execute();
  await db.schema
    .createTable('comments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('anchor_kind', 'text', (column) => column.notNull())
    .addColumn('anchor_key', 'text', (column) => column.notNull())
    .addColumn('anchor_label', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('mentions', 'text', (column) => column.notNull())
    .addColumn('parent_id', 'text')
    .addColumn('person_id', 'text')
    .addColumn('guest_id', 'text')
    .addColumn('for_guests', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('edited_at', 'text')
    .addColumn('resolved_at', 'text')
    .addColumn('resolved_by', 'text')
    .addColumn('removed_at', 'text')
    .execute();
  await db.schema.createIndex('comments_product').on('comments').columns(['product_id', 'at']).execute();
}

async function ofGuests(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('guests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('product_id', 'text')
    .addColumn('request_id', 'text')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('may', 'text', (column) => column.notNull())
    .addColumn('pieces', 'text', (column) => column.notNull())
    .addColumn('formula', 'integer', (column) => column.notNull())
    .addColumn('code', 'integer', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('revoked_at', 'text')
    .addColumn('locked_at', 'text')
    .addColumn('code_nonce', 'text')
    .addColumn('code_until', 'text')
    .addColumn('code_tries', 'integer', (column) => column.notNull())
    .addColumn('last_seen_at', 'text')
    .addColumn('shown', 'text')
    .addColumn('erased_at', 'text')
    .execute();
  await db.schema.createIndex('guests_product').on('guests').column('product_id').execute();
  await db.schema
    .createTable('guest_signatures')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('guest_id', 'text', (column) => column.notNull())
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('qualification', 'text', (column) => column.notNull())
    .addColumn('signed_on', 'text', (column) => column.notNull())
    .addColumn('stamp', 'text', (column) => column.notNull())
    .addColumn('file_id', 'text')
    .addColumn('file_name', 'text')
    .addColumn('mime_type', 'text')
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('settled_at', 'text')
    .addColumn('settled_by', 'text')
    .execute();
  await db.schema.createIndex('guest_signatures_product').on('guest_signatures').column('product_id').execute();
}

async function ofSuppliers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('supplier', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('message', 'text')
    .addColumn('due_on', 'text', (column) => column.notNull())
    .addColumn('reminding', 'integer', (column) => column.notNull())
    .addColumn('reminded', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'text')
    .addColumn('answered_at', 'text')
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('updated_by', 'text')
    .execute();
  await db.schema.createIndex('requests_state').on('requests').columns(['state', 'due_on']).execute();
  await db.schema
    .createTable('request_items')
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('n', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text')
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('owner_type', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('required', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addPrimaryKeyConstraint('request_items_key', ['request_id', 'n'])
    .execute();
  await db.schema.createIndex('request_items_owner').on('request_items').columns(['owner_type', 'owner_id']).execute();
}
