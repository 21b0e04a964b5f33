import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documents } from '../../../scripts/documents.ts';
import { SHIPPED } from '../../../scripts/template/shipped.ts';
import { inflate, readZip } from '../documents/docx/zip.ts';

const ROOT = join(import.meta.dirname, '../../..');

test.each(Object.keys(documents))('%s is what the code computes today (npm run docs)', (path) => {
  const current = readFileSync(join(ROOT, path), 'utf8');
  expect(current).toBe(documents[path]?.(current));
});

test.each(Object.keys(SHIPPED))('%s is what the code makes today (npm run template)', (name) => {
  /** A tag a line: what differs is all that is told. */
  const partsOf = (bytes: Buffer): Record<string, string[]> =>
    Object.fromEntries(readZip(bytes).map((entry) => [entry.name, inflate(entry).toString().split('><')]));
  expect(partsOf(readFileSync(join(ROOT, 'assets', name)))).toEqual(partsOf(SHIPPED[name] ?? Buffer.alloc(0)));
});
