import { type Kysely, sql } from 'kysely';

/** A file may be attached to other things than a product. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table attachments rename column product_id to owner_id`.execute(db);
  await sql`alter table attachments add column owner_type text not null default 'product'`.execute(db);
}
