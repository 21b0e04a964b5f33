import { expect, test } from 'vitest';
import { printNumber, readPercent, shareOf, toMicros } from '../fields/percent.ts';
import {
  expandedLines,
  type FormulaLine,
  lineWith,
  quantitiesOf,
  type Shelf,
  type SubstanceRef,
  totalsOf,
} from './formula.ts';
import { compareLabel, type InciOptions, inciListOf } from './inci.list.ts';

let rank = 0;
const line = (label: string | null, percent: number | null, more: Partial<FormulaLine> = {}): FormulaLine => {
  rank += 1;
  return lineWith({ id: `l${rank}`, label, percent, ...more });
};
const EMPTY: Shelf = { substances: new Map(), materials: new Map() };
const LEAVE_ON: InciOptions = { rinse: false, firstPlaced: '2026-11-22', at: '2026-11-22' };
const list = (lines: FormulaLine[], options: Partial<InciOptions> = {}, shelf = EMPTY) =>
  inciListOf({ lines, shelf, quantities: quantitiesOf(lines) }, { ...LEAVE_ON, ...options });
const substance = (id: string, inci: string, cas: string[] = []) =>
  [id, { id, inci, cas, ec: [], functions: [], nano: false }] as const;
const perfume = (allergens: [string, number][]): Shelf => ({
  substances: new Map(allergens.map(([name]) => substance(name, name))),
  materials: new Map([
    [
      'p',
      {
        id: 'p',
        trade_name: 'Parfum Été',
        supplier: null,
        kind: 'parfum',
        perfume_code: null,
        components: [],
        allergens: allergens.map(([substance_id, percent]) => ({ substance_id, percent })),
      },
    ],
  ]),
});

test('descending down to one percent, its bound with it; below, as wanted; then colourants; then shades', () => {
  const lines = [
    line('Glycerin', 5),
    line('Water', null, { qs: '100' }),
    line('Xanthan Gum', 1),
    line('Tocopherol', 0.2),
    line('CI 77891', 3),
    line('Citric Acid', 0.5),
    line('Silica', 2, { nano: true }),
    line('CI 77491', null, { may_contain: true }),
  ];
  expect(list(lines).text).toBe(
    'Aqua, Glycerin, Silica [nano], Xanthan Gum, Citric Acid, Tocopherol, CI 77891 [+/- CI 77491]',
  );
  expect(list(lines, { order: ['Tocopherol', 'Citric Acid'] }).text).toContain(
    'Xanthan Gum, Tocopherol, Citric Acid, CI 77891',
  );
});

test('the label’s names: Aqua, Parfum, no common name in brackets; a filter keeps its own', () => {
  const lines = [
    line('Aqua / Water / Eau', 60),
    line('Butyrospermum Parkii (Shea) Butter', 20),
    line('Fragrance', 2),
    line('CI 77891', 5, { function: 'Filtre UV' }),
  ];
  expect(list(lines).text).toBe('Aqua, Butyrospermum Parkii Butter, Titanium Dioxide, Parfum');
});

test('the same name twice is one, with the sum', () => {
  const { items } = list([line('Glycerin', 0.6), line('Aqua', 99), line('GLYCERIN', 0.4)]);
  expect(items).toMatchObject([{ inci: 'Aqua' }, { inci: 'Glycerin', percent: 1, group: 'main' }]);
});

test('allergens: summed over all sources, named strictly above 0,001 % or 0,01 %', () => {
  const shelf = perfume([
    ['Linalool', 0.5],
    ['Citral', 0.1],
    ['Vanillin', 2],
  ]);
  const lines = [line(null, 1, { material_id: 'p' }), line('Linalool', 0.0001), line('Aqua', 98.9999)];
  const found = list(lines, {}, shelf);
  expect(found.allergens.map(({ name, percent, declared }) => [name, percent, declared])).toEqual([
    ['Vanillin', 0.02, true],
    ['Linalool', 0.0051, true],
    ['Citral', 0.001, false],
  ]);
  expect(found.text).toBe('Aqua, Parfum, Vanillin, Linalool');
  expect(list(lines, { rinse: true }, shelf).text).toBe('Aqua, Parfum, Vanillin, Linalool');
});

