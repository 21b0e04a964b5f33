import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const TEXTS = new Set(['StringLiteral', 'TemplateElement', 'JSXText']);
/** An ordinary space where a French reader needs one that does not break: the line would end before « ? ». */
const WRONG = [/[\p{L}\p{N}»)’…] [;!?](?=\s|$|»)/u, /[\p{L}»)’] :(?=\s|$)/u, /« /, / »/];

/** What goes on after a value; « ; » alone is also written between values that are read again. */
const GOES_ON = /^ (?:[:!?](?=\s|$)|; \S)/u;
/** Only shown: what the others say is also kept, and compared with what was kept. */
const isShown = (file: string): boolean => /[/\\](?:web|docx)[/\\](?!starter)/.test(file);

/** The texts of a source file: strings, templates, words between tags. */
function textsOf(path: string): string[] {
  const source = readFileSync(path, 'utf8');
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (typeof node === 'object' && node !== null) {
      const { type, value, cooked } = node as { type?: string; value?: unknown; cooked?: unknown };
      if (type && TEXTS.has(type)) found.push(String(value ?? cooked ?? ''));
      Object.values(node).forEach(visit);
    }
  };
  visit(parseSync(source, { syntax: 'typescript', tsx: path.endsWith('x') }).body);
  return found;
}

test('French texts carry their no-break spaces', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true })
    .map((file) => join(ROOT, 'src', String(file)))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.d\.ts$|[/\\]test[/\\]|\.suite\.|[/\\]demo[/\\]/.test(file));
  const wrong = files.flatMap((file) =>
    textsOf(file)
      .filter((text) => [...WRONG, ...(isShown(file) ? [GOES_ON] : [])].some((rule) => rule.test(text)))
      .map((text) => `${file.slice(ROOT.length + 1)}: ${text.trim()}`),
  );
  expect(wrong).toEqual([]);
});
