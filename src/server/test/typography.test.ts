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

/** Of the source, but for tests and the example's story, whose texts are somebody's. */
const FILES = readdirSync(join(ROOT, 'src'), { recursive: true })
  .map((file) => join(ROOT, 'src', String(file)))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.d\.ts$|[/\\]test[/\\]|\.suite\.|[/\\]demo[/\\]/.test(file))
  .map((file) => ({ file, texts: textsOf(file) }));
const wrongOnes = (isWrong: (text: string, file: string) => boolean): string[] =>
  FILES.flatMap(({ file, texts }) =>
    texts.filter((text) => isWrong(text, file)).map((text) => `${file.slice(ROOT.length + 1)}: ${text.trim()}`),
  );

test('French texts carry their no-break spaces', () => {
  const wrong = wrongOnes((text, file) =>
    [...WRONG, ...(isShown(file) ? [GOES_ON] : [])].some((rule) => rule.test(text)),
  );
  expect(wrong).toEqual([]);
});

/** Written so by the specification, and read so by who tests against it. */
const SPECIFIED = [
  "S'inscrire",
  "Erreur lors de l'enregistrement",
  "Erreur lors de l'upload",
  "cliquez pour l'ouvrir",
  "Vous n'avez pas les droits pour consulter cette page",
];

test('their apostrophe is « ’ », as everywhere on a page', () => {
  const others = (text: string): string => SPECIFIED.reduce((rest, written) => rest.replaceAll(written, ''), text);
  expect(wrongOnes((text) => /\p{L}'\p{L}/u.test(others(text)))).toEqual([]);
});
