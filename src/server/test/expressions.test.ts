import { expect, test } from 'vitest';
import { allExpressions, slowest } from './expressions.ts';

/**
 * Longer than any text that an expression is given on the event loop, but for long texts of a product (50 000), which only
 * expressions without repetition read. One whose time grows with the square takes 100 ms and more here.
 */
const LENGTH = 10_000;
/** Processor time (ms): threads are measured by ticks of 4. A linear expression takes less than one. */
const LIMIT_MS = 12;

test('no expression of the program takes longer than a text is long', () => {
  const all = allExpressions();
  expect(all.length).toBeGreaterThan(700);
  const slow = all.flatMap((one) => {
    const { ms, unit } = slowest(one, { length: LENGTH, limitMs: LIMIT_MS });
    return ms > LIMIT_MS ? [`${one.file}: /${one.source}/${one.flags} on « ${unit} » again and again, ${ms} ms`] : [];
  });
  expect(slow).toEqual([]);
});

test('this walk finds the expressions that are slower than linear', () => {
  for (const [source, flags] of [
    [String.raw`\s*[-–—]\s*|\s+(?:à|et)\s+`, ''],
    ['<[^>]*>', ''],
    ['creme.*(?:visage|jour)', ''],
    ['(?:(?:à|a|to) ?)*100', 'i'],
  ] as const)
    expect(slowest({ source, flags }, { length: 3 * LENGTH, limitMs: LIMIT_MS }).ms, source).toBeGreaterThan(LIMIT_MS);
});
