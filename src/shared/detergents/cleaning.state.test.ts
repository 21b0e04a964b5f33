import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classify, computedClasses } from '../clp/clp.compute.ts';
import type { Formula } from '../formulas/formula.contract.ts';
import { lineWith, type MaterialRef, type SubstanceRef } from '../formulas/formula.ts';
import type { Product } from '../products/product.contract.ts';
import { SUBSTANCE_DEFAULTS, type SubstanceInput } from '../substances/substance.contract.ts';
import { mixtureOf, PARTICULAR_NAMES } from './cleaning.state.ts';

const NO_MEASURE = { dl50_orale: null, dl50_cutanee: null, cl50_inhalation: null, ph: null } as unknown as Product;
const HARSH: Partial<SubstanceInput> = {
  clp: [
    { classe: 'Skin Corr.', categorie: '1B' },
    { classe: 'Acute Tox. orale', categorie: '3' },
    { classe: 'Aquatic Chronic', categorie: '2' },
    { classe: 'Skin Sens.', categorie: '1' },
  ],
  clp_source: 'FDS',
};
/** A formula of one harsh substance and of what is said of others. */
const of = (lines: Formula['lines'], values: Partial<SubstanceInput> = HARSH) => {
  const substances = new Map<string, SubstanceRef>([
    ['s', { id: 's', inci: 'S', cas: [], ec: [], functions: [], nano: false }],
  ]);
  return classify(
    mixtureOf({
      product: NO_MEASURE,
      formula: { mode: 'table', lines } as unknown as Formula,
      shelf: { substances, materials: new Map() },
      profiles: new Map([['s', { ...SUBSTANCE_DEFAULTS, inci: 'S', ...values }]]),
      certified: new Map(),
    }),
  );
};
const line = (id: string, more: object) => lineWith({ id, substance_id: 's', ...more });

test('the class of a range is that of its upper bound', () => {
  const amounts = fc.integer({ min: 1, max: 50_000_000 }).map((value) => value / 1e6);
  fc.assert(
    fc.property(amounts, amounts, (a, b) => {
      const [percent_min, percent_max] = [Math.min(a, b), Math.max(a, b)];
      const ranged = of([line('a', { percent_min, percent_max })]);
      expect(ranged.resultats).toEqual(of([line('a', { percent: percent_max })]).resultats);
    }),
    { numRuns: 200 },
  );
});

test('a substance is counted once, on however many lines it stands, nano or not', () => {
  const split = of([line('a', { percent: 0.5 }), line('b', { percent: 0.5, nano: true })]);
  expect(split.resultats).toEqual(of([line('a', { percent: 1 })]).resultats);
});

test('what nobody classified, gave no amount or no composition of is told by its name', () => {
  expect(of([line('a', { percent: 5 })], {}).a_verifier.join()).toMatch(/à dire.*S/);
  expect(of([line('a', {})]).a_verifier.join()).toMatch(/Quantité inconnue.*S/);
  expect(of([lineWith({ id: 'x', label: 'Base X', percent: 5 })]).a_verifier.join()).toMatch(/Base X/);
  expect(of([]).a_verifier.join()).toMatch(/tableau/);
});

describe('a perfume of which something is known', () => {
  const SENSITISES: SubstanceInput = {
    ...SUBSTANCE_DEFAULTS,
    inci: 'Linalool',
    clp: [{ classe: 'Skin Sens.', categorie: '1B' }],
    clp_source: 'FDS',
  };
  const linalool: SubstanceRef = { id: 'l', inci: 'Linalool', cas: [], ec: [], functions: [], nano: false };
  const perfume = (id: string, parts: Partial<MaterialRef>): MaterialRef => ({
    ...({ id, trade_name: `Parfum ${id}`, kind: 'parfum', components: [], allergens: [] } as unknown as MaterialRef),
    ...parts,
  });
  const mixed = (percents: Readonly<Record<string, number>>) =>
    classify(
      mixtureOf({
        product: NO_MEASURE,
        formula: {
          mode: 'table',
          lines: Object.entries(percents).map(([id, percent]) => lineWith({ id, material_id: id, percent })),
        } as unknown as Formula,
        shelf: {
          substances: new Map([['l', linalool]]),
          materials: new Map([
            [
              'a',
              perfume('a', {
                components: [{ substance_id: 'l', percent: 40 }] as unknown as MaterialRef['components'],
              }),
            ],
            ['b', perfume('b', { allergens: [{ substance_id: 'l', percent: 50 }] })],
            ['c', perfume('c', {})],
          ]),
        },
        profiles: new Map(),
        certified: new Map([['l', SENSITISES]]),
      }),
    );

  test.each([
    // 0.4 × 1.25 + 0.5 × 1 = 1 %, the limit of table 3.4.5.
    [{ a: 1.25, b: 1 }, ['Skin Sens. 1B'], []],
    [{ a: 1.24, b: 1 }, [], ['Linalool']],
    // A tenth of it names: table 3.4.6.
    [{ a: 0.25 }, [], ['Linalool']],
    [{ b: 0.19 }, [], []],
  ])('%j gives %j, and names %j', (percents, classes, names) => {
    const found = mixed(percents);
    expect(computedClasses(found.resultats).map(({ classe, categorie }) => `${classe} ${categorie}`)).toEqual(classes);
    expect(found.euh208).toEqual(names);
  });

  test('each perfume is told by its name: its own sheet says how it is classified', () => {
    expect(mixed({ a: 1, c: 1 }).a_verifier.join()).toMatch(/Parfum a.*Parfum c/);
  });
});

test.each(PARTICULAR_NAMES)('a name with %o is one of which additivity may fail', ({ word, example }) => {
  expect(word.test(example.toLowerCase())).toBe(true);
  const irritant = { clp: [{ classe: 'Eye Irrit.', categorie: '2' }], clp_source: 'FDS' } as Partial<SubstanceInput>;
  expect(of([line('a', { percent: 5 })], { ...irritant, inci: example }).a_verifier.join()).toContain(example);
  expect(of([line('a', { percent: 5 })], { ...irritant, inci: 'Glycerin' }).a_verifier).toEqual([]);
});
