import { describe, expect, test } from 'vitest';
import type { SaidClass } from '../clp/content.classes.ts';
import { followsCarbon } from '../clp/content.classes.ts';
import { lineWith, type MaterialRef, type SubstanceRef } from '../formulas/formula.ts';
import { SUBSTANCE_DEFAULTS, type SubstanceInput } from '../substances/substance.contract.ts';
import { type Composition, contentLabelOf, isOverPhosphorus } from './content.ts';
import { NO_DETERGENT_FIELDS } from './detergent.fields.ts';
import { componentSheetOf } from './sheet.ts';

type Line = {
  inci: string;
  percent?: number | null;
  min?: number;
  max?: number;
  classes?: SaidClass[];
} & Partial<SubstanceInput>;
const TODAY = { firstPlaced: '2026-11-25', at: '2026-11-25' };

/** A formula of substances by themselves. */
function formulaOf(...lines: Line[]): Composition {
  const profiles = new Map<string, SubstanceInput>();
  const substances = new Map<string, SubstanceRef>();
  for (const { inci, classes = [], percent: _, min: __, max: ___, ...more } of lines) {
    profiles.set(inci, { ...SUBSTANCE_DEFAULTS, inci, classes_detergent: classes, ...more });
    substances.set(inci, { id: inci, inci, cas: more.cas ?? [], ec: [], functions: [], nano: false });
  }
  return {
    lines: lines.map(({ inci, percent = null, min = null, max = null }, index) =>
      lineWith({ id: String(index), substance_id: inci, percent, percent_min: min, percent_max: max }),
    ),
    shelf: { substances, materials: new Map() },
    profiles,
    options: {},
  };
}
const labelOf = (composition: Composition, record: Partial<typeof NO_DETERGENT_FIELDS> = {}, when = TODAY) =>
  contentLabelOf(composition, { ...NO_DETERGENT_FIELDS, public: 'consommateur', ...record }, when);
const plain = (text: string | null | undefined): string => (text ?? '').replaceAll('\u00a0', ' ');

describe('what the label of a detergent names (regulation 648/2004, annex VII A)', () => {
  test.each([
    [0.2, undefined],
    [0.200001, 'moins de 5 %'],
    [4.999999, 'moins de 5 %'],
    [5, '5 % ou plus, mais moins de 15 %'],
    [14.999999, '5 % ou plus, mais moins de 15 %'],
    [15, '15 % ou plus, mais moins de 30 %'],
    [29.999999, '15 % ou plus, mais moins de 30 %'],
    [30, '30 % et plus'],
  ])('%d %% of an anionic surfactant: %s', (percent, band) => {
    const { familles, a_verifier } = labelOf(
      formulaOf({ inci: 'SLES', percent, classes: ['agents de surface anioniques'] }),
    );
    expect(familles[0] && plain(familles[0].tranche)).toBe(band);
    expect(a_verifier).toEqual([]);
  });

  test('a class is the sum of its substances', () => {
    const { familles } = labelOf(
      formulaOf(
        { inci: 'A', percent: 3, classes: ['agents de surface anioniques'] },
        { inci: 'B', percent: 2, classes: ['agents de surface anioniques'] },
      ),
    );
    expect(familles).toMatchObject([{ percent: 5, sources: [{ name: 'A' }, { name: 'B' }] }]);
  });

  test('soap is named as soap only', () => {
    const { familles } = labelOf(
      formulaOf({ inci: 'Soap', percent: 6, classes: ['savon', 'agents de surface anioniques'] }),
    );
    expect(familles.map(({ classe }) => classe)).toEqual(['savon']);
  });

  test('enzymes, perfumes and preservatives are named in any amount, preservatives by name', () => {
    const label = labelOf(
      formulaOf(
        { inci: 'Subtilisin', percent: 0.001, classes: ['enzymes'] },
        { inci: 'Phenoxyethanol', percent: 0.00001, classes: ['agents conservateurs'] },
        { inci: 'Parfum', percent: 0.1 },
      ),
    );
    expect(label.toujours).toEqual(['enzymes', 'parfums', 'agents conservateurs']);
    expect(label.conservateurs).toEqual(['Phenoxyethanol']);
    expect(plain(label.texte)).toContain('agents conservateurs (Phenoxyethanol)');
  });

  test.each([
    [0.01, []],
    [0.010001, ['Linalool']],
  ])('an allergen at %d %% is named: %j', (percent, names) => {
    const { allergenes } = labelOf(formulaOf({ inci: 'Linalool', percent, classes: ['parfums'] }));
    expect(allergenes.map(({ nom }) => nom)).toEqual(names);
  });

  test('a range across two bands, a class that nobody said and no breakdown are quoted, never decided', () => {
    const ranged = labelOf(formulaOf({ inci: 'SLES', min: 4, max: 6, classes: ['agents de surface anioniques'] }));
    expect(ranged.familles).toMatchObject([{ tranche: null }]);
    expect(ranged.a_verifier.join()).toContain('SLES');
    expect(
      labelOf(formulaOf({ inci: 'SLES', min: 6, max: 9, classes: ['agents de surface anioniques'] })).a_verifier,
    ).toEqual([]);
    expect(labelOf(formulaOf({ inci: 'Mystère', percent: 3 })).a_verifier.join()).toContain('Mystère');
    const material: MaterialRef = {
      id: 'm',
      trade_name: 'Base X',
      supplier: null,
      kind: 'mélange',
      perfume_code: null,
      components: [],
      allergens: [],
    };
    const composition = formulaOf();
    const unbroken = labelOf({
      ...composition,
      lines: [lineWith({ id: '1', material_id: 'm', percent: 10 })],
      shelf: { substances: new Map(), materials: new Map([['m', material]]) },
    });
    expect(plain(unbroken.a_verifier.join())).toContain('Sans composition : Base X');
  });

  test('contents above a hundred percent are told', () => {
    const { a_verifier } = labelOf(
      formulaOf({ inci: 'A', percent: 60, classes: ['savon'] }, { inci: 'B', percent: 60, classes: ['aucune'] }),
    );
    expect(a_verifier.join()).toContain('dépasse 100');
  });
});

