import { expect, test } from 'vitest';
import { resultsAt, SLOTS } from './slots.ts';

const at = (key: string, values: Record<string, string | number | null>): string =>
  resultsAt(SLOTS.find((slot) => slot.key === key) ?? {}, values).replaceAll(/[\u00a0\u202f]/g, ' ');

test.each([
  ['stabilite', { stabilite_conclusion: 'Stable un an.' }, 'Stable un an.'],
  [
    'microbiologie_rapport',
    { p_aeruginosa: 'Absence', c_albicans: 'Absence' },
    'Pseudomonas aeruginosa : Absence ; Candida albicans : Absence',
  ],
  ['microbiologie_rapport', { p_aeruginosa: 'Absence', c_albicans: null }, 'Absence'],
  [
    'physico_chimie',
    { ph: 5.5, viscosite: 12500, observations_physico: 'Crème blanche' },
    'pH : 5,5 ; Viscosité : 12 500 mPa.s',
  ],
  ['photo', { ph: 5.5 }, ''],
])('what was found at « %s » is read beside its piece', (key, values, said) => {
  expect(at(key, values)).toBe(said);
});
