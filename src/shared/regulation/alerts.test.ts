import { describe, expect, test } from 'vitest';
import { PHOTOTOXIC, RELEASERS } from './alerts.tables.ts';
import { alertsOf } from './alerts.ts';
import { facts, NO_FACTS } from './facts.contract.ts';
import { typesOf } from './facts.ts';

const said = (inci: string, cas: string[] = [], types = typesOf(NO_FACTS)): string[] =>
  alertsOf({ inci, cas }, types).map(({ source }) => source);
const RELEASES = 'Règlement (UE) 2022/1181, préambule de l’annexe V, point 2';

describe.each(RELEASERS)('$name, $cas', ({ name, cas }) => {
  test('releases formaldehyde, by its name in any case and by its number', () => {
    expect(said(name.toUpperCase())).toContain(RELEASES);
    expect(said('Sans nom', [cas])).toContain(RELEASES);
  });
});

test.each(PHOTOTOXIC)(
  '$example may hold furocoumarins, but in a product that is surely not for the sun',
  ({ example }) => {
    expect(said(example)).toHaveLength(1);
    const cream = facts.parse({ category: 'shampooing', rinse: 'rince', zone: 'cheveux', population: 'adulte' });
    expect(said(example, [], typesOf(cream))).toEqual([]);
  },
);

test.each([
  'Citric Acid',
  'Citrus Unshiu Peel Extract',
  'Citrulline',
  'Angelica Keiskei Leaf Extract',
  'Urea',
  'Citrus',
])('nothing is said of %s', (inci) => {
  expect(said(inci)).toEqual([]);
});

test('a name of 5,000 letters is looked at in no time', () => {
  expect(said(`citrus ${'a '.repeat(2_500)}limon`)).toEqual([]);
});
