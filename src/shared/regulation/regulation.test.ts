import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { actOf, transitionIn } from './acts.ts';
import { entryOf, type RawEntry, readExport } from './export.read.ts';
import { facts, NO_FACTS } from './facts.contract.ts';
import { fits, typesOf } from './facts.ts';
import { casOf, chemicalNames, ecOf, familyStem, glossaryNames, lawKey, looseKey } from './identity.ts';
import { readLimit } from './limit.ts';
import { prohibitionsOf } from './prohibitions.ts';

const row = (annex: RawEntry['annex'], cells: RawEntry['cells'], ref = '1') =>
  entryOf('x', { annex, ref, ordinal: 1, cells }, chemicalNames);

describe('the exports as they are', () => {
  const head = ['Reference Number', 'Chemical name / INN', 'CAS Number', 'EC Number', 'Regulation', 'Update Date'];
  const file = (rows: string[][], second = ['ANNEX II', 'Last update: 17/06/2026']) => [
    ['File creation date: 18/06/2026'],
    second,
    ['LIST OF SUBSTANCES'],
    ['Substance identification'],
    head,
    ...rows,
  ];

  test('two dates, the annex by its second line, every row kept, its defects told', () => {
    const read = readExport(
      file([
        ['38', 'Anthracene oil', '120-12-7', '-', '', ''],
        ['38', 'Distillates (coal tar)', '91995-52-7', '-', '', ''],
        ['672', 'Moved or deleted', '110-49-6', '203-772-9', '', ''],
        ['1680', 'Bis(α,α-dimethylbenzyl) peroxide', '80-43-', '201-279-3', '', ''],
        ['1712', 'Fluopicolide', '607-285-6', '239110-15-7', '', ''],
        [' ', '', '', '', '', ''],
      ]),
    );
    expect(read).toMatchObject({ annex: 'II', created_on: '2026-06-18', last_update: '2026-06-17' });
    expect(read?.rows).toHaveLength(5);
    for (const word of ['II/38', 'II/672', 'II/1680', 'II/1712']) expect(read?.warnings.join('\n')).toContain(word);
    expect(readExport(file([], ['ANNEX VII', '']))).toBeNull();
    expect(readExport([['a', 'b']])).toBeNull();
  });

  test('annex IV is read one column to the left, but where its own column is filled', () => {
    const shifted = row('IV', {
      name: 'X',
      product: '',
      limit: 'Rinse-off products',
      other: '10%',
      wording: 'free from chromate ion',
    });
    expect(shifted).toMatchObject({
      product_text: 'Rinse-off products',
      limit_text: '10%',
      other_text: 'free from chromate ion',
    });
    const right = row('IV', {
      name: 'Silver',
      product: '(a) Lip products\n\n(b) Eye shadow',
      limit: 'For (a) and (b): 0,2 %’',
    });
    expect(right).toMatchObject({ limit_text: 'For (a) and (b): 0,2 %’' });
    expect(readLimit(right.product_text, right.limit_text)).toMatchObject({
      parse: 'certain',
      cases: [{ value: 200_000 }, { value: 200_000 }],
    });
  });

  test('what was moved or deleted is found by nothing', () => {
    expect(row('II', { name: 'Moved or deleted', cas: '110-49-6', ec: '203-772-9' })).toMatchObject({
      moved: true,
      cas: [],
      ec: [],
    });
  });

  test.each([
    ['69-72-7[1]/ 824-35-1[2]/ 18917-89-0[3]', ['69-72-7', '824-35-1', '18917-89-0']],
    ['91648- 39-4', ['91648-39-4']],
    ['2475-46-9 -- 86722-66-9', ['2475-46-9', '86722-66-9']],
    ['15086-94-9 --  17372-87-1  --- 15876-39-8', ['15086-94-9', '17372-87-1', '15876-39-8']],
    ['5949-29-1; 77-92-9\n36701-38-9', ['5949-29-1', '77-92-9', '36701-38-9']],
    ['80-43-', []],
    ['239110-15-7', ['239110-15-7']],
    ['-', []],
  ])('the CAS numbers of « %s »', (cell, numbers) => {
    expect(casOf(cell).right).toEqual(numbers);
  });

  test('numbers that stand in the wrong column are found all the same', () => {
    const swapped = row('II', { name: 'Fluopicolide', cas: '607-285-6', ec: '239110-15-7' });
    expect(swapped.cas).toEqual(['239110-15-7']);
    expect(ecOf('607-285-6').right).toEqual(['607-285-6']);
    expect(row('II', { name: 'Toluidine (CAS 3248-93-9; EINECS 221-832-2) and its salt' }).cas).toEqual(['3248-93-9']);
    expect(casOf('122-99-7').wrong).toEqual(['122-99-7']);
  });

  test('a comma holds names apart only where each part is one', () => {
    expect(glossaryNames('V', 'SALICYLIC ACID, CALCIUM SALICYLATE')).toContain('calcium salicylate');
    expect(glossaryNames('V', 'HYDROXYETHOXY\u00adPHENYL BUTANONE, HEPB')).toContain('hydroxyethoxyphenyl butanone');
    expect(glossaryNames('III', 'Phenol, 2-methoxy- 4-(2-propenyl)-, acetate')).toHaveLength(1);
    expect(
      glossaryNames('V', '1-Hydroxy-4-methyl-6-(2,4,4-trimethylpentyl)-2 pyridon, piroctone olamine'),
    ).toHaveLength(1);
    expect(glossaryNames('IV', 'CAPSANTHIN, CAPSORUBIN')).toHaveLength(1);
    expect(glossaryNames('V', 'BENZOIC ACID; SODIUM BENZOATE')).toEqual(
      expect.arrayContaining(['benzoic acid', 'sodium benzoate']),
    );
  });

  test('names inside a name: a synonym marked INCI is one, an explanation in brackets is weak', () => {
    const { names, weak } = chemicalNames('Isobutyl 4-hydroxybenzoate (INCI: Isobutylparaben) /Sodium salt');
    expect(names).toEqual(expect.arrayContaining(['isobutylparaben', 'isobutyl 4-hydroxybenzoate']));
    expect(chemicalNames('(2-Acetoxyethyl)trimethylammonium hydroxide (Acetylcholine) and its salts').weak).toContain(
      'acetylcholine',
    );
    expect(weak).not.toContain('isobutylparaben');
    expect(chemicalNames('Formic acid and its sodium salt').names).toContain('formic acid');
    expect(familyStem('Lead and its compounds')).toBe('lead');
    expect(familyStem('Barium salts, with the exception of barium sulphide')).toBe('barium');
    expect(familyStem('Aluminium-containing ingredients with the exception of those listed')).toBe('aluminium');
  });

  test('capitals, soft hyphens, dashes, quotes and footnote marks are one name', () => {
    expect(lawKey('BENZYL\u00a0Alcohol (7)')).toBe('benzyl alcohol');
    expect(lawKey('4-hydroxy\u00adbenzoate')).toBe('4-hydroxybenzoate');
    expect(lawKey('Aluminum Chloride')).toBe(lawKey('Aluminium chloride'));
    expect(looseKey('2-Phénoxy-éthanol')).toBe(looseKey('2-Phenoxyethanol'));
  });
});

