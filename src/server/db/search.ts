import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import { fold } from '#shared/contract/list.ts';
import type { Tables } from './tables.ts';

type Searchable = 'products' | 'templates' | 'generations';

/** True where every word of `search` stands somewhere in the row, whatever its case and accents. */
export function matches<T extends Searchable>(
  eb: ExpressionBuilder<Tables, T>,
  search: string,
): ExpressionWrapper<Tables, T, SqlBool> {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return eb.and(
    words.map((word) => {
      const pattern = `%${word.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
      return sql<SqlBool>`${sql.ref('search_text')} like ${pattern} escape '\\'`;
    }),
  );
}

/** The values of a row as `matches` looks for them. */
export const searchText = (values: Iterable<string>): string => fold([...values].filter(Boolean).join('\n'));
