import { expect, test } from 'vitest';
import { limitOf } from './substance.hazards.sheet.ts';

test.each([
  'Eye Dam. 1 = 10',
  'Eye Dam. 1 ≥ 10 %',
  'Eye Dam. 1 >= 10',
  'Eye Dam. 1 ; C ≥ 10 %',
  'eye dam. 1 : C >= 10,0 %',
])('a specific limit as data sheets write it is kept one way: %s', (text) =>
  expect(limitOf(text)).toBe('Eye Dam. 1 = 10'),
);
test.each(['Eye Dam. ≥ 10', 'Eye Dam. 1', '≥ 10', ''])('« %s » is no specific limit', (text) =>
  expect(limitOf(text)).toBeNull(),
);