describe('limits under a strict grammar', () => {
  test.each([
    ['', '1.0%', 1_000_000, null],
    ['', '7,34 %', 7_340_000, null],
    ['', '8%(as acid)', 8_000_000, 'as acid'],
    ['', '0.5% (acid)', 500_000, 'acid'],
    ['', '100 mg/kg', 10_000, null],
    ['', '0.02% (after mixing for use)', 20_000, null],
    [
      '',
      '0,15 % calculated as F.  \nWhen mixed with other fluorine compounds, total F must not exceed 0,15 %',
      150_000,
      'calculated as F',
    ],
    [
      '',
      '- 25% \n\n- In case of combined use of zinc oxide and zinc oxide (nano), the sum shall not exceed 25%',
      25_000_000,
      null,
    ],
    ['', '10 %(*) \n\n(*) In case of combined use, the sum shall not exceed the limit', 10_000_000, null],
    ['', '0,0015 % Rinse-off products', 1_500, null],
    ['', '0.1% (as benzalkonium chloride)', 100_000, 'as benzalkonium chloride'],
  ])('« %s » « %s »', (product, limit, value, basis) => {
    const read = readLimit(product, limit);
    expect(read.parse).toBe('certain');
    expect(read.cases[0]).toMatchObject({ value, basis });
  });

  test.each([
    ['', '0 15%'],
    ['', '0.2%%'],
    ['', '0,2% corresponding to 0,0024% of silver'],
    ['', 'Maximum secondary amine content: 0.5%'],
    ['(a) Oral products\n(b) Other products', '(b) 1,0 %'],
    [
      '(a) Face products\n(b) Hair products',
      '(a) 25 %;\n(b) 1,4 % for general consumers, and 1.1 % for professional use.',
    ],
    ['', '0,3% (of the  mixture in the ratio 1:1 of A and B)'],
    ['', 'As from 3 September 2017: 0,5 %'],
    ['(a) Nail cuticle solvent\n(b) Hair straightener', '(a) 5%\n(b) 2% (General use) and 4.5% (Professional use)'],
  ])('« %s » « %s » is left to a person', (product, limit) => {
    expect(readLimit(product, limit).parse).not.toBe('certain');
  });

  test('lettered cases are those of the product text', () => {
    const read = readLimit('a) Rinse-off products\nb) Oral care products', 'a) 2.5% (acid)\nb) 1.7% (acid)\n');
    expect(read.cases.map(({ letter, value }) => [letter, value])).toEqual([
      ['a', 2_500_000],
      ['b', 1_700_000],
    ]);
  });

  test('nothing that is typed there breaks the reading', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (product, limit) => {
        const { cases, parse } = readLimit(product, limit);
        expect(cases.length).toBeGreaterThan(0);
        if (parse === 'certain') expect(cases.every(({ value }) => value !== null && value >= 0)).toBe(true);
      }),
    );
  });
});

