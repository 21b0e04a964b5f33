import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Columns that no two rows of one answer share: what an order ends with. */
const UNIQUE = new Set([
  'id',
  'seq',
  'key',
  'email',
  'name',
  'headers',
  'name_key',
  'product_id',
  'owner_id',
  'substance_id',
  'kind',
  'revision',
  'n',
  'ordinal',
]);

/** Orders of rows, as they are written: the columns of consecutive `orderBy`, and where. */
function ordersOf(file: string): { where: string; columns: string[] }[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:\.orderBy\((?:[^()]|\([^()]*\))*\)\s*)+/g)].map((match) => ({
    where: `${file}:${text.slice(0, match.index).split('\n').length}`,
    columns: [...match[0].matchAll(/\.orderBy\(\s*(sql|[`'"]?)([^,`'")]*)/g)].map(([, , column]) =>
      (column ?? '').trim().replace(/^.*\./, ''),
    ),
  }));
}

const ORDERS = globSync('src/server/**/*.ts', { exclude: ['**/*.test.ts', '**/migrations/**'] }).flatMap(ordersOf);

test('every order of rows ends with what no two share, so that pages and « the last one » are the same on both engines', () => {
  expect(ORDERS.length).toBeGreaterThan(80);
  expect(ORDERS.filter(({ columns }) => !UNIQUE.has(columns.at(-1) ?? ''))).toEqual([]);
});
