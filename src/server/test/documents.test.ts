import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documents } from '../../../scripts/documents.ts';

const ROOT = join(import.meta.dirname, '../../..');

test.each(Object.keys(documents))('%s is what the code computes today (npm run docs)', (path) => {
  const current = readFileSync(join(ROOT, path), 'utf8');
  expect(current).toBe(documents[path]?.(current));
});
