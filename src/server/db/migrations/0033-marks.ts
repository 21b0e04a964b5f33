import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** What a list of products is filtered by, and what the dashboard counts. */
const MARKS = [
  'type_produit',
  'modified_since_validation',
  'late_validation',
  'lacks_formula',
  'control_open',
  'control_red',
  'control_review',
  'deadline_late',
  'effect_open',
  'findings_red',
  'findings_orange',
];

/**
 * One index holds every mark of a product: whatever a list keeps, it is counted from there, not from the rows (4 ms instead of
 * 180 of 100,000). Those of a single mark go, and one of two by the day of change: each save wrote them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of [
    'products_list_status',
    'products_modified',
    'products_late',
    'products_type_produit',
    'products_type_word',
    'products_updated_at',
  ])
    await db.schema.dropIndex(index).execute();
  await sql`create index products_list_status on products
    (status, progression, id, search_key, ${sql.join(MARKS.map((mark) => sql.ref(mark)))}) where deleted_at is null`.execute(
    db,
  );
  await sql`create index products_without_formula on products (lacks_formula, status, progression)
    where deleted_at is null`.execute(db);
  await sql`create index products_type_word on products (sort_nom_commercial, id)
    where deleted_at is null and type_word is not null`.execute(db);
  await sql`create index products_review_by on products (review_by) where review_by is not null`.execute(db);
  await sql`create index products_review_due on products (review_due) where review_due is not null`.execute(db);
  // Lists of the libraries, how long they are, and the names that are suggested.
  for (const table of ['substances', 'materials']) {
    await sql`create index ${sql.ref(`${table}_list`)} on ${sql.table(table)} (name_key, id, label)
      where deleted_at is null and merged_into is null`.execute(db);
    // SQLite took it for the few that are not merged.
    await db.schema.dropIndex(`${table}_merged`).execute();
    await sql`create index ${sql.ref(`${table}_merged`)} on ${sql.table(table)} (merged_into)
      where merged_into is not null`.execute(db);
  }
  await db.schema.dropIndex('record_uses_record').execute();
  await db.schema.createIndex('record_uses_record').on('record_uses').columns(['record_id', 'owner_id']).execute();
  if (db.getExecutor().adapter instanceof PostgresAdapter) await searchOnPostgres(db);
}

/**
 * What was written since the last vacuum waits beside the search index, and each search reads all of it: less may wait there
 * (50 ms with 4 MB, the default). What is searched, ordered and shown stands in the row, only `data` beside it: fetching each text
 * from elsewhere took most of a search.
 */
async function searchOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`alter index if exists products_search set (gin_pending_list_limit = ${sql.lit(PENDING_KB)})`.execute(db);
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = 'products'::regclass and attnum > 0 and not attisdropped and attstorage = 'x' and attname <> 'data'`.execute(
    db,
  );
  for (const { name } of rows)
    await sql`alter table products alter column ${sql.ref(name)} set storage main`.execute(db);
  // The new storage is of what is written.
  await sql`update products set search_text = search_text || '', summary = summary || ''`.execute(db);
}
const PENDING_KB = 128;
