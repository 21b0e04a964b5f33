import { expect, test } from 'vitest';
import { readPaste } from './paste.read.ts';

/** Shapes that laboratories, suppliers and frame formulations publish: name of the shape, text, lines as « label | percent ». */
const SHAPES: readonly [name: string, text: string, lines: readonly string[]][] = [
  [
    'a batch in the title of a phase',
    'Phase A – for 100 g / 3.6 oz\nAqua 60 %\nGlycerin 40 %',
    ['Aqua | 60', 'Glycerin | 40'],
  ],
  ['a batch in a title', 'Day cream for 100 g / 3.6 oz\nAqua\t60\nGlycerin\t40', ['Aqua | 60', 'Glycerin | 40']],
  ['a batch in a German title', 'Rezeptur für 100 g\nAqua 60 %\nGlycerin 40 %', ['Aqua | 60', 'Glycerin | 40']],
  [
    'pharmacopoeias',
    'Glycerin Ph. Eur. 5 %\nAqua USP 90 %\nTalc NF 5 %',
    ['Glycerin Ph. Eur. | 5', 'Aqua USP | 90', 'Talc NF | 5'],
  ],
  ['a price is one', 'Glycerin 5 %\nPrix 12 EUR\nAqua 95 %', ['Glycerin | 5', 'Aqua | 95']],
  [
    'an amount of raw material beside its strength',
    'INCI\tConcentration (%) of raw material\t% active\nGlycerin\t5\t99.5\nAqua\t95\t100',
    ['Glycerin | 5', 'Aqua | 95'],
  ],
  [
    'a strength in French',
    'INCI\t%\tMatière active (%)\nCoco-Glucoside\t12\t52\nAqua\t88\t100',
    ['Coco-Glucoside | 12', 'Aqua | 88'],
  ],
  [
    'spaces, with an empty amount',
    'Aqua            60.00      Solvent\nGlycerin                   Humectant\nXanthan Gum     0.40       Thickener',
    ['Aqua | 60', 'Glycerin | ', 'Xanthan Gum | 0.4'],
  ],
  [
    'trade name and INCI before the number',
    'Montanov 68\tCetearyl Alcohol (and) Cetearyl Glucoside\t5\nEau purifiée\tAqua\t95',
    ['Cetearyl Alcohol (and) Cetearyl Glucoside | 5', 'Aqua | 95'],
  ],
  [
    'INCI and trade name before the number',
    'Cetearyl Alcohol (and) Cetearyl Glucoside\tMontanov 68\t5\nAqua\tEau purifiée\t95',
    ['Cetearyl Alcohol (and) Cetearyl Glucoside | 5', 'Aqua | 95'],
  ],
  ['name and function before the number', 'Aqua\tSolvent\t95\nGlycerin\tHumectant\t5', ['Aqua | 95', 'Glycerin | 5']],
  [
    'a long mixture with its amount',
    'Caprylic/Capric Triglyceride (and) Stearalkonium Hectorite (and) Propylene Carbonate (and) Butyrospermum Parkii Butter (and) Tocopherol 12 %\nAqua 88 %',
    [
      'Caprylic/Capric Triglyceride (and) Stearalkonium Hectorite (and) Propylene Carbonate (and) Butyrospermum Parkii Butter (and) Tocopherol | 12',
      'Aqua | 88',
    ],
  ],
  [
    'numbers that belong to names',
    'Radia 7210 5.00\nCI 77891 1.0\nC12-15 Alkyl Benzoate 3\nAqua 91',
    ['Radia 7210 | 5', 'CI 77891 | 1', 'C12-15 Alkyl Benzoate | 3', 'Aqua | 91'],
  ],
  [
    'a solution of a strength',
    'Sodium Hydroxide (10 % solution) 0.50\nAqua 99.5',
    ['Sodium Hydroxide (10 % solution) | 0.5', 'Aqua | 99.5'],
  ],
  [
    'English, rest to a hundred',
    'Water (Aqua) q.s. to 100\nGlycerin 5.00\nXanthan Gum 0.30',
    ['Water (Aqua) | ', 'Glycerin | 5', 'Xanthan Gum | 0.3'],
  ],
  [
    'German, rest to a hundred',
    'Aqua ad 100 %\nGlycerin 5,0 %\nXanthan Gum 0,3 %',
    ['Aqua | ', 'Glycerin | 5', 'Xanthan Gum | 0.3'],
  ],
  [
    'Italian, rest to a hundred',
    'Aqua q.b. a 100\nGlycerin 5,0\nXanthan Gum 0,3',
    ['Aqua | ', 'Glycerin | 5', 'Xanthan Gum | 0.3'],
  ],
  [
    'Spanish, rest to a hundred',
    'Aqua c.s.p. 100\nGlycerin 5,0\nXanthan Gum 0,3',
    ['Aqua | ', 'Glycerin | 5', 'Xanthan Gum | 0.3'],
  ],
  [
    'German heads',
    'Phase\tINCI\tGew.-%\tFunktion\nA\tAqua\t80\tLösungsmittel\nA\tGlycerin\t20\tFeuchthaltemittel',
    ['Aqua | 80', 'Glycerin | 20'],
  ],
  [
    'Italian heads',
    'Fase\tINCI\t% p/p\tFunzione\nA\tAqua\t80\tSolvente\nA\tGlycerin\t20\tUmettante',
    ['Aqua | 80', 'Glycerin | 20'],
  ],
  [
    'Spanish heads',
    'Fase\tNombre INCI\tPorcentaje\tFunción\nA\tAqua\t80\tDisolvente\nA\tGlycerin\t20\tHumectante',
    ['Aqua | 80', 'Glycerin | 20'],
  ],
  ['bars', '| INCI | % |\n| --- | --- |\n| Aqua | 80 |\n| Glycerin | 20 |', ['Aqua | 80', 'Glycerin | 20']],
  ['a colon', 'Aqua : 80 %\nGlycerin : 20 %', ['Aqua | 80', 'Glycerin | 20']],
  ['dots up to the amount', 'Aqua ............ 80,00\nGlycerin ........ 20,00', ['Aqua | 80', 'Glycerin | 20']],
  ['the amount first', '80 % Aqua\n20 % Glycerin', ['Aqua | 80', 'Glycerin | 20']],
  [
    'amounts in brackets',
    'Aqua (80 %), Glycerin (15 %), Sorbitol (5 %)',
    ['Aqua | 80', 'Glycerin | 15', 'Sorbitol | 5'],
  ],
  ['a total at the end', 'Aqua\t80\nGlycerin\t20\nTotal\t100', ['Aqua | 80', 'Glycerin | 20']],
  ['semicolons', 'INCI;CAS;%\nAqua;7732-18-5;80\nGlycerin;56-81-5;20', ['Aqua | 80', 'Glycerin | 20']],
  ['ranks', '1. Aqua 80 %\n2. Glycerin 15 %\n3. Sorbitol 5 %', ['Aqua | 80', 'Glycerin | 15', 'Sorbitol | 5']],
  ['grams for a hundred', 'Ingrédient\tQuantité (g)\nAqua\t80\nGlycerin\t20', ['Aqua | 80', 'Glycerin | 20']],
  [
    'a phase in the cell of a name',
    'Ingrédient\tINCI\t% m/m\nPhase A\tGLYCERIN\t3,5\nHuile\tOLEA EUROPAEA FRUIT OIL\t8\nA1\tBETAINE\t2\nPhase grasse\t\t\nEau\tAQUA\tqsp 100',
    ['GLYCERIN | 3.5', 'OLEA EUROPAEA FRUIT OIL | 8', 'BETAINE | 2', 'AQUA | '],
  ],
  ['phases between lines', 'Phase A\nAqua 80 %\nPhase B (huileuse)\nSqualane 20 %', ['Aqua | 80', 'Squalane | 20']],
  [
    'an ingredient beside its INCI name',
    'Phase\tIngredient\tINCI\tSupplier\t% w/w\nA\tDemin. water\tAqua\t-\t68.35\nB\tMontanov 202\tArachidyl Alcohol\tSeppic\t3.00',
    ['Aqua | 68.35', 'Arachidyl Alcohol | 3'],
  ],
  [
    'an ingredient name beside its trade name, a dash where there is none',
    'Ingredient Name\tTrade Name\tSupplier\tWt%\nWater\t-\t-\tq.s.\nGlycerin\tPricerine 9091\tCroda\t3.00',
    ['Water | ', 'Glycerin | 3'],
  ],
  [
    'dots that lead to the amount',
    'Aqua..............68.0%\nGlycerin .......... 5.0%\nXanthan gum ....... 0.30',
    ['Aqua | 68', 'Glycerin | 5', 'Xanthan gum | 0.3'],
  ],
  [
    'a strength between brackets before the amount',
    'Aqua 74.5\nSodium Laureth Sulfate (27%) 18\nCocamidopropyl Betaine (30 %) 6',
    ['Aqua | 74.5', 'Sodium Laureth Sulfate (27%) | 18', 'Cocamidopropyl Betaine (30 %) | 6'],
  ],
  [
    'a strength before the amount, which only the last numbers explain',
    'Glycerin 99.5% 5.00\nSodium Lactate 60% 2.00\nAqua 93.00',
    ['Glycerin 99.5% | 5', 'Sodium Lactate 60% | 2', 'Aqua | 93'],
  ],
  [
    'one line, semicolons between ingredients and commas before amounts',
    'Water, 70%; Glycerin, 5%; Cetyl alcohol, 3%',
    ['Water | 70', 'Glycerin | 5', 'Cetyl alcohol | 3'],
  ],
  ['one line, dashes', 'Aqua ....... 68 % - Glycerin ....... 5 %', ['Aqua | 68', 'Glycerin | 5']],
  [
    'the same amount in millilitres',
    'Eau de source : 60,8 % (60,8 ml)\nGlycérine végétale : 5 % (4 ml)',
    ['Eau de source | 60.8', 'Glycérine végétale | 5'],
  ],
  [
    'the place in the process before the name',
    'A1 Aqua 70.00\nA2 Glycerin 5.00\nB1 Caprylic/Capric Triglyceride 10.00\nB2 Cetyl Alcohol 2.00',
    ['Aqua | 70', 'Glycerin | 5', 'Caprylic/Capric Triglyceride | 10', 'Cetyl Alcohol | 2'],
  ],
  [
    'names that end with a number, and names that do not',
    'Carbomer 0.20\nCetyl Alcohol 2\nAlcohol 96 10\nPolysorbate 20 1.5\nAqua 80',
    ['Carbomer | 0.2', 'Cetyl Alcohol | 2', 'Alcohol 96 | 10', 'Polysorbate 20 | 1.5', 'Aqua | 80'],
  ],
  [
    'a batch weighed in grams, the unit in a column: no percentage of anything',
    'Item\tDescription\tINCI\tQty\tUnit\n10\tWater\tAqua\t700\tg\n20\tGlycerol\tGlycerin\t50\tg\n30\tOil\tHelianthus Annuus Seed Oil\t250\tg',
    ['Aqua | ', 'Glycerin | ', 'Helianthus Annuus Seed Oil | '],
  ],
];

