import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Executor, isPostgres } from './open.ts';

/**
 * A long list read a part at a time: all ids first, which are short, then the rows of some of them. What is added or
 * removed meanwhile shifts nothing: no row comes twice.
 */
export async function* inChunks<Row>(
  ids: readonly string[],
  size: number,
  read: (ids: readonly string[]) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let at = 0; at < ids.length; at += size) yield* await read(ids.slice(at, at + size));
}

/** Rows in the order of their ids. */
export function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A column is one of these texts, told as one parameter: however many there are, the statement is the same, and stays prepared. */
export const isOneOf = (executor: Executor, column: string, texts: readonly string[]): RawBuilder<SqlBool> =>
  isPostgres(executor)
    ? sql<SqlBool>`${sql.ref(column)} = any(${texts}::text[])`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(texts)}))`;
