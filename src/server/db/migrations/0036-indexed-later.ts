import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * A save of a product no longer writes PostgreSQL's index of three letters (`indexedLater`): it is of the rows that have a
 * `search_key`, and those that wait have an index of their own. Without the extension there is none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  const { rows } = await sql<{ schema: string }>`select n.nspname as schema from pg_extension e
    join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`.execute(db);
  const schema = rows[0]?.schema;
  if (!schema) return;
  await sql`drop index if exists products_search`.execute(db);
  await sql`alter table products alter column search_key set default 1`.execute(db);
  await sql`update products set search_key = 1`.execute(db);
  await sql`create index products_search on products using gin (search_text ${sql.ref(`${schema}.gin_trgm_ops`)})
    with (gin_pending_list_limit = ${sql.lit(PENDING_KB)}) where deleted_at is null and search_key is not null`.execute(
    db,
  );
  await sql`create index products_indexed_later on products (id)
    where deleted_at is null and search_key is null`.execute(db);
  // It has counted a column that was null in every row; from now on it always expects that few wait, as when nobody has saved for a while,
  // and takes these two indexes instead of reading every row.
  await sql`analyze products (search_key)`.execute(db);
  await sql`alter table products alter column search_key set statistics 0`.execute(db);
}
/** As before (0033-marks). */
const PENDING_KB = 128;
