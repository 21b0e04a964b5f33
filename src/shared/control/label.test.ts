import { expect, test } from 'vitest';
import type { Inci } from '../formulas/formula.contract.ts';
import { checkLabel, namesOnLabel } from './label.check.ts';
import type { LabelPart } from './label.ts';

const items = ['Aqua', 'Caprylic/Capric Triglyceride', 'Glycerin', 'Limonene'].map((inci) => ({
  inci,
  percent: null,
  group: 'main',
  sources: [],
})) as unknown as Inci['items'];
const part = (key: string, text: string | null): LabelPart => ({
  key,
  title: key,
  text,
  from: '',
  link: '',
  article: '',
});
const PARTS = [
  part('function', 'Hydrate et protège la peau.'),
  part('precautions', 'Usage externe. Éviter le contact avec les yeux.'),
  part('batch', 'Lot'),
  part('origin', null),
];
const check = (text: string | null) => checkLabel({ text, unreadable: null }, PARTS, items);

test('a right artwork has it all, however its lines are broken and its case', () => {
  const found = check(
    'HYDRATE ET\nPROTÈGE LA PEAU. Usage externe.\nÉviter le contact\navec les yeux.\nIngrédients : AQUA, CAPRYLIC/CAPRIC\nTRIGLYCERIDE, GLYCERIN, LIMONENE. 50 ml',
  );
  expect(found.parts.map(({ key, state }) => [key, state])).toEqual([
    ['function', 'found'],
    ['precautions', 'found'],
    // A batch number is on no artwork: somebody looks.
    ['batch', 'by_eye'],
  ]);
  expect(found.ingredients).toEqual({ missing: [], extra: [], moved: [] });
});

test('what is missing, too much, or in another place is named', () => {
  const found = check('Usage externe. Ingrédients : AQUA, GLYCERIN, CAPRYLIC/CAPRIC TRIGLYCERIDE, PARFUM');
  expect(found.parts.find(({ key }) => key === 'precautions')).toMatchObject({
    state: 'missing',
    missing: ['Éviter le contact avec les yeux.'],
  });
  expect(found.ingredients).toEqual({
    missing: ['Limonene'],
    extra: ['PARFUM'],
    moved: ['CAPRYLIC/CAPRIC TRIGLYCERIDE'],
  });
});

test.each([
  ['Ingrédients: Aqua, Glycerin 50 ml e', ['Aqua', 'Glycerin']],
  ['Ingredients : Aqua • Glycerin', ['Aqua', 'Glycerin']],
  ['Sans liste', []],
])('the names on « %s »', (text, names) => {
  expect(namesOnLabel(text, items)).toEqual(names);
});

test.each([null, '', '   ', '…'])('an artwork without words (%j) is compared by eye', (text) => {
  const found = check(text);
  expect(found.unreadable).toMatch(/à l’œil/);
  expect(found.ingredients).toBeNull();
  expect(found.parts.every(({ state }) => state === 'by_eye')).toBe(true);
});

test('a text of a million letters is read in time', () => {
  const long = `Ingrédients : ${'aqua, '.repeat(200_000)}`;
  expect(check(long).parts.length).toBeGreaterThan(0);
});