describe('products as the annexes call them', () => {
  const cream = typesOf(
    facts.parse({ category: 'crème visage', rinse: 'non_rince', zone: 'visage', population: 'adulte', spray: 'non' }),
  );
  const shampoo = typesOf(
    facts.parse({ category: 'shampooing', rinse: 'rince', zone: 'cheveux', population: 'adulte', spray: 'non' }),
  );
  test.each([
    ['Rinse-off products', false, true],
    ['Leave-on products', true, false],
    ['Rinse-off products, except oral care products', false, true],
    ['Face products with the exception of propellent spray products', true, false],
    ['Face and hand products', true, false],
    ['Hair dye substance in oxidative hair dye products', false, false],
    ['Not to be used in products applied on mucous membranes', null, true],
    ['Artificial nail systems', false, false],
    ['Rinse-off anti-dandruff shampoo', false, null],
    ['Some product nobody has heard of', null, null],
  ])('« %s »', (text, forCream, forShampoo) => {
    expect(fits(text, cream)).toBe(forCream);
    expect(fits(text, shampoo)).toBe(forShampoo);
  });

  test.each([
    ['après-shampooing', 'cheveux', 'rince', 'Rinse-off shampoo', false],
    ['shampooing sec', 'cheveux', 'non_rince', 'Rinse-off shampoo', false],
    ['gel lavant', 'cheveux', 'rince', 'Rinse-off shampoo', null],
    ['baume à lèvres', 'lèvres', 'non_rince', 'lipstick', null],
    ['rouge à lèvres', 'lèvres', 'non_rince', 'lipstick', true],
    ['lait hydratant corps', 'corps', 'non_rince', 'Body lotion', true],
    ['crème corps', 'corps', 'non_rince', 'Body lotion', null],
    ['sérum visage', 'visage', 'non_rince', 'Face cream', null],
    ['crème anti-taches visage', 'visage', 'non_rince', 'Face cream', true],
    ['crème SPF30', 'visage', 'non_rince', 'sunscreen products', true],
    ['gel dentaire', 'bouche', 'rince', 'Toothpaste', null],
    ['fard à paupières', 'yeux', 'non_rince', 'Not to be used in products applied on mucous membranes', null],
  ])('« %s » (%s, %s) : « %s » is %s', (category, zone, rinse, text, fit) => {
    expect(fits(text, typesOf(facts.parse({ category, zone, rinse, population: 'adulte', spray: 'non' })))).toBe(fit);
  });

  test('what is not known answers nothing', () => {
    const nothing = typesOf(NO_FACTS);
    expect(Object.values(nothing).every((value) => value === null)).toBe(true);
    fc.assert(fc.property(fc.string({ minLength: 1 }), (text) => fits(`x ${text}`, nothing) !== true));
  });

  test('prohibitions bind the letters they name, and no others', () => {
    const oral = typesOf(facts.parse({ zone: 'bouche', category: 'bain de bouche' }));
    const texts = ['(a) (b) (c)\n\nNot to be used in oral products.'];
    expect(prohibitionsOf(texts, oral, 'b')).toMatchObject([{ broken: true }]);
    expect(prohibitionsOf(['(e) To be only sold to dentists. Not to be used in oral products.'], oral, 'a')).toEqual(
      [],
    );
    expect(prohibitionsOf(['Not to be used in oral products'], typesOf(NO_FACTS), null)).toMatchObject([
      { broken: null },
    ]);
  });
});

test('dates are those of the acts and of the prose, not of the database', () => {
  expect(actOf({ key: 'III/75', regulation: '(EU) 2026/909' })).toMatchObject({
    placing: '2027-01-01',
    available: '2028-07-01',
  });
  expect(actOf({ key: 'V/29', regulation: '(EC) 2009/1223' })).toBeNull();
  expect(
    transitionIn(
      'From 1 November 2025 cosmetic products containing that substance shall not be placed on the Union market. From 1 May 2027 they shall not be made available on the Union market.',
    ),
  ).toEqual({ placing: '2025-11-01', available: '2027-05-01', others: [] });
});
