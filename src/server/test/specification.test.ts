import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const rows = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Asked for|---)/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()));

/** Whether a test goes by that name: a comment that holds it shows nothing. */
const hasTest = (file: string, name: string): boolean =>
  ["'", '"', '`'].some((quote) => file.includes(`(${quote}${name}`) || file.includes(`(\n    ${quote}${name}`));

test('every sentence of the specification names what shows it, and that is there', () => {
  expect(rows.length).toBeGreaterThan(80);
  const missing: string[] = [];
  for (const [asked = '', shown = ''] of rows) {
    const proofs = [...shown.matchAll(/`([^`]+)`(?: “([^”]+)”)?/g)];
    if (asked === '' || proofs.length === 0) missing.push(`nothing shows: ${asked}`);
    for (const [, path = '', name] of proofs) {
      if (!existsSync(join(ROOT, path))) missing.push(path);
      else if (name && !hasTest(readFileSync(join(ROOT, path), 'utf8'), name)) missing.push(`${path}: ${name}`);
    }
  }
  expect(missing).toEqual([]);
});
