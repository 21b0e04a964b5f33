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
  ['phases between lines', 'Phase A\nAqua 80 %\nPhase B (huileuse)\nSqualane 20 %', ['Aqua | 80', 'Squalane | 20']],
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
