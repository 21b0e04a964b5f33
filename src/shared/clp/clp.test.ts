import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLP_CLASSES, type Classified, type ClpClass, isCovered } from './clp.classes.ts';
import { classify, computedClasses, flammableBy, isUnderPh, underConcluded } from './clp.compute.ts';
import { labelOf } from './clp.label.ts';
import { statementFault, statementOf, statementsOf } from './clp.statements.ts';
import type { ClpTerm } from './clp.substance.ts';

const term = (
  percent: number,
  clp: readonly (readonly [ClpClass, string])[],
  more: Partial<ClpTerm> = {},
): ClpTerm => ({
  inci: more.inci ?? `S${percent}`,
  percent,
  isParticular: false,
  clp: clp.map(([classe, categorie]) => ({ classe, categorie })),
  clp_non_classe: false,
  ate: {},
  aigu_inconnu: [],
  m_aigu: null,
  m_chronique: null,
  lcs: [],
  ...more,
});
const of = (...terms: ClpTerm[]) => classify({ terms, measured: {}, ph: null, gaps: [] });
const classesOf = (...terms: ClpTerm[]): string[] =>
  computedClasses(of(...terms).resultats).map(({ classe, categorie }) => `${classe} ${categorie}`);

/** A boundary of the annex, the amount at it and just below: what each gives. Regulation (EC) 1272/2008, annex I. */
const BOUNDARIES: readonly [string, (percent: number) => ClpTerm[], at: number, below: number, string][] = [
  ['3.2.3: Σ Corr ≥ 5', (p) => [term(p, [['Skin Corr.', '1A']])], 5, 4.999999, 'Skin Corr. 1A'],
  ['3.2.3: 10 Σ Corr ≥ 10', (p) => [term(p, [['Skin Corr.', '1B']])], 1, 0.999999, 'Skin Irrit. 2'],
  ['3.2.3: Σ Irrit ≥ 10', (p) => [term(p, [['Skin Irrit.', '2']])], 10, 9.999999, 'Skin Irrit. 2'],
  ['3.3.3: Σ Dam ≥ 3', (p) => [term(p, [['Eye Dam.', '1']])], 3, 2.999999, 'Eye Dam. 1'],
  ['3.3.3: 10 Σ Dam ≥ 10', (p) => [term(p, [['Eye Dam.', '1']])], 1, 0.999999, 'Eye Irrit. 2'],
  ['3.3.3: Σ Irrit ≥ 10', (p) => [term(p, [['Eye Irrit.', '2']])], 10, 9.999999, 'Eye Irrit. 2'],
  ['3.4.3: 1 ≥ 1', (p) => [term(p, [['Skin Sens.', '1']])], 1, 0.999999, 'Skin Sens. 1'],
  ['3.4.3: 1B ≥ 1', (p) => [term(p, [['Resp. Sens.', '1B']])], 1, 0.999999, 'Resp. Sens. 1B'],
  ['3.4.3: 1A ≥ 0,1', (p) => [term(p, [['Skin Sens.', '1A']])], 0.1, 0.099999, 'Skin Sens. 1A'],
  ['3.5.3: 1B ≥ 0,1', (p) => [term(p, [['Muta.', '1B']])], 0.1, 0.099999, 'Muta. 1B'],
  ['3.5.3: 2 ≥ 1', (p) => [term(p, [['Muta.', '2']])], 1, 0.999999, 'Muta. 2'],
  ['3.6.3: 1A ≥ 0,1', (p) => [term(p, [['Carc.', '1A']])], 0.1, 0.099999, 'Carc. 1A'],
  ['3.6.3: 2 ≥ 1', (p) => [term(p, [['Carc.', '2']])], 1, 0.999999, 'Carc. 2'],
  ['3.7.3: 1B ≥ 0,3', (p) => [term(p, [['Repr.', '1B']])], 0.3, 0.299999, 'Repr. 1B'],
  ['3.7.3: 2 ≥ 3', (p) => [term(p, [['Repr.', '2']])], 3, 2.999999, 'Repr. 2'],
  ['3.7.3: lactation ≥ 0,3', (p) => [term(p, [['Repr.', 'lactation']])], 0.3, 0.299999, 'Repr. lactation'],
  ['3.8.3: 1 ≥ 10', (p) => [term(p, [['STOT SE', '1']])], 10, 9.999999, 'STOT SE 1'],
  ['3.8.3: 1 ≥ 1 gives 2', (p) => [term(p, [['STOT SE', '1']])], 1, 0.999999, 'STOT SE 2'],
  ['3.9.3: 2 ≥ 10', (p) => [term(p, [['STOT RE', '2']])], 10, 9.999999, 'STOT RE 2'],
  ['3.11.3: 1 ≥ 0,1', (p) => [term(p, [['ED HH', '1']])], 0.1, 0.099999, 'ED HH 1'],
  ['4.2.3: 2 ≥ 1', (p) => [term(p, [['ED ENV', '2']])], 1, 0.999999, 'ED ENV 2'],
  [
    'art. 10: STOT SE 3 from its own limit (hydrochloric acid, annex VI)',
    (p) => [term(p, [['STOT SE', '3']], { lcs: [{ classe: 'STOT SE', categorie: '3', min: 10 }] })],
    10,
    9.999999,
    'STOT SE 3',
  ],
  [
    'art. 10: a limit written under 1 is that of a 1A',
    (p) => [term(p, [['Skin Sens.', '1A']], { lcs: [{ classe: 'Skin Sens.', categorie: '1', min: 0.0015 }] })],
    0.0015,
    0.0014999,
    'Skin Sens. 1A',
  ],
  [
    '4.1.3: Σ Acute 1 × M ≥ 25',
    (p) => [term(p, [['Aquatic Acute', '1']], { m_aigu: 1 })],
    25,
    24.999999,
    'Aquatic Acute 1',
  ],
  [
    '4.1.3: Σ M·C1 ≥ 25',
    (p) => [term(p, [['Aquatic Chronic', '1']], { m_chronique: 10 })],
    2.5,
    2.499999,
    'Aquatic Chronic 1',
  ],
  [
    '4.1.3: 10 Σ M·C1 ≥ 25',
    (p) => [term(p, [['Aquatic Chronic', '1']], { m_chronique: 1 })],
    2.5,
    2.499999,
    'Aquatic Chronic 2',
  ],
  ['4.1.3: C2 ≥ 25', (p) => [term(p, [['Aquatic Chronic', '2']])], 25, 24.999999, 'Aquatic Chronic 2'],
  ['4.1.3: 10 C2 ≥ 25', (p) => [term(p, [['Aquatic Chronic', '2']])], 2.5, 2.499999, 'Aquatic Chronic 3'],
  ['4.1.3: C4 ≥ 25', (p) => [term(p, [['Aquatic Chronic', '4']])], 25, 24.999999, 'Aquatic Chronic 4'],
  [
    'article 10: a specific limit of 0,5 % in the place of 10 %',
    (p) => [term(p, [['Skin Irrit.', '2']], { lcs: [{ classe: 'Skin Irrit.', categorie: '2', min: 0.5 }] })],
    0.5,
    0.499999,
    'Skin Irrit. 2',
  ],
];

