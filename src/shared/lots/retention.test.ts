import { describe, expect, test } from 'vitest';
import { monthsAfter } from '../fields/date.ts';
import { keptUntil, lastLotOf, OPEN_END, retentionOf } from './retention.ts';

const lot = (premiere_mise: string | null, derniere_mise: string | null = null) => ({ premiere_mise, derniere_mise });

describe('how long a file is kept', () => {
  test.each([
    // Ten years to the day, that day included.
    [[lot('2026-03-16')], null, null, { conservation_jusqu_au: null, au_moins: '2036-03-16' }],
    [[lot('2026-03-16', '2026-06-30')], null, null, { conservation_jusqu_au: null, au_moins: '2036-06-30' }],
    [[lot('2026-03-16', '2026-06-30')], '2026-06-30', null, { conservation_jusqu_au: '2036-06-30', au_moins: null }],
    // The latest day, whichever lot has it.
    [
      [lot('2025-01-01', '2026-12-31'), lot('2026-06-01')],
      '2027-01-01',
      null,
      { conservation_jusqu_au: '2036-12-31', au_moins: null },
    ],
    // A year without that day ends on the last of its month.
    [[lot('2024-02-29')], '2024-03-01', null, { conservation_jusqu_au: '2034-02-28', au_moins: null }],
    [[lot('2022-02-28')], '2024-03-01', null, { conservation_jusqu_au: '2032-02-28', au_moins: null }],
    // One without a day may be the last.
    [[lot('2026-03-16'), lot(null)], null, null, { conservation_jusqu_au: null, au_moins: null }],
    [[lot('2026-03-16'), lot(null)], '2026-06-30', null, { conservation_jusqu_au: null, au_moins: null }],
    // Without lots, what the conformity says; with one, the lots alone.
    [[], null, null, { conservation_jusqu_au: null, au_moins: null }],
    [[], null, '2026-09-30', { conservation_jusqu_au: null, au_moins: '2036-09-30' }],
    [[], '2026-10-01', '2026-09-30', { conservation_jusqu_au: '2036-09-30', au_moins: null }],
    [[lot('2020-01-01')], null, '2026-09-30', { conservation_jusqu_au: null, au_moins: '2030-01-01' }],
  ])('lots %j, stop %s, said %s', (lots, stop, said, kept) => {
    expect(retentionOf({ lots, stop, said })).toEqual(kept);
  });

  test('nothing of it goes before its end, nor while nobody knows it; one that was never sold is kept by nothing', () => {
    expect(keptUntil({ lots: [], stop: null, said: null })).toBeNull();
    expect(keptUntil({ lots: [], stop: '2026-01-01', said: null })).toBeNull();
    expect(keptUntil({ lots: [lot('2026-03-16')], stop: null, said: null })).toBe(OPEN_END);
    expect(keptUntil({ lots: [lot(null)], stop: '2026-03-16', said: null })).toBe(OPEN_END);
    expect(keptUntil({ lots: [lot('2026-03-16')], stop: '2026-03-16', said: null })).toBe('2036-03-16');
    expect(keptUntil({ lots: [], stop: null, said: '2026-03-16' })).toBe(OPEN_END);
  });

  test('the last lot is the one that was placed last, of two of one day the one entered last', () => {
    const named = (numero: string, day: string | null) => ({ numero, ...lot(day) });
    expect(lastLotOf([])).toBeNull();
    expect(lastLotOf([named('a', '2026-02-01'), named('b', '2026-01-01')])?.numero).toBe('a');
    expect(lastLotOf([named('a', '2026-02-01'), named('b', '2026-02-01')])?.numero).toBe('b');
    expect(lastLotOf([named('a', '2026-02-01'), named('b', null)])?.numero).toBe('a');
  });
});

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-08-31', 1, '2026-09-30'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-01-15', -12, '2025-01-15'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2024-02-29', 48, '2028-02-29'],
  ['2026-05-10', 0, '2026-05-10'],
])('%s and %i months is %s', (day, months, then) => {
  expect(monthsAfter(day, months)).toBe(then);
});
