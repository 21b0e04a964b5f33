import { type Kysely, sql } from 'kysely';

/**
 * Those in whose file something red was found, the latest first: few of many, whom the list and the dashboard ask for all day.
 * The index of every product by its count goes: each save wrote it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('products_by_findings').execute();
  // A public page, and whoever hands a document in, ask for a file by its hash.
  await db.schema.createIndex('files_sha256').on('files').column('sha256').execute();
  await sql`create index products_with_red on products (updated_at, id)
    where findings_red > 0 and deleted_at is null`.execute(db);
}
