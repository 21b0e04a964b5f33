import { expect, test } from 'vitest';
import { entryOf, type RawEntry } from './export.read.ts';
import { chemicalNames } from './identity.ts';
import { indexOf, match } from './match.ts';

const row = (annex: RawEntry['annex'], ref: string, cells: RawEntry['cells']) =>
  entryOf(`${annex}/${ref}`, { annex, ref, ordinal: 1, cells }, chemicalNames);

const index = indexOf([
  row('IV', '27', { name: 'Disodium 3-hydroxy-naphthoate and its insoluble barium lakes', glossary: 'CI 15850' }),
  row('IV', '63', { name: 'Benzenemethanaminium', glossary: 'CI 42090/ ACID BLUE 9' }),
  row('IV', '133', { name: 'Gold', glossary: 'CI 77480 / GOLD' }),
  row('V', '1', {
    name: 'Benzoic acid and its sodium salt',
    glossary: 'BENZOIC ACID; SODIUM BENZOATE',
    cas: '65-85-0',
  }),
  row('V', '1a', {
    name: 'Salts of benzoic acid other than that listed under reference number 1 and esters of benzoic acid',
    glossary: 'AMMONIUM BENZOATE / MEA-BENZOATE',
    cas: '1863-63-4',
  }),
  row('V', '4', {
    name: 'Hexa-2,4-dienoic acid and its salts',
    glossary: 'SORBIC ACID / POTASSIUM SORBATE',
    cas: '110-44-1',
  }),
  row('V', '47', {
    name: 'Benzenecarboximidamide and its salts',
    glossary: 'HEXAMIDINE / HEXAMIDINE DIISETHIONATE',
    cas: '3811-75-4',
  }),
]);
const found = (inci: string): string[] =>
  match(index, { inci, cas: [], ec: [], nano: false }, { isKnown: () => false, casOf: () => [] }).sure.map(
    ({ entry }) => entry.key,
  );

test.each([
  ['Magnesium Sorbate', ['V/4']],
  ['TEA-Sorbate', ['V/4']],
  ['Triethanolamine Sorbate', ['V/4']],
  ['Potassium Sorbate', ['V/4']],
  // Zinc is none of the cations of the preamble.
  ['Zinc Sorbate', []],
  // A salt that an entry names is that entry's alone.
  ['Sodium Benzoate', ['V/1']],
  ['Calcium Benzoate', ['V/1a']],
  ['Isobutyl Benzoate', ['V/1a']],
  // The entry of sorbic acid says nothing of esters.
  ['Ethyl Sorbate', []],
  ['Hexamidine Dihydrochloride', ['V/47']],
  ['Hexamidine Nitrate', []],
  ['CI 15850', ['IV/27']],
  ['CI 15850:1', ['IV/27']],
  ['CI 15850 (Calcium Lake)', ['IV/27']],
  ['CI 42090 (aluminium lake)', ['IV/63']],
  ['Acid Blue 9 Aluminum Lake', ['IV/63']],
  ['Laque d’aluminium de CI 42090', ['IV/63']],
  ['CI 77480 Salts', ['IV/133']],
  // A family, which Annex II names.
  ['Gold salts', []],
  ['Sels d’or', []],
  ['Sel de sodium', []],
  ['Lake', []],
  ['CI 99999:1', []],
])('the preambles of Annexes IV and V: « %s » is %j', (name, keys) => {
  expect(found(name)).toEqual(keys);
});