describe('what the calculation classifies (CLP, annex I)', () => {
  test.each(BOUNDARIES)('%s: at the limit it does, below it does not', (_, terms, at, below, said) => {
    expect(classesOf(...terms(at))).toContain(said);
    expect(classesOf(...terms(below))).not.toContain(said);
  });

  test.each([
    ['1A alone', [term(5, [['Skin Corr.', '1A']])], 'Skin Corr. 1A'],
    ['1A and 1B together', [term(3, [['Skin Corr.', '1A']]), term(2, [['Skin Corr.', '1B']])], 'Skin Corr. 1B'],
    ['1A and 1C together', [term(3, [['Skin Corr.', '1A']]), term(3.5, [['Skin Corr.', '1C']])], 'Skin Corr. 1C'],
    ['a 1 that nobody distinguished', [term(6, [['Skin Corr.', '1']])], 'Skin Corr. 1'],
    [
      'a letter by a specific limit (sodium hydroxide, annex VI)',
      [
        term(3, [['Skin Corr.', '1A']], {
          lcs: [
            { classe: 'Skin Corr.', categorie: '1A', min: 5 },
            { classe: 'Skin Corr.', categorie: '1B', min: 2 },
            { classe: 'Skin Irrit.', categorie: '2', min: 0.5 },
            { classe: 'Eye Irrit.', categorie: '2', min: 0.5 },
          ],
        }),
      ],
      'Skin Corr. 1B',
    ],
  ])('corrosion takes the letter of %s', (_, terms, said) => {
    expect(classesOf(...terms).filter((one) => one.startsWith('Skin Corr.'))).toEqual([said]);
  });

  test('what corrodes the skin damages the eyes, and is counted once', () => {
    const both = term(2, [
      ['Skin Corr.', '1B'],
      ['Eye Dam.', '1'],
    ]);
    expect(classesOf(both)).toEqual(['Skin Irrit. 2', 'Eye Irrit. 2']);
    expect(of(both).resultats.find(({ classe }) => classe === 'Eye Irrit.')?.somme).toBe(20);
  });

  test('acute toxicity is added by ATE, and what is unknown above a tenth corrects the sum', () => {
    const toxic = term(10, [['Acute Tox. orale', '3']]);
    expect(of(toxic).resultats).toEqual([
      expect.objectContaining({ classe: 'Acute Tox. orale', categorie: '4', ate_mel: 1_000, regle: '3.1.3.6.1' }),
    ]);
    const atTenth = term(10, [], { inci: 'Inconnu', aigu_inconnu: ['orale'] });
    expect(of(toxic, atTenth).resultats[0]).toMatchObject({ ate_mel: 1_000, inconnu_percent: 10 });
    const unknownFrom = (percent: number) =>
      of(toxic, term(percent, [], { inci: 'Inconnu', aigu_inconnu: ['orale'] })).resultats[0]?.inconnu_percent;
    expect([unknownFrom(0.9999), unknownFrom(1)].map((one) => one || 0)).toEqual([0, 1]);
    const above = term(50, [], { inci: 'Inconnu', aigu_inconnu: ['orale'] });
    expect(of(toxic, above).resultats[0]).toMatchObject({ ate_mel: 500, regle: '3.1.3.6.2.3' });
  });

  test.each([
    [0.099999, '3', 0],
    [0.1, '3', 1],
    [0.999999, '4', 0],
    [1, '4', 1],
  ])('%d %% of a substance of acute category %s counts %d times', (percent, categorie, times) => {
    expect(of(term(percent, [['Acute Tox. orale', categorie]])).resultats).toHaveLength(times);
  });

  test('a typed ATE comes before the category; above category 4 it is not counted', () => {
    const typed = (orale: number) => of(term(100, [['Acute Tox. orale', '4']], { ate: { orale } })).resultats;
    expect(typed(2_000)[0]).toMatchObject({ categorie: '4', ate_mel: 2_000 });
    expect(typed(2_001)).toEqual([]);
    expect(typed(300)[0]).toMatchObject({ categorie: '3' });
  });

  test('a result measured on the mixture comes first, both are shown', () => {
    const terms = [term(50, [['Acute Tox. orale', '3']])];
    const measured = (orale: number | string) => classify({ terms, measured: { orale }, ph: null, gaps: [] });
    expect(measured(2_500).resultats.map(({ regle, categorie }) => [regle, categorie])).toEqual([
      ['3.1.3.4', null],
      ['3.1.3.6.1', '3'],
    ]);
    expect(computedClasses(measured(2_500).resultats)).toEqual([]);
    expect(measured('> 2000').a_verifier).toEqual([]);
    expect(measured('> 300').a_verifier.join()).toContain('va d’une catégorie à une autre');
    expect(computedClasses(measured('> 300').resultats)).toEqual([{ classe: 'Acute Tox. orale', categorie: '4' }]);
  });

  test.each([
    [0.1, '1', ['A']],
    [0.099999, '1', []],
    [0.01, '1A', ['A']],
    [1, '1', []],
  ])('EUH208: %d %% of a sensitiser of category %s', (percent, categorie, names) => {
    expect(of(term(percent, [['Skin Sens.', categorie]], { inci: 'A' })).euh208).toEqual(names);
  });
  test('EUH208 starts at a tenth of a specific limit (CMIT/MIT, annex VI: 0,0015 %)', () => {
    const cmit = (percent: number) =>
      of(
        term(percent, [['Skin Sens.', '1A']], {
          inci: 'CMIT/MIT',
          lcs: [{ classe: 'Skin Sens.', categorie: '1A', min: 0.0015 }],
        }),
      );
    expect(cmit(0.00015).euh208).toEqual(['CMIT/MIT']);
    expect(cmit(0.000149).euh208).toEqual([]);
    expect(cmit(0.0015).euh208).toEqual([]);
    expect(computedClasses(cmit(0.0015).resultats)).toEqual([{ classe: 'Skin Sens.', categorie: '1A' }]);
  });

  test('a factor M that nobody knows is never one: it is told', () => {
    const { resultats, a_verifier } = of(term(50, [['Aquatic Acute', '1']], { inci: 'Sans M' }));
    expect(resultats).toEqual([]);
    expect(a_verifier.join()).toMatch(/Facteur M absent.*Sans M/);
  });

  test.each([
    [2, true],
    [2.01, false],
    [11.49, false],
    [11.5, true],
    ['2 à 3', true],
  ])('a pH of %s: to be looked at %s', (ph, isTold) => {
    const told = classify({ terms: [], measured: {}, ph, gaps: [] }).a_verifier;
    expect(told.length > 0).toBe(isTold);
  });
  test('a category 1 that nobody distinguished goes before 1B, as it may be 1A', () => {
    for (const classe of ['Muta.', 'Carc.', 'Repr.', 'Skin Sens.', 'Resp. Sens.'] as const)
      expect(classesOf(term(1, [[classe, '1B']]), term(1, [[classe, '1']]))).toEqual([`${classe} 1`]);
  });
  test('narcotics of twenty percent are a matter of judgement', () => {
    expect(of(term(20, [['STOT SE', '3']])).a_verifier.join()).toContain('STOT SE 3');
    expect(of(term(19.9, [['STOT SE', '3']])).a_verifier).toEqual([]);
  });
  test('an irritating surfactant leaves additivity open', () => {
    expect(of(term(5, [['Eye Dam.', '1']], { isParticular: true, inci: 'SLES' })).a_verifier.join()).toContain('SLES');
  });
});

