import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const rows = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Asked for|---)/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()));

test('every sentence of the specification names what shows it, and that is there', () => {
  expect(rows.length).toBeGreaterThan(80);
  const missing: string[] = [];
  for (const [asked = '', shown = ''] of rows) {
    const proofs = [...shown.matchAll(/`([^`]+)`(?: “([^”]+)”)?/g)];
    if (asked === '' || proofs.length === 0) missing.push(`nothing shows: ${asked}`);
    for (const [, path = '', name] of proofs) {
      if (!existsSync(join(ROOT, path))) missing.push(path);
      else if (name && !readFileSync(join(ROOT, path), 'utf8').includes(name)) missing.push(`${path}: ${name}`);
    }
  }
  expect(missing).toEqual([]);
});
