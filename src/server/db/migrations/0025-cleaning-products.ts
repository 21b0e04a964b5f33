import type { Kysely } from 'kysely';

/**
 * A product is a cosmetic or a cleaning product; what there is stays a cosmetic, and is proposed to a person where its name says
 * otherwise. A piece may keep the composition it was attached on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('products')
    .addColumn('type_produit', 'text', (column) => column.notNull().defaultTo('cosmetique'))
    .execute();
  await db.schema
    .alterTable('products')
    .addColumn('type_said', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('products').addColumn('type_word', 'text').execute();
  await db.schema.alterTable('attachments').addColumn('stamp', 'text').execute();
  await db.schema.createIndex('products_type_word').on('products').column('type_word').execute();
  await db.schema.createIndex('products_type_produit').on('products').column('type_produit').execute();
}