test.each(SHAPES)('%s', (_, text, lines) => {
  const { lines: read, unread, titles } = readPaste(text);
  expect(read.map(({ label, percent }) => `${label} | ${percent ?? ''}`)).toEqual(lines);
  // Nothing is lost: each line of the text ends somewhere.
  const told = [...read, ...unread, ...titles].map(({ source }) => source).join('\n');
  for (const line of text.split('\n').filter((one) => one.trim()))
    expect(told, line).toContain(line.trim().split(/[,(]/)[0]?.trim().slice(0, 12) ?? '');
});

test('a complement is not computed beside an amount that was not read, nor below zero', () => {
  const half = readPaste('Aqua q.s.p. 100\nGlycerin 60\nVeuillez selon le lot mettre 12 % de plus ou 15');
  expect(half.complement).toBeNull();
  expect(half.warnings.map(({ code }) => code)).toContain('GAP');
  const over = readPaste('Aqua q.s.p. 100\nGlycerin 60\nSqualane 50');
  expect([over.complement, over.warnings.map(({ code }) => code)]).toEqual([null, ['OVER_100']]);
  expect(readPaste('Aqua q.s.p. 100\nGlycerin 60\nSqualane 40').complement).toBe(0);
});

test.each([
  ['Aqua\t80\nGlycerin\t20\nTotal\t105', 1],
  ['Aqua\t80\nGlycerin\t20\nTotal\t100', 0],
  ['Aqua\t80\nGlycerin\t20\nTotal\t100,04 %', 0],
  ['Aqua\tqsp 100\nGlycerin\t20\nTotal\t100', 0],
  ['Aqua\t0,8\nGlycerin\t0,2\nTotal\t1', 0],
  ['A\nAqua\t80\nTotal\t80\nB\nGlycerin\t20\nTotal\t20', 0],
])('a total that is not that of the lines is told: %j', (text, told) => {
  const { warnings } = readPaste(text);
  expect(warnings.filter(({ code }) => code === 'TOTAL_OTHER')).toHaveLength(told);
});
