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
