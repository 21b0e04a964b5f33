import type { ListQuery } from '#shared/contract/list.query.ts';
import { fold } from '#shared/contract/list.ts';
import { wordsOf } from '../db/fulltext.ts';
import { unknownSort } from '../errors.ts';

/** Characters of a value that are looked at: names, references, addresses. */
const LOOKED_AT = 500;
const { compare: inWords } = new Intl.Collator('fr', { numeric: true });

/** A text alone has no name to be ordered by. */
type Row = Readonly<Record<string, unknown>> | string;

const textOf = (row: Row): string =>
  fold(
    (typeof row === 'string' ? [row] : Object.values(row))
      .flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [String(value)] : []))
      .map((text) => text.slice(0, LOOKED_AT))
      .join('\n'),
  );

/** Texts as a dictionary has them, numbers by their size, nothing last. */
function compare(one: unknown, other: unknown): number {
  if (one == null || other == null) return Number(one == null) - Number(other == null);
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return inWords(String(one).slice(0, LOOKED_AT), String(other).slice(0, LOOKED_AT));
}

/**
 * What a query keeps of a list that is read whole, in its order: the rows whose values hold every word, whatever its case and accents.
 * @param rows as they are answered: what is not shown is not searched
 * @throws 422 for an order by what no row has
 */
export function searchRows<R extends Row>(rows: readonly R[], { search, sort }: ListQuery): R[] {
  const words = wordsOf(search ?? '');
  const found =
    words.length === 0
      ? [...rows]
      : rows.filter((row) => {
          const text = textOf(row);
          return words.every((word) => text.includes(word));
        });
  if (sort === undefined) return found;
  const name = sort.replace(/^-/, '');
  if (rows.length > 0 && !rows.some((row) => typeof row === 'object' && Object.hasOwn(row, name))) throw unknownSort();
  const sign = sort.startsWith('-') ? -1 : 1;
  const said = (row: R): unknown => (typeof row === 'object' ? row[name] : row);
  return found.sort((a, b) => sign * compare(said(a), said(b)));
}
