import { type Kysely, sql } from 'kysely';

/** Accounts that wait or must change their password, pictures that cannot be made, files that are sealed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column name text`.execute(db);
  await sql`alter table users add column pending integer not null default 0`.execute(db);
  await sql`alter table users add column must_change_password integer not null default 0`.execute(db);
  // 1 when the file of the template cannot be drawn: it is not tried again.
  await sql`alter table templates add column thumbnail_refused integer not null default 0`.execute(db);
  // Until when a sealed file is kept, whatever becomes of what names it.
  await sql`alter table files add column sealed_until text`.execute(db);
  // Ten years after the day a document was sealed, on both engines.
  for (const column of ['docx_file_id', 'pdf_file_id', 'template_file_id'])
    await sql`update files set sealed_until = (
      select max(cast(cast(substr(validated_at, 1, 4) as integer) + 10 as text) || substr(validated_at, 5))
      from generations where ${sql.ref(`generations.${column}`)} = files.id and status = 'success')
      where sealed_until is null`.execute(db);
}