const classes = fc.constantFrom(
  ...(Object.entries(CLP_CLASSES) as [ClpClass, { categories: readonly string[] }][]).flatMap(
    ([classe, { categories }]) => categories.map((categorie): Classified => ({ classe, categorie })),
  ),
);
const micros = (max: number) => fc.integer({ min: 1, max: max * 1e6 }).map((value) => value / 1e6);
const anyTerm = fc
  .record({
    percent: micros(20),
    clp: fc.array(classes, { maxLength: 3 }),
    m: fc.constantFrom(1, 10, 100),
    id: fc.nat(50),
  })
  .map(
    ({ percent, clp, m, id }): ClpTerm => ({
      ...term(percent, [], { inci: `S${id}`, m_aigu: m, m_chronique: m }),
      clp,
    }),
  );

describe('whatever the mixture', () => {
  test('more of a classified substance never lowers a class', () => {
    fc.assert(
      fc.property(fc.array(anyTerm, { minLength: 1, maxLength: 5 }), micros(20), (terms, more) => {
        const before = computedClasses(of(...terms).resultats);
        const [first, ...others] = terms as [ClpTerm, ...ClpTerm[]];
        const after = computedClasses(of({ ...first, percent: first.percent + more }, ...others).resultats);
        expect(before.filter((one) => !isCovered(one, after))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  test('what is computed and concluded lacks nothing; without one of its classes it does', () => {
    fc.assert(
      fc.property(fc.array(anyTerm, { maxLength: 5 }), (terms) => {
        const { resultats } = of(...terms);
        const all = computedClasses(resultats);
        expect(underConcluded(resultats, all)).toEqual([]);
        for (const one of all)
          expect(
            underConcluded(
              resultats,
              all.filter((other) => other.classe !== one.classe),
            ).length > 0 ||
              isCovered(
                one,
                all.filter((other) => other !== one),
              ),
          ).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

test('effects on lactation are told beside the other categories, never by them', () => {
  const lactation: Classified = { classe: 'Repr.', categorie: 'lactation' };
  expect(isCovered(lactation, [{ classe: 'Repr.', categorie: '1A' }])).toBe(false);
  expect(isCovered(lactation, [lactation])).toBe(true);
  expect(isCovered({ classe: 'Repr.', categorie: '2' }, [lactation])).toBe(false);
});

test.each<[Classified[], string[], string | null]>([
  [
    [
      { classe: 'Skin Corr.', categorie: '1A' },
      { classe: 'Eye Dam.', categorie: '1' },
    ],
    ['GHS05'],
    'Danger',
  ],
  [
    [
      { classe: 'Skin Irrit.', categorie: '2' },
      { classe: 'Eye Dam.', categorie: '1' },
    ],
    ['GHS05'],
    'Danger',
  ],
  [
    [
      { classe: 'Acute Tox. orale', categorie: '3' },
      { classe: 'Skin Sens.', categorie: '1' },
    ],
    ['GHS06'],
    'Danger',
  ],
  [
    [
      { classe: 'Acute Tox. orale', categorie: '4' },
      { classe: 'Eye Dam.', categorie: '1' },
    ],
    ['GHS05', 'GHS07'],
    'Danger',
  ],
  [
    [
      { classe: 'Resp. Sens.', categorie: '1' },
      { classe: 'Skin Sens.', categorie: '1' },
    ],
    ['GHS08'],
    'Danger',
  ],
  [
    [
      { classe: 'Repr.', categorie: '2' },
      { classe: 'Skin Sens.', categorie: '1' },
    ],
    ['GHS07', 'GHS08'],
    'Attention',
  ],
  [[{ classe: 'Aquatic Chronic', categorie: '2' }], ['GHS09'], null],
  [[{ classe: 'Aquatic Chronic', categorie: '3' }], [], null],
  [[{ classe: 'Aquatic Acute', categorie: '1' }], ['GHS09'], 'Attention'],
  [[], [], null],
])('the label of %j (article 26)', (classes_, pictogrammes, signal) => {
  expect(labelOf(classes_, { isForConsumers: true })).toEqual({ pictogrammes, signal });
});

test('physical hazards are concluded by a person: with their pictogram, asked for, and never silent', () => {
  const ethanol = term(12, [['Flam. Liq.', '2']], { inci: 'Alcohol' });
  expect(classesOf(ethanol)).toEqual([]);
  expect(of(ethanol).a_verifier.join()).toContain('Alcohol');
  expect(labelOf([{ classe: 'Flam. Liq.', categorie: '3' }], { isForConsumers: true })).toMatchObject({
    pictogrammes: ['GHS02'],
    signal: 'Attention',
  });
});

test('what corrodes metals alone bears no GHS05 for consumers, and leaves the exclamation mark (annex I, 1.3.6)', () => {
  const metals: Classified = { classe: 'Met. Corr.', categorie: '1' };
  const irritates: Classified = { classe: 'Eye Irrit.', categorie: '2' };
  const shown = (classes: readonly Classified[], isForConsumers: boolean) =>
    labelOf(classes, { isForConsumers }).pictogrammes;
  expect(shown([metals], true)).toEqual([]);
  expect(shown([metals, irritates], true)).toEqual(['GHS07']);
  expect(shown([metals], false)).toEqual(['GHS05']);
  expect(shown([metals, { classe: 'Eye Dam.', categorie: '1' }, irritates], true)).toEqual(['GHS05']);
});

/** Acetic acid as annex VI has it: Skin Corr. 1A from 90, 1B from 25; Skin Irrit. 2 and Eye Irrit. 2 from 10. */
const acetic = (percent: number) =>
  term(percent, [['Skin Corr.', '1A']], {
    lcs: [
      { classe: 'Skin Corr.', categorie: '1A', min: 90 },
      { classe: 'Skin Corr.', categorie: '1B', min: 25 },
      { classe: 'Skin Irrit.', categorie: '2', min: 10 },
      { classe: 'Eye Irrit.', categorie: '2', min: 10 },
    ],
  });
test.each([
  [8, []],
  [9.999, []],
  [10, ['Skin Irrit. 2', 'Eye Irrit. 2']],
  [24.999, ['Skin Irrit. 2', 'Eye Irrit. 2']],
  [25, ['Skin Corr. 1B', 'Eye Dam. 1']],
])('%f %% of an acid that irritates from ten and corrodes from twenty-five gives %j', (percent, classes) => {
  expect(classesOf(acetic(percent))).toEqual(classes);
});
test('an acid below its limits counts with another irritant: 9 of 10 and 1 × 10 is 19', () => {
  expect(classesOf(acetic(9), term(1, [['Eye Dam.', '1']]))).toContain('Eye Irrit. 2');
  expect(classesOf(acetic(9), term(1, [['Eye Dam.', '1']]))).not.toContain('Eye Dam. 1');
});

test.each([
  [2, true],
  [2.01, false],
  [11.5, true],
  [11.49, false],
  ['12 à 13', true],
  [null, false],
])('at pH %s a mixture is held to corrode: %s (annex I, 3.2.3.1.2)', (ph, isHeld) => {
  expect(isUnderPh(ph, [])).toBe(isHeld);
  expect(isUnderPh(ph, [{ classe: 'Skin Irrit.', categorie: '2', methode: 'calcul' }])).toBe(isHeld);
  expect(isUnderPh(ph, [{ classe: 'Skin Irrit.', categorie: '2', methode: 'essai' }])).toBe(false);
  expect(isUnderPh(ph, [{ classe: 'Skin Corr.', categorie: '1', methode: 'calcul' }])).toBe(false);
});

test.each([
  [22.9, '1 ou 2'],
  [23, '3'],
  [60, '3'],
  [60.1, null],
  ['28 à 40', '3'],
  ['> 60', null],
  ['> 100', null],
  [null, null],
])('a flash point of %s °C is Flam. Liq. %s (annex I, table 2.6.1)', (flash, category) => {
  expect(flammableBy(flash)).toBe(category);
});

test('a measured pH is told as the French write it', () => {
  const { a_verifier } = classify({ terms: [], measured: {}, ph: '12.5 à 13', gaps: [] });
  expect(a_verifier.join()).toContain('pH 12,5 à 13');
});

test('an unknown acute toxicity is told from one percent, whether or not another substance counts', () => {
  const unknown = (percent: number) => term(percent, [], { aigu_inconnu: ['orale'], clp_non_classe: true });
  expect(of(unknown(15)).a_verifier.join()).toMatch(/15\s% du mélange.*inconnue \(voie orale\)/);
  expect(of(unknown(1)).a_verifier.join()).toContain('3.1.3.6.2.2');
  expect(of(unknown(0.999)).a_verifier.join()).not.toContain('3.1.3.6.2.2');
});

test('each class and category has its statement, and is told from another one’s (annex III)', () => {
  for (const classe of Object.keys(CLP_CLASSES) as ClpClass[])
    for (const categorie of CLP_CLASSES[classe].categories)
      expect(statementsOf({ classe, categorie }), `${classe} ${categorie}`).not.toEqual([]);
  expect(statementOf({ classe: 'Eye Dam.', categorie: '1', mention: null })).toBe('H318');
  expect(statementOf({ classe: 'STOT SE', categorie: '3', mention: null })).toBeNull();
  expect(statementOf({ classe: 'STOT SE', categorie: '3', mention: 'H335' })).toBe('H335');
  expect(statementFault({ classe: 'Repr.', categorie: '1B', mention: 'H360FD' })).toBeNull();
  expect(statementFault({ classe: 'Eye Dam.', categorie: '1', mention: null })).toBeNull();
  expect(statementFault({ classe: 'Eye Dam.', categorie: '1', mention: 'h318 Lésions' })).toBeNull();
  expect(statementOf({ classe: 'Aerosol', categorie: '1', mention: null })).toBe('H222, H229');
  expect(statementFault({ classe: 'Aerosol', categorie: '1', mention: 'H222 + H229' })).toBeNull();
  expect(statementFault({ classe: 'Aerosol', categorie: '1', mention: 'H222' })).toContain('H229');
  expect(statementFault({ classe: 'Eye Dam.', categorie: '1', mention: 'H319' })).toContain('H318');
  expect(statementFault({ classe: 'STOT SE', categorie: '3', mention: null })).toContain('H335 ou H336');
});
