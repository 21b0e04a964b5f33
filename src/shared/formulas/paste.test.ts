import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameKey } from '../fields/name.ts';
import { type Pasted, readPaste } from './paste.read.ts';

const KNOWN = [
  'aqua',
  'glycerin',
  'parfum',
  'phenoxyethanol',
  'ethylhexylglycerin',
  'hydroxystearic, linolenic, oleic polyglycerides',
];
const read = (text: string): Pasted => readPaste(text, { isKnown: (name) => KNOWN.includes(nameKey(name)) });

/** « name | amount », as the corpus below says what is expected. */
const said = ({ lines }: Pasted): string[] =>
  lines.map(({ label, percent, percent_min, percent_max, qs }) => {
    const amount =
      qs !== 'none'
        ? `qs ${qs}`
        : percent !== null
          ? String(percent)
          : percent_max === null
            ? '?'
            : `${percent_min}-${percent_max}`;
    return `${label} | ${amount}`;
  });

/** Written by hand, as formulas are pasted in the trade: five languages, spreadsheets, letters, labels, data sheets. */
const CORPUS: Record<string, { text: string; lines: string[]; unread?: number }> = {
  'free lines with phases': {
    text: 'Phase A\nAqua q.s.p. 100\nGlycerin : 5,00 %\nXanthan Gum – 0,3%\nPhase huileuse (35 %)\nCaprylic/Capric Triglyceride 12.5\nTOTAL 100\npH 6',
    lines: ['Aqua | qs 100', 'Glycerin | 5', 'Xanthan Gum | 0.3', 'Caprylic/Capric Triglyceride | 12.5'],
  },
  'numbers inside of names': {
    text: 'C12-15 Alkyl Benzoate 8 %\nPEG-40 Hydrogenated Castor Oil 2,0\nCoco-Glucoside 4 %\n1,2-Hexanediol 1%\nCI 77891 0,5 %\nPolyquaternium-81 0.2\nUbiquinone (Q10) 0,01\nPolysorbate 20 2,5\nRed 33 Lake 0,02',
    lines: [
      'C12-15 Alkyl Benzoate | 8',
      'PEG-40 Hydrogenated Castor Oil | 2',
      'Coco-Glucoside | 4',
      '1,2-Hexanediol | 1',
      'CI 77891 | 0.5',
      'Polyquaternium-81 | 0.2',
      'Ubiquinone (Q10) | 0.01',
      'Polysorbate 20 | 2.5',
      'Red 33 Lake | 0.02',
    ],
  },
  'an amount before the name, a strength that is none': {
    text: '15% HV Macadamia\n10 % Citric Acid Solution\nGlycerin 5 %',
    lines: ['HV Macadamia | 15', '10 % Citric Acid Solution | ?', 'Glycerin | 5'],
  },
  'strengths before amounts without a sign': {
    text: 'Sodium Laureth Sulfate 70 % MA  12,0\nCocamidopropyl Betaine 30 %  8,0\nGlycerin 3,0\nSodium Chloride 1,5\nAqua 75',
    lines: [
      'Sodium Laureth Sulfate 70 % MA | 12',
      'Cocamidopropyl Betaine 30 % | 8',
      'Glycerin | 3',
      'Sodium Chloride | 1.5',
      'Aqua | 75',
    ],
  },
  'a spreadsheet with heads': {
    text: 'INCI\t%\tCAS\tFonction\nAqua\t72,40\t7732-18-5\tSolvant\nGlycerin\t5\t56-81-5\tHumectant\nParfum\tqs\t\tParfum\nTotal\t100',
    lines: ['Aqua | 72.4', 'Glycerin | 5', 'Parfum | qs other'],
  },
  'raw materials and their breakdown': {
    text: 'Matière première\tINCI\t% dans la MP\t% formule\nEau\tAqua\t100\t70\nOlivem 1000\tCetearyl Olivate\t60-70\t5\n\tSorbitan Olivate\t30-40\t\nEuxyl PE 9010\tPhenoxyethanol\t90\t1\n\tEthylhexylglycerin\t10\t',
    lines: ['Eau | 70', 'Olivem 1000 | 5', 'Euxyl PE 9010 | 1'],
  },
  'a label': {
    text: 'AQUA, GLYCERIN, CAPRYLIC/CAPRIC TRIGLYCERIDE, 1,2-HEXANEDIOL, PARFUM, LINALOOL. [+/- CI 77491, CI 77492]',
    lines: [
      'AQUA | ?',
      'GLYCERIN | ?',
      'CAPRYLIC/CAPRIC TRIGLYCERIDE | ?',
      '1,2-HEXANEDIOL | ?',
      'PARFUM | ?',
      'LINALOOL | ?',
      'CI 77491 | ?',
      'CI 77492 | ?',
    ],
  },
  'a label over several lines, with its footnotes': {
    text: 'Ingrédients : Aqua (Water), Aloe Barbadensis\nLeaf Juice*, Glycerin**, Parfum (Fragrance), Linalool.\n* issu de l’agriculture biologique',
    lines: [
      'Aqua (Water) | ?',
      'Aloe Barbadensis Leaf Juice | ?',
      'Glycerin | ?',
      'Parfum (Fragrance) | ?',
      'Linalool | ?',
    ],
    unread: 1,
  },
  'a letter': {
    text: 'Bonjour Claire,\n\nVoici la formule de la crème :\n\nEau déminéralisée 65,2 %\nGlycérine végétale 5 %\nHuile d’amande douce 12%\nParfum\n\nMerci de nous confirmer.\nCordialement,\nJean Dupont\nTél : 02 41 55 66 77',
    lines: ['Eau déminéralisée | 65.2', 'Glycérine végétale | 5', 'Huile d’amande douce | 12', 'Parfum | ?'],
    unread: 6,
  },
  'a letter with its heads': {
    text: 'De : Claire\nEnvoyé : lundi\nObjet : formule\n\nAqua = 80\nGlycerin = 20',
    lines: ['Aqua | 80', 'Glycerin | 20'],
    unread: 3,
  },
  'bars and ranges': {
    text: '| INCI | % w/w |\n|---|---|\n| Aqua | 60-80 |\n| Glycerin | < 1 |\n| Hydroxystearic, Linolenic, Oleic Polyglycerides | 3 |',
    lines: ['Aqua | 60-80', 'Glycerin | 0-1', 'Hydroxystearic, Linolenic, Oleic Polyglycerides | 3'],
  },
  ranks: { text: '1. Aqua 70\n2. Glycerin 20\n3. Parfum 10', lines: ['Aqua | 70', 'Glycerin | 20', 'Parfum | 10'] },
  'ranks without a point': {
    text: '1 Aqua 70\n2 Glycerin 20\n3 Parfum 9\n4 Tocopherol 1',
    lines: ['Aqua | 70', 'Glycerin | 20', 'Parfum | 9', 'Tocopherol | 1'],
  },
  'several trials': {
    text: 'Aqua    70    65\nGlycerin    20    25\nParfum    10    10',
    lines: ['Aqua | ?', 'Glycerin | ?', 'Parfum | ?'],
  },
  German: {
    text: 'Nr.\tRohstoff\tINCI\tGew.-%\n1\tWasser\tAqua\tad 100\n2\tGlycerin\tGlycerin\t3,0\nSumme\t\t\t100',
    lines: ['Aqua | qs 100', 'Glycerin | 3'],
  },
  'German, free': {
    text: 'Wasser ad 100\nGlycerin 5,0 %\nCitronensäure auf pH 5,5',
    lines: ['Wasser | qs 100', 'Glycerin | 5', 'Citronensäure | qs ph'],
  },
  Italian: {
    text: 'Fase A\nAcqua q.b. a 100\nGlicerina 3\nFase B\nOlio di mandorle 5',
    lines: ['Acqua | qs 100', 'Glicerina | 3', 'Olio di mandorle | 5'],
  },
  Spanish: {
    text: 'Nombre INCI;Cantidad (%);Función\nAqua;c.s.p. 100;Disolvente\nGlycerin;4,5;Humectante',
    lines: ['Aqua | qs 100', 'Glycerin | 4.5'],
  },
  grams: {
    text: 'Ingredient;Amount (g);Phase\nAqua;72,4;A\nGlycerin;5;A\nParfum;1;B',
    lines: ['Aqua | 72.4', 'Glycerin | 5', 'Parfum | 1'],
  },
  'leaders of dots': {
    text: 'Water................................up to 100\nDisodium EDTA ...................... 0.10\nEuxyl K 712 (Schülke) 1.0\nKeltrol CG-SFT (CP Kelco) 0.4 %\nSodium hydroxide sol. 20% to pH 5.5',
    lines: [
      'Water | qs 100',
      'Disodium EDTA | 0.1',
      'Euxyl K 712 (Schülke) | 1',
      'Keltrol CG-SFT (CP Kelco) | 0.4',
      'Sodium hydroxide sol. 20% | qs ph',
    ],
  },
  'brackets that are no amounts': {
    text: 'Sodium Hydroxide (10% sol.) 0,30\nCeteareth-20 1,5 %\nAlcohol Denat. 15 % vol 3,2\nTocopherol 0.00002\nSodium Benzoate, 0.5 %',
    lines: [
      'Sodium Hydroxide (10% sol.) | 0.3',
      'Ceteareth-20 | 1.5',
      'Alcohol Denat. 15 % vol | 3.2',
      'Tocopherol | 0.00002',
      'Sodium Benzoate | 0.5',
    ],
  },
  'a name on a line, its amount on the next': {
    text: 'Aqua\n72,4 %\nGlycerin\n5 %\nParfum\n1 %',
    lines: ['Aqua | 72.4', 'Glycerin | 5', 'Parfum | 1'],
  },
  'phases before names, shades after': {
    text: 'Phase A: Aqua 70 %\nPhase B: Glycerin 5 %\nMay contain:\nCI 77491, CI 77492, CI 77499',
    lines: ['Aqua | 70', 'Glycerin | 5', 'CI 77491 | ?', 'CI 77492 | ?', 'CI 77499 | ?'],
  },
  'all on one line': {
    text: 'Aqua 70 %, Glycerin 5 %, Parfum 1 %, Tocopherol 0,5 %',
    lines: ['Aqua | 70', 'Glycerin | 5', 'Parfum | 1', 'Tocopherol | 0.5'],
  },
  bullets: {
    text: '- Glycerin: 5%\n- Aqua: 94%\n• Xanthan gum : 1 %',
    lines: ['Glycerin | 5', 'Aqua | 94', 'Xanthan gum | 1'],
  },
  'names alone': {
    text: 'Aqua\nGlycerin\nParfum\nLinalool',
    lines: ['Aqua | ?', 'Glycerin | ?', 'Parfum | ?', 'Linalool | ?'],
  },
  'names alone that end with numbers': {
    text: 'C12-15 Alkyl Benzoate\nPEG-40\nPolysorbate 20\nCI 77891',
    lines: ['C12-15 Alkyl Benzoate | ?', 'PEG-40 | ?', 'Polysorbate 20 | ?', 'CI 77891 | ?'],
  },
  'a mixture': {
    text: 'INCI Name\tTrade name\tSupplier\tFunction\t% w/w\nAqua/Water/Eau\tDemin water\t-\tSolvent\t72.4\nCetearyl Alcohol (and) Ceteareth-20\tEmulgade\tBASF\tEmulsifier\t4',
    lines: ['Aqua/Water/Eau | 72.4', 'Cetearyl Alcohol (and) Ceteareth-20 | 4'],
  },
  'heads the other way round': {
    text: 'Qté (%) ; Nom\n5,5 ; Glycerin\n94,5 ; Aqua',
    lines: ['Glycerin | 5.5', 'Aqua | 94.5'],
  },
  'records over two lines': {
    text: 'Ingrédient (INCI) : Aqua\nPourcentage : 80 %\nIngrédient (INCI) : Glycerin\nPourcentage : 20 %',
    lines: ['Aqua | 80', 'Glycerin | 20'],
  },
  'several ingredients that nothing holds apart': {
    text: 'Aqua 72.5 Glycerin 5 Parfum 0.3\nTocopherol 1',
    lines: ['Tocopherol | 1'],
    unread: 1,
  },
  'a mark explained on the same line': {
    text: 'Hamamelis Virginiana Leaf Water*, Cetearyl Alcohol, Sodium PCA, Alpha-Isomethyl Ionone, Citral. *From organic farming',
    lines: [
      'Hamamelis Virginiana Leaf Water | ?',
      'Cetearyl Alcohol | ?',
      'Sodium PCA | ?',
      'Alpha-Isomethyl Ionone | ?',
      'Citral | ?',
    ],
    unread: 1,
  },
  'a spreadsheet of raw materials': {
    text: 'Ref\tPhase\tRaw material\tSupplier\tINCI EU\tCAS No\tFunction\t% w/w\nRM001\tA\tPurified water\t\tAqua\t7732-18-5\tSolvent\tq.s. to 100\nRM002\tA\tGlycerine 4810\tOleon\tGlycerin\t56-81-5\tHumectant\t4.00',
    lines: ['Aqua | qs 100', 'Glycerin | 4'],
  },
  'drops are no percentage': {
    text: 'A\nEau 60%\nCire émulsifiante n°2 5%\n\nB\nHE Lavande 10 gouttes\nTotal: 100%',
    lines: ['Eau | 60', 'Cire émulsifiante n°2 | 5', 'HE Lavande | ?'],
  },
  'a way of making': {
    text: 'Aqua 90 %\nGlycerin 10 %\nMélanger à 75 °C pendant 10 min.\nAjouter 5 % d’eau\nViscosité : 12 000 mPa.s\nRendement 98 %',
    lines: ['Aqua | 90', 'Glycerin | 10'],
    unread: 4,
  },
};