describe('phosphorus of a dose (annex VI a)', () => {
  const tpp = (percent: number) => formulaOf({ inci: 'TPP', percent, classes: ['phosphates'], phosphore_percent: 25 });
  test.each([
    ['linge', 100, 2, 0.5, true],
    ['linge', 100, 1.999999, 0.5, false],
    ['lave-vaisselle', 20, 6, 0.3, true],
    ['lave-vaisselle', 20, 5.999, 0.3, false],
  ] as const)('%s, %d g of a product with %d %% : limit %d g, over: %s', (usage, dose_g, percent, limite_g, isOver) => {
    const { phosphore } = labelOf(tpp(percent), { usage, dose_g });
    expect(phosphore).toMatchObject({ limite_g });
    expect(isOverPhosphorus(phosphore)).toBe(isOver);
  });
  test('without a dose or a share nothing is concluded; other uses have no limit', () => {
    expect(labelOf(tpp(2), { usage: 'linge' })).toMatchObject({ phosphore: null });
    expect(labelOf(tpp(2), { usage: 'linge' }).a_verifier.join()).toContain('dose');
    const unsaid = formulaOf({ inci: 'HEDP', percent: 2, classes: ['phosphonates'] });
    expect(labelOf(unsaid, { usage: 'linge', dose_g: 50 }).a_verifier.join()).toContain('HEDP');
    expect(labelOf(tpp(20), { usage: 'surfaces' })).toMatchObject({ phosphore: null, a_verifier: [] });
  });
});

test('the sheet for physicians is in decreasing order with the bands of annex VII C, the web list says neither amounts nor CAS', () => {
  const composition = formulaOf(
    { inci: 'CI 42090', percent: 0.01, classes: ['aucune'], cas: ['3844-45-9'] },
    { inci: 'SLES', percent: 12, classes: ['agents de surface anioniques'], cas: ['68891-38-3'] },
    { inci: 'Parfum', percent: 0.1 },
    { inci: 'Glycerin', percent: 1, classes: ['aucune'] },
  );
  const sheet = componentSheetOf(composition, { public: 'consommateur' }, TODAY);
  expect(sheet.lignes.map(({ inci, tranche }) => [inci, plain(tranche)])).toEqual([
    ['SLES', '10 % ou plus'],
    ['Glycerin', '1 % à < 10 %'],
    ['Parfum', '0,1 % à < 1 %'],
    ['CI 42090', '< 0,1 %'],
  ]);
  expect(sheet.lignes[0]).toMatchObject({ cas: '68891-38-3' });
  expect(sheet.en_ligne).toEqual(['SLES', 'Glycerin', 'parfum', 'colorant']);
  expect(componentSheetOf(composition, { public: 'industriel' }, TODAY).en_ligne).toEqual([]);
});

test('allergens of a perfume that the label names are on the sheet and on the web list too (annex VII C)', () => {
  const perfume: MaterialRef = {
    id: 'm',
    trade_name: 'Citron 12',
    supplier: null,
    kind: 'parfum',
    perfume_code: null,
    components: [],
    allergens: [{ substance_id: 'l', percent: 20 }],
  };
  const composition = {
    ...formulaOf(),
    lines: [lineWith({ id: '1', material_id: 'm', percent: 0.5 })],
    shelf: {
      substances: new Map([
        ['l', { id: 'l', inci: 'Limonene', cas: ['138-86-3'], ec: [], functions: [], nano: false }],
      ]),
      materials: new Map([['m', perfume]]),
    },
  };
  const sheet = componentSheetOf(composition, { public: 'consommateur' }, TODAY);
  expect(labelOf(composition).allergenes.map(({ nom }) => nom)).toEqual(['Limonene']);
  expect(sheet.lignes.map(({ inci, tranche }) => [inci, plain(tranche)])).toEqual([
    ['Parfum', '0,1 % à < 1 %'],
    ['Limonene', '0,1 % à < 1 %'],
  ]);
  expect(sheet.en_ligne).toEqual(['parfum', 'Limonene']);
});

test.each([
  '301 A',
  '301-E',
  'Règlement (CE) 440/2008, méthode C.4-A',
  'C.4-B',
  'EN ISO 7827',
  'Modified OECD screening test',
])('« %s » follows dissolved organic carbon: 70 %%, not 60 (annex III, B)', (method) =>
  expect(followsCarbon(method)).toBe(true),
);
test.each(['301 B', 'C.4-C', 'C.4-D', 'EN ISO 9439', null])('« %s » does not', (method) =>
  expect(followsCarbon(method)).toBe(false),
);

test('what is partly of no known amount is of none: its band, its line of the sheet and its phosphorus wait', () => {
  const known = formulaOf({ inci: 'SLES', percent: 4.9, classes: ['agents de surface anioniques'] });
  const [line] = known.lines;
  const composition = {
    ...known,
    lines: [...known.lines, { ...(line as (typeof known.lines)[number]), id: 'b', percent: null }],
  };
  const label = labelOf(composition);
  expect(label.familles).toMatchObject([{ tranche: null, percent: null }]);
  expect(label.a_verifier.join()).toContain('quantité inconnue pour SLES');
  const sheet = componentSheetOf(composition, { public: 'consommateur' }, TODAY);
  expect(sheet.lignes.map(({ tranche }) => tranche)).toEqual(['à vérifier']);
});
