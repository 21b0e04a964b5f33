import { expect, test } from 'vitest';
import { FIELDS } from '../products/product.fields.ts';
import { FORMULA_FIELDS, GUEST_FIELDS, INNER_FIELDS } from './guest.fields.ts';

test('each field of the catalogue is said to be sent to guests, to be of the formula, or to stay in the house', () => {
  const said = [...GUEST_FIELDS, ...FORMULA_FIELDS, ...INNER_FIELDS];
  expect(said.toSorted()).toEqual(FIELDS.map(({ name }) => name).toSorted());
});
