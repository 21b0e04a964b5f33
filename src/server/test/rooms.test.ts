import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../..');
const SERVER = join(SRC, 'server');

/** Which room of a side imports which, tests left out. */
function imports(side: string): Map<string, Map<string, string>> {
  const graph = new Map<string, Map<string, string>>();
  for (const file of globSync('*/**/*.ts', { cwd: side }).map((path) => path.replaceAll('\\', '/'))) {
    const [room = ''] = file.split('/');
    if (room === 'test' || /\.(test|suite)\.ts$/.test(file)) continue;
    const known = graph.get(room) ?? new Map<string, string>();
    graph.set(room, known);
    for (const [, target = ''] of readFileSync(join(side, file), 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      const path = posix.join(dirname(file), target);
      const other = path.split('/')[0] ?? '';
      if (path.includes('/') && other !== room && other !== '..') known.set(other, `${file} → ${path}`);
    }
  }
  return graph;
}

test('a form in a dialog is one that a click beside it does not close', () => {
  const known = ['libraries/SavingDialog.tsx'];
  const own = globSync('**/*.tsx', { cwd: join(SRC, 'web') }).filter((file) => {
    const text = readFileSync(join(SRC, 'web', file), 'utf8');
    return /<Dialog\b/.test(text) && /<form\b|component="form"/.test(text);
  });
  expect(own.map((file) => file.replaceAll('\\', '/')).sort()).toEqual(known.sort());
});

test.each(['server', 'shared'])(
  'the rooms of %s stand on each other in one direction: nobody imports upwards',
  (side) => {
    const graph = imports(join(SRC, side));
    expect(graph.size).toBeGreaterThan(15);
    const done = new Set<string>();
    const visit = (room: string, way: string[]): void => {
      if (done.has(room)) return;
      for (const [other, why] of graph.get(room) ?? []) {
        expect(way, `${[...way, other].join(' → ')} (${why})`).not.toContain(other);
        visit(other, [...way, other]);
      }
      done.add(room);
    };
    for (const room of graph.keys()) visit(room, [room]);
  },
);

test('what is refused is refused in the words of errors.ts, which alone knows the numbers', () => {
  const makers = globSync('**/*.ts', { cwd: SERVER }).filter(
    (file) => !/\.test\.ts$/.test(file) && readFileSync(join(SERVER, file), 'utf8').includes('new Refusal('),
  );
  expect(makers).toEqual(['errors.ts']);
});

test('a setting is read where all are declared: nobody else looks into the environment', () => {
  const readers = globSync('**/*.ts', { cwd: SERVER })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((file) => !/^test\/|\.(test|suite)\.ts$/.test(file))
    // The programs that Diplo starts are found where the system finds them.
    .filter((file) => /process\.env(?!\.PATH\b)/.test(readFileSync(join(SERVER, file), 'utf8')));
  expect(readers).toEqual(['main.ts']);
});

test('nothing is exported that nobody uses', () => {
  const root = join(SERVER, '../..');
  const files = globSync(['{src,scripts,e2e,bench}/**/*.{ts,tsx,mjs}', '*.ts'], { cwd: root });
  const words = new Map<string, number>();
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  for (const text of texts.values())
    for (const [word] of text.matchAll(/\w+/g)) words.set(word, (words.get(word) ?? 0) + 1);
  const dead = [...texts]
    .filter(([file]) => file.startsWith('src') && !file.includes('migrations'))
    .flatMap(([file, text]) =>
      Array.from(
        text.matchAll(/^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm),
        ([, name = '']) => ({ file, name }),
      ),
    )
    .filter(({ name }) => words.get(name) === 1);
  expect(dead).toEqual([]);
});

/** Lines of a function: what is longer is cut at its seams. Tables are no functions. */
const FUNCTION_LINES = 120;

test(`no function is longer than ${FUNCTION_LINES} lines, and nine files of ten are shorter than 200`, () => {
  const files = globSync('{shared,server,web}/**/*.{ts,tsx}', { cwd: SRC })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.(test|suite)\.ts$|^server\/test\//.test(file));
  const long: string[] = [];
  const lengths: number[] = [];
  for (const file of files) {
    // Offsets are bytes, counted to where the module ends: at its last token.
    const source = Buffer.from(readFileSync(join(SRC, file), 'utf8').trimEnd());
    lengths.push(source.toString().split('\n').length);
    const module = parseSync(source.toString(), { syntax: 'typescript', tsx: file.endsWith('x') });
    const visit = (node: unknown): void => {
      if (Array.isArray(node)) node.forEach(visit);
      else if (typeof node === 'object' && node !== null) {
        const { type = '', span } = node as { type?: string; span?: { start: number; end: number } };
        if (span && /^(Function|ArrowFunction|ClassMethod|MethodProperty)/.test(type)) {
          const end = source.length - (module.span.end - span.end);
          const lines = source
            .subarray(end - (span.end - span.start), end)
            .toString()
            .split('\n').length;
          if (lines > FUNCTION_LINES) long.push(`${file}: ${lines} lines`);
        }
        Object.values(node).forEach(visit);
      }
    };
    visit(module.body);
  }
  expect(long).toEqual([]);
  expect(lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length * 0.9)]).toBeLessThan(200);
});
