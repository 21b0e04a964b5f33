import type { Kysely } from 'kysely';

/** What was typed last about people and suppliers is found without reading the records of every product. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('control_records_kind_updated_at')
    .on('control_records')
    .columns(['kind', 'updated_at'])
    .execute();
}