test('several names under one entry add up, and are named by the entry', () => {
  const shelf = perfume([
    ['alpha-Damascone', 0.06],
    ['delta-Damascone', 0.06],
    ['beta-Pinene', 0.2],
  ]);
  const { allergens, text } = list([line(null, 1, { material_id: 'p' }), line('Aqua', 99)], {}, shelf);
  expect(allergens).toMatchObject([
    { name: 'Pinene', percent: 0.002, entry: 'III/371', declared: true },
    { name: 'Rose Ketones', percent: 0.0012, entry: 'III/157', declared: true },
  ]);
  expect(text).toBe('Aqua, Parfum, Pinene, Rose Ketones');
});

test('the short list only for stock placed before 1 August 2026, confirmed, until 31 July 2028', () => {
  const shelf = perfume([
    ['Linalool', 1],
    ['Vanillin', 1],
  ]);
  const lines = [line(null, 1, { material_id: 'p' }), line('Aqua', 99)];
  const named = (options: Partial<InciOptions>) =>
    list(lines, options, shelf)
      .allergens.filter(({ declared }) => declared)
      .map(({ name }) => name);
  const old = { firstPlaced: '2026-07-31', oldStock: true };
  expect(named(old)).toEqual(['Linalool']);
  expect(named({ ...old, oldStock: false })).toEqual(['Linalool', 'Vanillin']);
  expect(named({ ...old, firstPlaced: '2026-08-01' })).toEqual(['Linalool', 'Vanillin']);
  expect(named({ ...old, at: '2028-08-01' })).toEqual(['Linalool', 'Vanillin']);
});

test('a perfume without a certificate, an amount nobody knows: said, never silent', () => {
  const { warnings } = list([line(null, 1, { material_id: 'p' }), line('Aqua', null)], {}, perfume([]));
  expect(warnings.map(({ code }) => code).sort()).toEqual(['BLACK_BOX', 'NO_AMOUNT']);
});

test('a label is compared: what is missing, too much, elsewhere', () => {
  const { items } = list([line('Aqua', 90), line('Glycerin', 9), line('Parfum', 0.5), line('Citric Acid', 0.5)]);
  expect(compareLabel(items, ['Water', 'Glycerin', 'Citric Acid', 'Parfum'])).toEqual({
    missing: [],
    extra: [],
    moved: [],
  });
  expect(compareLabel(items, ['Glycerin', 'Aqua', 'Parfum', 'Linalool'])).toEqual({
    missing: ['Citric Acid'],
    extra: ['Linalool'],
    moved: ['Aqua'],
  });
});

test('numbers of percents are whole millionths: printed and read without loss', () => {
  expect(printNumber(toMicros(72.4))).toBe('72,40');
  expect(printNumber(20)).toBe('0,00002');
  expect([readPercent('0,00002'), readPercent('100,000001'), readPercent('1e2'), readPercent('72.4 %')]).toEqual([
    20,
    null,
    null,
    72_400_000,
  ]);
  expect(shareOf(toMicros(1), toMicros(0.0001))).toBe(1);
  const thirds = Array.from({ length: 10 }, () => line('x', 0.1));
  expect(totalsOf(thirds).total).toBe(1_000_000);
});

test('the total says what is missing, and what is too much', () => {
  expect(totalsOf([line('a', 99.99)])).toMatchObject({ gap: 0 });
  expect(totalsOf([line('a', 99.9899)])).toMatchObject({ gap: 10_100 });
  expect(totalsOf([line('a', 100.01)])).toMatchObject({ gap: 0 });
  expect(totalsOf([line('a', 100.0101)])).toMatchObject({ gap: -10_100 });
  expect(totalsOf([line('a', 99.5)])).toMatchObject({ gap: 500_000 });
  expect(totalsOf([line('a', null, { qs: '100' }), line('b', 60), line('c', 49)])).toMatchObject({
    complement: -9_000_000,
    gap: -9_000_000,
  });
});

