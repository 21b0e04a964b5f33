import { describe, expect, test } from 'vitest';
import { daysAfter } from '../fields/date.ts';
import type { StudyPoint, StudyReading } from './study.contract.ts';
import { dueOn, duePointsOf, printPoint, standsFor } from './study.ts';
import { verdictOf, verdictOfReading } from './verdict.ts';

const [IN, LOOK, OUT] = ['dans les limites', 'à vérifier', 'hors limites'] as const;
const limits = (min: number | null, max: number | null, attendu: string | null = null) => ({ min, max, attendu });

test.each([
  // Both bounds are within.
  [4.5, 6, 4.5, IN],
  [4.5, 6, '4,5', IN],
  [4.5, 6, 6, IN],
  [4.5, 6, '6,0', IN],
  [4.5, 6, 4.499, OUT],
  [4.5, 6, '6,001', OUT],
  [null, 100, 100, IN],
  [null, 100, 101, OUT],
  [50, null, 50, IN],
  [50, null, 49.9, OUT],
  // Less than a number is judged only when it is certain.
  [null, 10, '< 10', IN],
  [null, 5, '< 10', LOOK],
  [null, 100, '<10', IN],
  [0, 10, '< 10', IN],
  [3, 10, '< 10', LOOK],
  [10, 20, '< 10', OUT],
  [10, 20, '≤ 10', LOOK],
  [-5, 10, '< 10', LOOK],
  [null, -10, '< -20', IN],
  [null, -10, -9, OUT],
  [null, 10, '> 10', OUT],
  [null, 10, '≥ 10', LOOK],
  [null, 10, '> 9', LOOK],
  [5, null, '> 5', IN],
  [5, null, '> 3', LOOK],
  // A range, when it is within or beyond as a whole.
  [5, 6, '5 à 6', IN],
  [5, 6, '5 – 6,5', LOOK],
  [5, 6, '7 à 8', OUT],
  // Nothing was found.
  [null, 100, 'Absence', IN],
  [null, 100, 'ND', IN],
  [1, null, 'Absence', OUT],
  // What is no number is for a person.
  [null, 100, 'NA', LOOK],
  [null, 100, '~ 50', LOOK],
  [null, 100, 'environ 50', LOOK],
  [null, 100, true, LOOK],
  // Nothing to hold it against, or nothing to hold.
  [null, null, 5, null],
  [4, 6, '', null],
  [4, 6, null, null],
  [4, 6, undefined, null],
])('between %s and %s, %s is %s', (min, max, typed, verdict) => {
  expect(verdictOf(limits(min, max), typed)).toBe(verdict);
});

test.each([
  [true, IN],
  ['conforme', IN],
  ['Limpide, incolore', IN],
  [false, OUT],
  ['non conforme', OUT],
  ['légèrement jaune', LOOK],
  ['', null],
])('of what a person looks for, %s is %s', (typed, verdict) => {
  expect(verdictOf(limits(null, null, 'limpide, incolore'), typed)).toBe(verdict);
});

test('a reading is as the worst of its criteria', () => {
  const criteria = [
    { nom: 'pH', ...limits(4.5, 6) },
    { nom: 'Germes', ...limits(null, 100) },
  ];
  expect(verdictOfReading(criteria, {})).toBeNull();
  expect(verdictOfReading(criteria, { pH: 5 })).toBe(IN);
  expect(verdictOfReading(criteria, { pH: 5, Germes: '< 1000' })).toBe(LOOK);
  expect(verdictOfReading(criteria, { pH: 7, Germes: '< 1000' })).toBe(OUT);
});

const at = (valeur: number, unite: StudyPoint['unite'] = 'mois'): StudyPoint => ({ valeur, unite });

describe('the points of a study', () => {
  test.each([
    ['2026-01-31', at(1), '2026-02-28'],
    ['2026-01-31', at(3), '2026-04-30'],
    ['2028-01-31', at(1), '2028-02-29'],
    ['2024-02-29', at(12), '2025-02-28'],
    ['2026-12-15', at(1), '2027-01-15'],
    ['2026-03-28', at(1, 'jours'), '2026-03-29'],
    ['2026-10-24', at(2, 'jours'), '2026-10-26'],
    ['2026-12-28', at(1, 'semaines'), '2027-01-04'],
    ['2026-05-10', at(0), '2026-05-10'],
  ])('begun on %s, the point %j falls on %s', (debut, point, due) => {
    expect(dueOn(debut, point)).toBe(due);
  });

  const reading = (condition: string, point: number): StudyReading => ({
    condition,
    point,
    le: '2026-02-01',
    valeurs: {},
    remarque: null,
  });
  const study = (more: object = {}) => ({
    debut: '2026-01-10',
    points: [at(1)],
    conditions: ['25 °C', '40 °C'],
    lectures: [reading('25 °C', 1)],
    tolerance_jours: 7,
    ...more,
  });
  const due = '2026-02-10';

  test.each([
    [daysAfter(due, 7), 0],
    [daysAfter(due, 8), 8],
    [daysAfter(due, 30), 30],
  ])('on %s it is %i days late: not within its tolerance, and counted from its day', (today, overdue) => {
    expect(duePointsOf(study(), today)).toEqual([
      { point: at(1), due_on: due, unread: ['40 °C'], overdue_days: overdue },
    ]);
  });

  test('read in all its conditions it is never late, and a study that has not begun has no point', () => {
    const read = study({ lectures: [reading('25 °C', 1), reading('40 °C', 1)] });
    expect(duePointsOf(read, '2030-01-01')[0]).toMatchObject({ unread: [], overdue_days: 0 });
    expect(duePointsOf(study({ debut: null }), '2030-01-01')).toEqual([]);
  });

  test('they are said as people say them', () => {
    expect([at(0), at(1), at(3), at(1, 'semaines'), at(2, 'jours')].map(printPoint)).toEqual([
      'début',
      '1 mois',
      '3 mois',
      '1 semaine',
      '2 jours',
    ]);
  });
});

test('a study stands for the file once its protocol, a reading after the beginning, its conclusion and its report are there', () => {
  const lectures = [{ condition: 'a', point: 1, le: '2026-02-01', valeurs: {}, remarque: null }];
  const whole = { type: 'accélérée' as const, protocole: 'P', lectures, conclusion: 'C' };
  expect(standsFor(whole, true)).toBe('stabilité');
  expect(standsFor({ ...whole, type: 'temps réel' }, true)).toBe('stabilité');
  expect(standsFor({ ...whole, type: 'compatibilité' }, true)).toBe('compatibilité');
  expect(standsFor({ ...whole, type: 'cycles' }, true)).toBeNull();
  expect(standsFor(whole, false)).toBeNull();
  expect(standsFor({ ...whole, protocole: null }, true)).toBeNull();
  expect(standsFor({ ...whole, conclusion: null }, true)).toBeNull();
  expect(standsFor({ ...whole, lectures: lectures.map((one) => ({ ...one, point: 0 })) }, true)).toBeNull();
});
