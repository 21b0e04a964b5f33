import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../contract/list.ts';
import { isDay, printDay, readDay } from './date.ts';
import { readField } from './field.reading.ts';
import { printValue, printValueWithUnit } from './field.text.ts';
import type { FieldDefinition, FieldKind } from './field.ts';
import { parseMeasure, parseNumber, printNumber } from './number.ts';

const field = (kind: FieldKind): FieldDefinition => ({ name: 'x', label: 'X', example: '', kind, min: -1e12 });
const amount = fc.oneof(
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.double({ min: -1e-6, max: 1e-6, noNaN: true }),
);

test('a number that is printed reads as the same number, however small', () => {
  fc.assert(
    fc.property(amount, (value) => {
      expect(parseNumber(printNumber(value))).toBe(value || 0);
    }),
    { numRuns: 5_000 },
  );
  expect(['12 345,6', '0,00000015', '-2'].map(parseNumber).map((value) => printNumber(value ?? Number.NaN))).toEqual([
    '12\u202f345,6',
    '0,00000015',
    '-2',
  ]);
});

test('a comma and a point are the same, and nothing else of another country is guessed', () => {
  fc.assert(
    fc.property(fc.nat(99_999), fc.nat(999), (integer, decimals) => {
      const text = `${integer}.${decimals}`;
      expect(parseNumber(text.replace('.', ','))).toBe(parseNumber(text));
      expect(parseNumber(`1,${String(integer).padStart(3, '0')}.${decimals}`)).toBe(null);
    }),
  );
});

test('what a laboratory writes, once read and printed, reads as the same', () => {
  const text = fc.oneof(
    amount.map(printNumber),
    fc
      .tuple(
        fc.constantFrom('<', '≤', '>', '≥', '~', '< ', '<=', '>='),
        amount.map((one) => printNumber(Math.abs(one))),
      )
      .map((parts) => parts.join('')),
    fc
      .tuple(amount, fc.integer({ min: 1, max: 1_000 }), fc.constantFrom('-', ' – ', ' à ', '—'))
      .map(([low, more, between]) => `${printNumber(low)}${between}${printNumber(low + more)}`)
      .filter((one) => parseMeasure(one) !== undefined),
    fc.constantFrom(
      'absence',
      'Absent',
      'n.d.',
      'ND',
      'na',
      'N.A.',
      'Sans objet',
      'Absence dans 1 g',
      'absent / 0,1 ml',
    ),
  );
  fc.assert(
    fc.property(text, (written) => {
      const first = parseMeasure(written);
      expect(first, written).toBeDefined();
      const again = parseMeasure(printValue(field('measure'), first?.value ?? null));
      expect(again?.value).toEqual(first?.value);
    }),
    { numRuns: 3_000 },
  );
});

test('whatever is typed is read or told, and what was read is read again as it is', () => {
  const raw = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.double(),
    fc.constant(null),
    fc.array(fc.string(), { maxLength: 3 }),
  );
  fc.assert(
    fc.property(raw, fc.constantFrom<FieldKind>('text', 'longtext', 'date', 'number', 'measure'), (typed, kind) => {
      const { value, faults } = readField(field(kind), typed);
      if (faults.length > 0) return;
      expect(readField(field(kind), value)).toEqual({ value, faults: [] });
    }),
    { numRuns: 5_000 },
  );
});

test('a day is one of the calendar, and is printed as the French write it', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true }), (date) => {
      const day = date.toISOString().slice(0, 10);
      expect(isDay(day)).toBe(true);
      expect(printDay(day).split('/').reverse().join('-')).toBe(day);
      expect(readDay(printDay(day))).toBe(day);
      expect(readDay(printDay(day).replaceAll('/', ''))).toBe(day);
    }),
  );
  expect(['2026-02-29', '2026-13-01', '2026-1-1', ''].map(isDay)).toEqual([false, false, false, false]);
  expect(['5.3.2026', ' 05 03 2026 ', '31/02/2026', '5/3.2026', '2026', ''].map(readDay)).toEqual([
    '2026-03-05',
    '2026-03-05',
    null,
    null,
    null,
    null,
  ]);
});

test('folding forgets case and accents, and folding again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
    }),
    { numRuns: 2_000 },
  );
  expect(fold('Œillet d’ÉTÉ')).toBe("oeillet d'ete");
});

test.each([
  ['absence dans 1 g', 'Absence dans 1 g'],
  // As a document in English writes them.
  ['Absent in 0.1 g', 'Absence dans 0.1 g'],
  ['10 to 20.5', '10 à 20.5'],
  ['Not applicable', 'Sans objet'],
  ['Not detected', 'ND'],
  ['Absence / 0,1 g', 'Absence dans 0.1 g'],
  ['sans objet', 'Sans objet'],
  ['non détecté', 'ND'],
  ['10 000 – 12 500', '10000 à 12500'],
  ['entre 10 et 20', '10 à 20'],
  ['-5 à 10', '-5 à 10'],
  ['12-15', '12 à 15'],
  ['20 à 10', undefined],
  ['absence dans 0 g', undefined],
  ['environ 3', undefined],
])('« %s » of a laboratory is %j', (written, value) => {
  expect(parseMeasure(written)?.value).toBe(value);
});

test.each([
  ['12 500 mPa·s', 'mPa.s', 12500],
  ['12 500mPa.s', 'mPa.s', 12500],
  ['> 93 °C', '°C', '> 93'],
  ['< 10 UFC/g', 'ufc/g', '< 10'],
  ['10 à 20 ufc / g', 'ufc/g', '10 à 20'],
  ['Absence dans 1 g', 'ufc/g', 'Absence dans 1 g'],
  ['5 ppm', 'mg/kg', undefined],
])('« %s » is read without the unit of its field', (written, unit, value) => {
  const { value: read, faults } = readField({ ...field('measure'), unit }, written);
  expect(faults.length > 0 ? undefined : read).toBe(value);
});

test('a result prints as it reads, with its unit where it has one', () => {
  const viscosity = { ...field('measure'), unit: 'mPa.s' };
  expect(printValueWithUnit(viscosity, '10000 à 12500').replace(/\s/g, ' ')).toBe('10 000 à 12 500 mPa.s');
  expect(printValueWithUnit({ ...viscosity, unit: 'ufc/g' }, 'Absence dans 0.1 g')).toBe('Absence dans 0,1 g');
  const minutes = { ...viscosity, unit: 'minutes' };
  expect(['0.5', '1', '2'].map((value) => printValueWithUnit(minutes, value).replace(/\s/g, ' '))).toEqual([
    '0,5 minute',
    '1 minute',
    '2 minutes',
  ]);
});
