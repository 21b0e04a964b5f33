import { expect, test } from 'vitest';
import { warningOf } from './warning.ts';

const letters = ['a', 'b'].map((letter) => ({ letter, product_text: '', limit_text: '' }));
const chosen = (letter: string, confirmed = true) => ({ letter, confirmed, product_text: '', limit_text: '' });

test.each([
  ['an entry without cases', 'Avoid eyes', [], null, ['Avoid eyes']],
  ['cases, none chosen', '(a) Avoid eyes (b) Rinse', letters, null, []],
  ['a case that is only proposed', '(a) Avoid eyes (b) Rinse', letters, chosen('a', false), []],
  ['the chosen case', '(a) Avoid eyes (b) Rinse', letters, chosen('b'), ['Rinse']],
  ['what comes before the cases is for all', 'Contains X. (a) Avoid eyes', letters, chosen('b'), ['Contains X.']],
  ['what names no case is for all', 'Contains X', letters, chosen('b'), ['Contains X']],
  ['one text for two cases', '(a) (b) Not for children', letters, chosen('b'), ['Not for children']],
  ['one text for two cases, the first', '(a) (b) Not for children', letters, chosen('a'), ['Not for children']],
] as const)('what is printed: %s', (_, text, cases, one, printed) => {
  expect(warningOf(text, { role: 'applies', letters: [...cases], case: one })).toEqual(printed);
  expect(warningOf(text, { role: 'set_aside', letters: [...cases], case: one })).toEqual([]);
});
