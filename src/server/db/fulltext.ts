import {
  type Expression,
  type ExpressionBuilder,
  type ExpressionWrapper,
  PostgresAdapter,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { fold } from '#shared/contract/list.ts';
import type { Executor } from './open.ts';
import type { Tables } from './tables.ts';

type Searchable = 'products' | 'templates' | 'generations' | 'dossiers' | 'substances' | 'materials' | 'batches';

/** The search index knows every three letters: a shorter word is looked for row by row. */
const INDEXED_LENGTH = 3;

export const wordsOf = (search: string): string[] => fold(search).split(/\s+/).filter(Boolean);

const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;

function contains<T extends Searchable>(word: string): ExpressionWrapper<Tables, T, SqlBool> {
  return sql<SqlBool>`${sql.ref('search_text')} like ${patternOf(word)} escape '\\'` as unknown as ExpressionWrapper<
    Tables,
    T,
    SqlBool
  >;
}

/** True where a folded text holds another, letter by letter. */
export const holds = (text: Expression<unknown>, part: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${text} like ${patternOf(part)} escape '\\'`;

/** True where every word of `search` stands somewhere in the row, whatever its case and accents. */
export const matches = <T extends Searchable>(
  eb: ExpressionBuilder<Tables, T>,
  search: string,
): ExpressionWrapper<Tables, T, SqlBool> => eb.and(wordsOf(search).map((word) => contains<T>(word)));

/** The same for products, of which there may be very many. PostgreSQL finds its own index for it. */
export function matchesProduct(
  db: Executor,
  eb: ExpressionBuilder<Tables, 'products'>,
  search: string,
): ExpressionWrapper<Tables, 'products', SqlBool> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return matches(eb, search);
  const words = wordsOf(search);
  const isIndexed = (word: string): boolean => [...word].length >= INDEXED_LENGTH;
  const indexed = words.filter(isIndexed);
  const conditions = words.filter((word) => !isIndexed(word)).map((word) => contains<'products'>(word));
  if (indexed.length === 0) return eb.and(conditions);
  const phrases = indexed.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
  // The plus keeps the order of the list as the way through the table: ten rows are soon found, however many match.
  const found = sql<SqlBool>`+${sql.ref('search_key')} in
    (select rowid from product_search where product_search match ${phrases})`;
  return eb.and([found as unknown as ExpressionWrapper<Tables, 'products', SqlBool>, ...conditions]);
}

/**
 * True where the word, as `wordsOf` gives it, stands in a text that is kept as it was written: for tables that are read
 * row by row. SQLite is given `fold` itself (`open.ts`); PostgreSQL says the same in its own words.
 */
export function standsIn(db: Executor, text: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> {
  const folded =
    db.getExecutor().adapter instanceof PostgresAdapter
      ? sql`replace(replace(lower(regexp_replace(normalize(translate(${text}, 'ŒÆ’‘', 'œæ'''''), NFD), '[\u0300-\u036f]', '', 'g')),
          'œ', 'oe'), 'æ', 'ae')`
      : sql`fold(${text})`;
  return sql<SqlBool>`${folded} like ${patternOf(word)} escape '\\'`;
}

/** The values of a row as `matches` looks for them. */
export const searchText = (values: Iterable<string>): string => fold([...values].filter(Boolean).join('\n'));
