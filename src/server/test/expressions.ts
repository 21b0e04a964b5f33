import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { parseSync } from '@swc/core';

/** Every regular expression of the product, and how long it takes on texts made to keep it busy. */

const ROOT = join(import.meta.dirname, '../../..');

export interface Expression {
  file: string;
  source: string;
  flags: string;
}

type Node = { type?: string } & Record<string, unknown>;

/**
 * The expressions of a file: literals, and those that `new RegExp` makes of texts and constants of the same file. A part
 * that only a run knows (an argument) stands as a word.
 */
function expressionsOf(file: string): Expression[] {
  const module = parseSync(readFileSync(join(ROOT, file), 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x') });
  const constants = new Map<string, Node>();
  const found: Expression[] = [];
  const each = (node: unknown, visit: (node: Node) => void): void => {
    if (Array.isArray(node)) for (const one of node) each(one, visit);
    else if (typeof node === 'object' && node !== null) {
      visit(node as Node);
      for (const one of Object.values(node)) each(one, visit);
    }
  };
  each(module.body, (node) => {
    const { id, init } = node as { id?: Node; init?: Node };
    if (node.type === 'VariableDeclarator' && id?.type === 'Identifier' && init) constants.set(String(id.value), init);
  });
  /** The pattern that a part of an expression stands for. */
  const patternOf = (node: Node | undefined, depth = 0): string => {
    if (!node || depth > 20) return 'x';
    const { type } = node;
    if (type === 'StringLiteral') return String(node.value);
    if (type === 'RegExpLiteral') return String(node.pattern);
    if (type === 'Identifier' && constants.has(String(node.value)))
      return patternOf(constants.get(String(node.value)), depth + 1);
    if (type === 'MemberExpression' && (node.property as Node)?.value === 'source')
      return patternOf(node.object as Node, depth + 1);
    if (type === 'NewExpression')
      return patternOf((node.arguments as { expression: Node }[])[0]?.expression, depth + 1);
    if (type === 'TaggedTemplateExpression') return patternOf(node.template as Node, depth + 1);
    if (type === 'TemplateLiteral') {
      const parts = node.expressions as Node[];
      return (node.quasis as { raw: string; cooked?: string }[])
        .map(({ raw, cooked }, at) => {
          const text = raw.includes('\\\\') ? (cooked ?? raw) : raw;
          return at < parts.length ? `${text}${patternOf(parts[at], depth + 1)}` : text;
        })
        .join('');
    }
    return 'x';
  };
  each(module.body, (node) => {
    if (node.type === 'RegExpLiteral') found.push({ file, source: String(node.pattern), flags: String(node.flags) });
    const callee = node.callee as Node | undefined;
    if (node.type === 'NewExpression' && callee?.value === 'RegExp') {
      const [first, second] = node.arguments as { expression: Node }[];
      found.push({ file, source: patternOf(first?.expression), flags: patternOf(second?.expression) });
    }
  });
  return found.map((one) => ({ ...one, flags: one.flags === 'x' ? '' : one.flags }));
}

/** Those of `src`, tests and their helpers left out. */
export const allExpressions = (): Expression[] =>
  globSync('src/**/*.{ts,tsx}', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.|\.suite\.|\.d\.ts$|src\/server\/test\//.test(file))
    .toSorted()
    .flatMap(expressionsOf);

/** What is repeated: blanks, digits, brackets, separators, words of formulas, of measures and of the law. */
const REPEATED = [
  ' ', '\t', '\u00a0', '\n', '\r\n', ' \n', '1', '1 ', '1,', '1.', '1-', '1 %', '1 % ', '12 345', '1 à ', '1 - ', '-', '- ', ' - ', '--', '—', ' – ',
  '(', ')', '()', '( ', '(a', '(a)', '(a) ', '[', ']', '[1]', '{', '{{', '<', '< ', '<a', '<a ', '<a b="', '<w:p>', '</', '&', '&amp;', '"', '""', '\t"', "'", '’',
  'a', 'a ', 'A', 'a,', 'a, ', ', ', ',', ';', '; ', 'a; ', '.', '. ', '.. ', '…', ':', ': ', 'a:', '/', ' / ', '\\', '*', '* ', '+', '=', '_', '|', '#', '%', '% ', '@', 'a@', '€', '?', '!',
  'é', 'Ä ', 'α', '0', '00', '9', '1a', 'a1', '50-00-0', '50-00-0 ', '200-001-8 ', 'a-', 'ab-', 'and ', 'or ', 'a and ', 'for ', 'of ', 'q.s. ', 'ph ', 'sans ', 'de ',
] as const; // biome-ignore format: a table
/** What stands before and after: where an expression begins, and what it does not expect at the end. */
const ENDS: readonly [string, string][] = [
  ['', '\u0001'],
  ['a', '!'],
  ['1', 'x'],
];

/** Words of an expression itself, repeated: what it is made to read. */
const ownWords = (source: string): string[] => {
  const words = source.replace(/\\[a-zA-Z]/g, ' ').match(/[\p{L}\p{N}][\p{L}\p{N} '.-]*/gu) ?? [];
  return [...new Set(words)].slice(0, 12).flatMap((word) => [word, `${word} `]);
};

interface Asked {
  /** Of each unit. */
  texts: readonly string[][];
  expression: RegExp;
  cpu: () => number;
  at: number;
  taken: number[];
  limitMs: number;
}
/** All texts in one script: a deadline costs a thread each time. Those that took too long are asked again. */
const ASK = new Script(`
  for (; at < texts.length; at += 1) {
    if (taken[at] <= limitMs) continue;
    const begun = cpu();
    for (const text of texts[at]) text.replace(expression, '');
    taken[at] = Math.min(taken[at] ?? Infinity, cpu() - begun);
  }`);
const cpu = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** A unit again and again, between its ends. */
const textsOf = (unit: string, length: number): string[] => {
  const repeated = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  return ENDS.map(([before, after]) => `${before}${repeated}${after}`);
};
/** How often what takes too long is asked. */
const TURNS = 10;
/** What every expression is given, by its length. */
const common = new Map<number, readonly string[][]>();

/**
 * The processor time (ms) that an expression takes at most on a unit that is repeated, and that unit. All places of the
 * text are tried, as `replace` does. A time above `limitMs` is taken again: what holds a thread up (a collection of garbage, a
 * neighbour on the same core) does not come each time; what grows with the square does.
 */
export function slowest(
  { source, flags }: Pick<Expression, 'source' | 'flags'>,
  { length, limitMs }: { length: number; limitMs: number },
): { ms: number; unit: string } {
  const expression = new RegExp(source, [...new Set(`${flags.replace('y', '')}g`)].join(''));
  const shared = common.get(length) ?? REPEATED.map((unit) => textsOf(unit, length));
  common.set(length, shared);
  const own = ownWords(source);
  const unitAt = (at: number): string => [...REPEATED, ...own][at] ?? '';
  const asked: Asked = {
    texts: [...shared, ...own.map((word) => textsOf(word, length))],
    expression,
    cpu,
    at: 0,
    taken: [],
    limitMs,
  };
  const context = createContext(asked);
  for (let turn = 0; turn < TURNS; turn += 1) {
    asked.at = 0;
    try {
      ASK.runInContext(context, { timeout: STOPPED_MS });
    } catch {
      return { ms: STOPPED_MS, unit: unitAt(asked.at) };
    }
    if (Math.max(...asked.taken) <= limitMs) break;
  }
  const ms = Math.max(...asked.taken);
  return { ms, unit: unitAt(asked.taken.indexOf(ms)) };
}
/** An expression that takes longer on all its texts together is stopped. */
const STOPPED_MS = 1_000;
