import { expect, test } from 'vitest';
import { nearestFirst } from './deadline.calendar.ts';

test('what is coming comes first, today with it, then what is late, the nearest first', () => {
  const days = ['2020-01-01', '2026-11-26', '2026-11-27', '2027-01-01', '2026-12-01', '2026-11-01'];
  const all = days.map((due_on) => ({ due_on }));
  expect(nearestFirst(all, '2026-11-27').map(({ due_on }) => due_on)).toEqual([
    '2026-11-27',
    '2026-12-01',
    '2027-01-01',
    '2026-11-26',
    '2026-11-01',
    '2020-01-01',
  ]);
});
