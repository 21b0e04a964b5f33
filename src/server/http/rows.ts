import type { ListQuery } from '#shared/contract/list.query.ts';
import { fold } from '#shared/contract/list.ts';
import { wordsOf } from '../db/fulltext.ts';
import { unknownSort } from '../errors.ts';

type Row = Readonly<Record<string, unknown>>;
const isRow = (row: unknown): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row);

/** The texts and numbers of a row, however deep. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Texts as a dictionary has them, numbers by their size, nothing last. */
function compare(one: unknown, other: unknown): number {
  if (one === null || one === undefined || other === null || other === undefined)
    return Number(one === null || one === undefined) - Number(other === null || other === undefined);
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), 'fr', { numeric: true });
}

/**
 * What a query keeps of a list that is read whole, in its order: the rows whose values hold every word, whatever its case and accents.
 * @throws 422 for an order by what no row has
 */
export function searchRows(rows: readonly unknown[], { search, sort }: ListQuery): unknown[] {
  const words = wordsOf(search ?? '');
  const found = rows.filter((row) => {
    if (words.length === 0) return true;
    const text = fold(textsOf(row).join('\n'));
    return words.every((word) => text.includes(word));
  });
  if (sort === undefined) return found;
  const name = sort.replace(/^-/, '');
  if (rows.length > 0 && !rows.some((row) => isRow(row) && name in row)) throw unknownSort();
  const sign = sort.startsWith('-') ? -1 : 1;
  return found.toSorted((a, b) => (isRow(a) && isRow(b) ? sign * compare(a[name], b[name]) : 0));
}