describe('the corpus of pastes', () => {
  for (const [name, { text, lines, unread = 0 }] of Object.entries(CORPUS))
    test(name, () => {
      const pasted = read(text);
      expect(said(pasted)).toEqual(lines);
      expect(pasted.unread.map(({ source }) => source)).toHaveLength(unread);
    });
  test('is of thirty', () => expect(Object.keys(CORPUS).length).toBeGreaterThanOrEqual(30));
});

test('the complement is computed when there is exactly one, and no range beside it', () => {
  expect(read('Aqua qsp 100\nGlycerin 5 %\nParfum 0,1 %')).toMatchObject({ total: 100, complement: 94.9 });
  expect(read('Aqua qsp 100\nEau qs to 100\nGlycerin 5 %')).toMatchObject({ complement: null });
  expect(read('Aqua qsp 100\nGlycerin 5-10 %')).toMatchObject({ complement: null });
});

test('grams are asked about, mixtures and ranges are told', () => {
  const codes = (text: string) => read(text).warnings.map(({ code }) => code);
  expect(codes('Aqua 90 g\nGlycerin 10 g')).toEqual(['UNIT_G']);
  expect(codes('Phenoxyethanol (and) Ethylhexylglycerin 1 %')).toEqual(['MIXTURE']);
  expect(codes('Aqua 60-80 %')).toEqual(['RANGE']);
});