test('a name that the glossary cannot hold is told of before it is printed', () => {
  const told = (name: string): boolean => list([line(name, 1)]).warnings.some(({ code }) => code === 'NOT_INCI');
  expect(['Glycérine végétale', 'Niacinamide 98%', 'Parfum Fleur'].map(told)).toEqual([true, true, true]);
  const right = [
    'Aqua',
    'Parfum',
    'CI 77891',
    'PEG-40 Hydrogenated Castor Oil',
    'Rosa Damascena Flower Water',
    'Water/Eau',
  ];
  expect(right.filter(told)).toEqual([]);
});

test.each([
  // What is typed as the composition of a perfume counts like its certificate; said twice, the larger counts once.
  ['parfum', [['Linalool', 20]], [['Linalool', 20]], 0.2],
  ['parfum', [['Linalool', 20]], [['Linalool', 30]], 0.3],
  ['parfum', [['Linalool', 20]], [['Limonene', 1]], 0.2],
  ['parfum', [['Linalool', null]], [['Linalool', 5]], 0.05],
  // Of another raw material, the breakdown counts, and what the certificate has more of it.
  ['extrait végétal', [['Linalool', 20]], [['Linalool', 20]], 0.2],
  ['extrait végétal', [['Linalool', 0.05]], [['Linalool', 60]], 0.6],
  ['extrait végétal', [['Linalool', null]], [['Linalool', 60]], 0.6],
  ['extrait végétal', [['Linalool', 20]], [['Linalool', 10]], 0.2],
] as const)(
  'a raw material (%s) of composition %j and certificate %j brings %d %% of linalool',
  (kind, typed, said, percent) => {
    const shelf = perfume([...typed, ...said].map(([name]) => [name, 0]));
    const material = shelf.materials.get('p');
    if (!material) throw new Error('No material');
    const components = typed.map(([substance_id, share]) => ({
      substance_id,
      percent: share,
      percent_min: null,
      percent_max: null,
      role: 'ingrédient' as const,
    }));
    const allergens = said.map(([substance_id, share]) => ({ substance_id, percent: share }));
    const whole = { ...shelf, materials: new Map([['p', { ...material, kind, components, allergens }]]) };
    const found = list([line(null, 1, { material_id: 'p' }), line('Aqua', 99)], {}, whole);
    expect(found.allergens.find(({ name }) => name === 'Linalool')).toMatchObject({ percent, declared: true });
    expect(found.text).toContain('Linalool');
    expect(found.warnings.map(({ code }) => code)).not.toContain('ALLERGEN_TWICE');
  },
);

test('an allergen of a perfume whose amount nobody typed is told of', () => {
  const shelf = perfume([['Linalool', 0]]);
  const material = shelf.materials.get('p');
  if (!material) throw new Error('No material');
  const unknown = { substance_id: 'Linalool', percent: null, percent_min: null, percent_max: null, role: null };
  const materials = new Map([['p', { ...material, components: [unknown], allergens: [] }]]);
  const { warnings } = list([line(null, 1, { material_id: 'p' })], {}, { ...shelf, materials });
  expect(warnings.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/^« Parfum Été » : la quantité de « Linalool » n’y est pas dite/),
  );
});

test('a line that only names a substance of the formula is that substance, and so is a record that was merged', () => {
  const lines = [line(null, 0.63, { substance_id: 'a' }), line('PHENOXYETHANOL', 0.37)];
  const one: Shelf = { substances: new Map([substance('a', 'Phenoxyethanol')]), materials: new Map() };
  const two: Shelf = {
    ...one,
    substances: new Map<string, SubstanceRef>([...one.substances, substance('b', 'Phenoxyethanol')]),
  };
  expect(expandedLines(lines, one).map(({ quantity }) => quantity?.max)).toEqual([1_000_000]);
  // Two records of one name are one that was merged into the other.
  expect(expandedLines([...lines, line(null, 1, { substance_id: 'b' })], two)).toMatchObject([
    { quantity: { max: 2_000_000 }, substance: { id: 'a' } },
  ]);
  expect(expandedLines(lines.toReversed(), one)).toMatchObject([
    { quantity: { max: 1_000_000 }, substance: { id: 'a' } },
  ]);
});
