import { expect, test } from 'vitest';
import { factorOf } from './toxicology.reading.ts';

test.each([
  ['LOAEL ÷ 3', 'LOAEL', 3],
  ['LOAEL = 3', 'LOAEL', 3],
  ['LOAEL / 3', 'LOAEL', 3],
  ['étude de 28 jours : 2,5', 'étude de 28 jours', 2.5],
  ['LOAEL/NOAEL ÷ 10', 'LOAEL/NOAEL', 10],
  // Refused at its field, never dropped.
  ['LOAEL', 'LOAEL', 'LOAEL'],
  ['LOAEL ÷', 'LOAEL', 'LOAEL ÷'],
  ['LOAEL ÷ trois', 'LOAEL', ' trois'],
])('« %s » is a reason and its divisor', (text, label, divisor) => {
  expect(factorOf(text)).toEqual({ label, divisor });
});
