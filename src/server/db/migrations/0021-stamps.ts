import type { Kysely } from 'kysely';

/**
 * What documents and dossiers stood on (`null` before this release), since when what is signed is as it is, and what people
 * answer to findings.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('generations').addColumn('stamp', 'text').execute();
  await db.schema.alterTable('dossiers').addColumn('stamp', 'text').execute();
  await db.schema
    .createTable('part_days')
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('part', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('since', 'text')
    .addPrimaryKeyConstraint('part_days_pk', ['product_id', 'part'])
    .execute();
  await db.schema
    .createTable('finding_answers')
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('basis', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('by', 'text')
    .addPrimaryKeyConstraint('finding_answers_pk', ['product_id', 'key'])
    .execute();
  // Findings of every product are looked for again at the next start: there are more of them.
  await (db as Kysely<{ settings: { name: string; value: string } }>)
    .deleteFrom('settings')
    .where('name', '=', 'control_day')
    .execute();
}
