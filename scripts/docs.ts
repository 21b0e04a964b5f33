import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documents } from './documents.ts';

/** `npm run docs`: writes what is computed from the code (docs/champs.md, docs/api.md, the settings in README.md), and sees to the spaces of French documents. */
const root = join(import.meta.dirname, '..');
for (const [path, write] of Object.entries(documents)) {
  const file = join(root, path);
  writeFileSync(file, write(readOr(file)));
  console.log(`écrit : ${path}`);
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
