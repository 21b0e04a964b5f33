import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** What the list of products is ordered by. */
const SORTS = [
  'sort_nom_client',
  'sort_marque',
  'sort_gamme',
  'sort_nom_produit',
  'sort_nom_commercial',
  'sort_fournisseur',
  'sort_ref_formule',
  'sort_ref_produit',
  'sort_date_mise_marche',
  'sort_resp_mise_marche',
  'progression',
  'created_at',
  'updated_at',
];

/**
 * Lists of 100,000 products: an index for each order, and one of every three letters for the search. Rows in the trash
 * are in none of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What the search index calls a row on SQLite: a rowid of its own, since VACUUM may renumber the table's.
  await sql`alter table products add column search_key integer`.execute(db);
  for (const column of SORTS)
    await sql`create index ${sql.ref(`products_list_${column}`)} on products (${sql.ref(column)}, id, search_key)
      where deleted_at is null`.execute(db);
  await sql`create index products_list_status on products (status, progression, id, search_key)
    where deleted_at is null`.execute(db);
  await (db.getExecutor().adapter instanceof PostgresAdapter ? searchOnPostgres(db) : searchOnSqlite(db));
}

/** An account that may not add the extension does without: the search then reads every row. */
async function searchOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`do $$ begin create extension if not exists pg_trgm with schema public;
    exception when others then raise notice 'pg_trgm is not available: %', sqlerrm; end $$`.execute(db);
  const { rows } = await sql<{ schema: string }>`select n.nspname as schema from pg_extension e
    join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`.execute(db);
  const schema = rows[0]?.schema;
  if (schema)
    await sql`create index products_search on products using gin
      (search_text ${sql.ref(`${schema}.gin_trgm_ops`)}) where deleted_at is null`.execute(db);
}

async function searchOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index products_search_key on products (search_key)`.execute(db);
  await sql`update products set search_key = rowid`.execute(db);
  await sql`create virtual table product_search using fts5(search_text, content='', contentless_delete=1,
    tokenize='trigram case_sensitive 1')`.execute(db);
  await sql`insert into product_search (rowid, search_text)
    select search_key, search_text from products where deleted_at is null`.execute(db);
  await sql`create trigger products_search_insert after insert on products begin
    update products set search_key = (select coalesce(max(search_key), 0) + 1 from products) where id = new.id;
    insert into product_search (rowid, search_text)
      select search_key, search_text from products where id = new.id and deleted_at is null;
  end`.execute(db);
  await sql`create trigger products_search_update after update on products
    when old.search_text is not new.search_text or old.deleted_at is not new.deleted_at begin
    delete from product_search where rowid = new.search_key;
    insert into product_search (rowid, search_text)
      select new.search_key, new.search_text where new.deleted_at is null;
  end`.execute(db);
  await sql`create trigger products_search_delete after delete on products begin
    delete from product_search where rowid = old.search_key;
  end`.execute(db);
}