const name = fc.constantFrom(
  'Aqua',
  'C12-15 Alkyl Benzoate',
  'PEG-40',
  '1,2-Hexanediol',
  'CI 77891',
  'Coco-Glucoside',
  'Parfum',
  'Phase A',
  'TOTAL',
  'Bonjour',
  'x',
);
const amount = fc.oneof(
  fc.double({ min: 0, max: 120, noNaN: true }).map((value) => String(value.toFixed(2))),
  fc.constantFrom('', 'qsp 100', 'qs', '5 %', '< 1', '60-80 %', '5 g', '12/03/2024'),
);
const separator = fc.constantFrom('\t', ' ; ', '  ', ' | ', ' ', ' : ', ' – ');
const anyText = fc.oneof(
  fc
    .array(fc.tuple(name, separator, amount), { maxLength: 20 })
    .map((rows) => rows.map((row) => row.join('')).join('\n')),
  fc.string({ maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
);

test('no source line is lost: each is in a line, not understood, or a title; reading twice gives the same', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const pasted = read(text);
      expect(read(text)).toEqual(pasted);
      const bare = (value: string): string => value.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
      const told = bare([...pasted.lines, ...pasted.titles, ...pasted.unread].map(({ source }) => source).join(' '));
      for (const line of text.split(/\r\n?|[\n\u2028\u2029\v\f]/))
        for (const word of line
          .replace(/[\u0000\ufeff]/g, '')
          .split(/[\s,;|•·"+/[\]().:±-]+/u)
          .map(bare))
          if (/\p{L}{3}/u.test(word)) expect(told).toContain(word);
    }),
    { numRuns: 400 },
  );
});

test('sums are exact, whatever the numbers', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 999_999 }), { minLength: 1, maxLength: 60 }), (millionths) => {
      const text = millionths.map((value) => `Aqua\t0,${String(value).padStart(6, '0')}`).join('\n');
      const sum = millionths.reduce((total, value) => total + value, 0);
      expect(Math.round(read(`INCI\t%\n${text}`).total * 1e6)).toBe(sum);
    }),
    { numRuns: 100 },
  );
});
