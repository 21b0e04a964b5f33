import { expect, test } from 'vitest';
import { CLAIM_CRITERIA, CLAIM_PROOFS, CLAIM_SUPPORTS } from '../control/claims.ts';
import { CONTROL_FIELDS, POINT_STATE_LABELS } from '../control/control.print.ts';
import { POINT_TITLES } from '../control/point.titles.ts';
import { CLP_METHODS } from '../detergents/detergent.contract.ts';
import { EXPOSURE_ROWS, SCCS_SOURCE } from '../exposure/exposure.table.ts';
import { FIELDS, getField } from '../products/product.fields.ts';
import { STATUS_LABELS } from '../products/product.status.ts';
import { STATE_LABELS } from '../regulation/decide.opinion.ts';
import { VERIFIED } from '../regulation/regulation.print.ts';
import { STUDY_TYPES } from '../studies/study.contract.ts';
import { ENGLISH_UNITS, ENGLISH_WORDS } from './english.words.ts';
import { printValue } from './field.text.ts';
import type { FieldDefinition } from './field.ts';
import { writerOf } from './writer.ts';

const english = writerOf('en');
const printed = [...FIELDS, ...CONTROL_FIELDS.map(({ field }) => field)];
/** What reads the same in both languages. */
const SAME = new Set(['mPa.s', '°C', 'ppm', 'cm²', 'mg/cm²', 'mg/m³', 'mg/kg', 'mg/L', 'g']);

test('every field has its English label, in words that are not French, and no two have the same', () => {
  for (const { name, label_en } of printed) expect(label_en, name).toMatch(/^[A-Z\p{L}][^éèêàçùœ«»]*$/u);
  const labels = printed.map(({ label_en }) => label_en);
  expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([]);
});

test('every closed word that a document prints has its English', () => {
  const words = [
    ...printed.flatMap(({ choices }) => Object.values(choices ?? {})),
    ...[
      STATUS_LABELS,
      POINT_STATE_LABELS,
      CLAIM_CRITERIA,
      CLAIM_PROOFS,
      CLAIM_SUPPORTS,
      POINT_TITLES,
      CLP_METHODS,
    ].flatMap((labels) => Object.values(labels)),
    ...Object.values(STATE_LABELS),
    ...Object.values(STUDY_TYPES),
    ...EXPOSURE_ROWS.map(({ label }) => label),
    VERIFIED,
    SCCS_SOURCE,
  ];
  const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
  const known = new Set(Object.keys(ENGLISH_WORDS).map(plain));
  expect(words.filter((word) => !known.has(plain(word)))).toEqual([]);
  const units = printed.flatMap(({ unit }) => unit ?? []);
  expect(units.filter((unit) => !SAME.has(unit) && !Object.hasOwn(ENGLISH_UNITS, unit))).toEqual([]);
});

test.each<[Partial<FieldDefinition>, string | number | boolean, french: string, english: string]>([
  [{ kind: 'number' }, 5.5, '5,5', '5.5'],
  [{ kind: 'number' }, 12_500.25, '12 500,25', '12 500.25'],
  [{ kind: 'measure' }, '< 0.5', '< 0,5', '< 0.5'],
  [{ kind: 'measure' }, '10 à 20.5', '10 à 20,5', '10 to 20.5'],
  [{ kind: 'measure' }, 'Absence', 'Absence', 'Absent'],
  [{ kind: 'measure' }, 'Absence dans 0.1 mL', 'Absence dans 0,1 mL', 'Absent in 0.1 mL'],
  [{ kind: 'measure' }, 'Sans objet', 'Sans objet', 'Not applicable'],
  [{ kind: 'measure' }, 'ND', 'ND', 'ND'],
  [{ kind: 'date' }, '2026-03-05', '05/03/2026', '5 March 2026'],
  [{ kind: 'yesno' }, true, 'Oui', 'Yes'],
  [{ kind: 'yesno' }, false, 'Non', 'No'],
  [{ kind: 'choice', choices: { a: 'Rincé' } }, 'a', 'Rincé', 'Rinse-off'],
  [{ declaration: true }, 'Oui', 'Oui', 'Yes'],
  // What a person typed is nobody's to translate.
  [
    { kind: 'longtext' },
    'pH 5,5 le 05/03/2026 : Absence',
    'pH 5,5 le 05/03/2026 : Absence',
    'pH 5,5 le 05/03/2026 : Absence',
  ],
  [{}, 'Oui', 'Oui', 'Oui'],
])('%j: %j', (field, value, inFrench, inEnglish) => {
  const one = { name: 'x', label: 'X', example: '', ...field };
  const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
  expect(plain(printValue(one, value))).toBe(inFrench);
  expect(plain(printValue(one, value, english))).toBe(inEnglish);
});

test('instants are those of Paris in both', () => {
  expect(writerOf('fr').instant('2026-03-05T23:30:00Z')).toBe('06/03/2026 00:30');
  expect(english.instant('2026-03-05T23:30:00Z')).toBe('6 March 2026, 00:30');
  expect(printValue(getField('ph'), null, english)).toBe('');
});
