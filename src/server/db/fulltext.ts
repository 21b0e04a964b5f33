import {
  type Expression,
  type ExpressionBuilder,
  type ExpressionWrapper,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { fold } from '#shared/contract/list.ts';
import { type Executor, isPostgres } from './open.ts';
import type { Tables } from './tables.ts';

type Searchable = 'products' | 'templates' | 'generations' | 'dossiers' | 'substances' | 'materials' | 'batches';

/** The search index knows every three letters: a shorter word is looked for row by row. */
const INDEXED_LENGTH = 3;

export const wordsOf = (search: string): string[] => fold(search).split(/\s+/).filter(Boolean);

const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;

function contains<T extends Searchable>(
  word: string,
  text: Expression<unknown> = sql.ref('search_text'),
): ExpressionWrapper<Tables, T, SqlBool> {
  return sql<SqlBool>`${text} like ${patternOf(word)} escape '\\'` as unknown as ExpressionWrapper<Tables, T, SqlBool>;
}

/** True where a folded text holds another, letter by letter. */
export const holds = (text: Expression<unknown>, part: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${text} like ${patternOf(part)} escape '\\'`;

/** True where every word of `search` stands somewhere in the row, whatever its case and accents. */
export const matches = <T extends Searchable>(
  eb: ExpressionBuilder<Tables, T>,
  search: string,
): ExpressionWrapper<Tables, T, SqlBool> => eb.and(wordsOf(search).map((word) => contains<T>(word)));

const isIndexed = (word: string): boolean => [...word].length >= INDEXED_LENGTH;
/** Whether no index answers a search: the text of each row is read. */
export const readsEveryText = (search: string): boolean => wordsOf(search).some((word) => !isIndexed(word));

const phrasesOf = (words: readonly string[]): string =>
  words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');

/**
 * Set whenever a product is written. PostgreSQL would write the six hundred entries of its text anew each time, two thirds of what the
 * row costs it: the row waits, found by reading its text, until `indexSome` comes by. Its index is of rows that have a `search_key`,
 * which they have when nobody says otherwise.
 * @returns no column on SQLite, whose triggers write its index when the text changes
 */
export const indexedLater = (db: Executor): object => (isPostgres(db) ? { search_key: sql.lit(null) } : {});

const hasKey = (is: boolean): ExpressionWrapper<Tables, 'products', SqlBool> =>
  sql<SqlBool>`search_key is ${sql.raw(is ? 'not null' : 'null')}` as unknown as ExpressionWrapper<
    Tables,
    'products',
    SqlBool
  >;

/**
 * Puts some of the products that wait into the index, but for those that somebody is writing; none without `pg_trgm`, where there is no
 * index. Read in the order of their own index, those that wait no more are taken out of it.
 * @returns how many, `max` at most. PostgreSQL only
 */
export async function indexSome(db: Executor, max: number): Promise<number> {
  const { numAffectedRows } = await sql`update products set search_key = 1 where id in
    (select id from products where deleted_at is null and search_key is null and to_regclass('products_search') is not null
      order by id limit ${max} for update skip locked)`.execute(db);
  return Number(numAffectedRows);
}

/**
 * The same for products, of which there may be very many. PostgreSQL finds its own index for it.
 * @param keys those that `keysOf` found
 * @param walk SQLite goes along another index (the order of the list, a filter) and asks of each whether it was found
 */
export function matchesProduct(
  db: Executor,
  eb: ExpressionBuilder<Tables, 'products'>,
  search: string,
  { walk, keys }: { walk: boolean; keys: readonly number[] | null },
): ExpressionWrapper<Tables, 'products', SqlBool> {
  const words = wordsOf(search);
  const indexed = words.filter(isIndexed);
  if (isPostgres(db))
    return indexed.length === 0
      ? matches(eb, search)
      : eb.or([
          eb.and([hasKey(true), matches(eb, search)]),
          // Not the same expression: PostgreSQL would take what both sides ask out of the « or », and no index answers that.
          eb.and([hasKey(false), ...words.map((word) => contains<'products'>(word, sql`(search_text || '')`))]),
        ]);
  const conditions = words.filter((word) => !isIndexed(word)).map((word) => contains<'products'>(word));
  if (indexed.length === 0) return eb.and(conditions);
  const found = keys
    ? sql<SqlBool>`${sql.ref('search_key')} in (select value from json_each(${JSON.stringify(keys)}))`
    : sql<SqlBool>`${sql.raw(walk ? '+' : '')}${sql.ref('search_key')} in
    (select rowid from product_search where product_search match ${phrasesOf(indexed)})`;
  return eb.and([found as unknown as ExpressionWrapper<Tables, 'products', SqlBool>, ...conditions]);
}

/**
 * The keys of the products that hold the words of a search of which there is an index, where they are not more than `max`;
 * `null` where they are, or no index knows. SQLite only.
 */
export async function keysOf(db: Executor, search: string, max: number): Promise<number[] | null> {
  const indexed = wordsOf(search).filter(isIndexed);
  if (isPostgres(db) || indexed.length === 0) return null;
  const { rows } = await sql<{ rowid: number }>`select rowid from product_search
    where product_search match ${phrasesOf(indexed)} limit ${max + 1}`.execute(db);
  return rows.length > max ? null : rows.map(({ rowid }) => rowid);
}

/**
 * How many products a search finds, from its index alone; `null` where that cannot tell. Those in the trash are not in it.
 * SQLite only.
 * @param keys those that `keysOf` found
 */
export async function countMatches(
  db: Executor,
  search: string,
  keys: readonly number[] | null,
): Promise<number | null> {
  const words = wordsOf(search);
  if (isPostgres(db) || words.length === 0 || !words.every(isIndexed)) return null;
  if (keys) return keys.length;
  const { rows } = await sql<{ total: number }>`select count(*) as total from product_search
    where product_search match ${phrasesOf(words)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/**
 * True where the word, as `wordsOf` gives it, stands in a text that is kept as it was written: for tables that are read
 * row by row. SQLite is given `fold` itself (`open.ts`); PostgreSQL says the same in its own words.
 */
export function standsIn(db: Executor, text: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> {
  const folded = isPostgres(db)
    ? sql`replace(replace(lower(regexp_replace(normalize(translate(${text}, 'ŒÆ’‘', 'œæ'''''), NFD), '[\u0300-\u036f]', '', 'g')),
          'œ', 'oe'), 'æ', 'ae')`
    : sql`fold(${text})`;
  return sql<SqlBool>`${folded} like ${patternOf(word)} escape '\\'`;
}

/** The values of a row as `matches` looks for them. */
export const searchText = (values: Iterable<string>): string => fold([...values].filter(Boolean).join('\n'));
