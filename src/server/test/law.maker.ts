import type { Annex } from '#shared/regulation/export.read.ts';

/** Exports of annexes in the shape of the Commission's, their rows written by hand. */

const HEADS: Record<'II' | 'IV' | 'others', string[]> = {
  II: [
    'Reference Number',
    'Chemical name / INN',
    'CAS Number',
    'EC Number',
    'Regulation',
    'Other Directives/Regulations',
    'SCCS opinions',
    'Chemical/IUPAC Name',
    'Identified INGREDIENTS or substances e.g.',
    'CMR',
    'Update Date',
  ],
  IV: [
    'Reference Number',
    'Chemical name',
    'Colour index Number / Name of Common Ingredients Glossary',
    'CAS Number',
    'EC Number',
    'Color',
    'Product Type, body parts',
    'Maximum concentration in ready for use preparation',
    'Other',
    'Wording of conditions of use and warnings',
    'Regulation',
    'Other Directives/Regulations',
    'SCCS opinions',
    'Chemical/IUPAC Name',
    'Identified INGREDIENTS or substances e.g.',
    'CMR',
    'Update Date',
  ],
  others: [
    'Reference Number',
    'Chemical name / INN',
    'Name of Common Ingredients Glossary',
    'CAS Number',
    'EC Number',
    'Product Type, body parts',
    'Maximum concentration in ready for use preparation',
    'Other',
    'Wording of conditions of use and warnings',
    'Regulation',
    'Other Directives/Regulations',
    'SCCS opinions',
    'Chemical/IUPAC Name',
    'Identified INGREDIENTS or substances e.g.',
    'CMR',
    'Update Date',
  ],
};

export interface LawRow {
  ref: string;
  name: string;
  glossary?: string;
  cas?: string;
  ec?: string;
  product?: string;
  limit?: string;
  other?: string;
  wording?: string;
  regulation?: string;
  identified?: string;
}

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export function lawFile(annex: Annex, rows: readonly LawRow[], lastUpdate = '17/06/2026'): Buffer {
  const head = annex === 'II' || annex === 'IV' ? HEADS[annex] : HEADS.others;
  const lines = rows.map(
    ({
      ref,
      name,
      glossary = '',
      cas = '-',
      ec = '-',
      product = '',
      limit = '',
      other = '',
      wording = '',
      regulation = '(EC) 2009/1223',
      identified = '',
    }) => {
      const tail = [regulation, '', '', '', identified, '', '01/01/2026'];
      if (annex === 'II') return [ref, name, cas, ec, ...tail];
      // Annex IV is published one column too far to the right.
      if (annex === 'IV') return [ref, name, glossary, cas, ec, 'Red', '', product, limit, other, ...tail];
      return [ref, name, glossary, cas, ec, product, limit, other, wording, ...tail];
    },
  );
  const text = [
    '"File creation date: 18/06/2026"',
    `"ANNEX ${annex}","Last update: ${lastUpdate}"`,
    '"LIST OF SUBSTANCES"',
    '"Substance identification",Conditions',
    ...[head, ...lines].map((cells) => cells.map(quoted).join(',')),
  ].join('\n');
  return Buffer.from(`\ufeff${text}\n`);
}

/** A small law that has one row of each shape. */
export const SMALL_LAW: Record<Annex, LawRow[]> = {
  II: [
    { ref: '1577', name: 'Formaldehyde', cas: '50-00-0', ec: '200-001-8' },
    {
      ref: '1339',
      name: '1,4-Dihydroxybenzene (Hydroquinone), with the exception of entry 14 in Annex III',
      cas: '123-31-9',
    },
    {
      ref: '1136',
      name: 'Exudation of Myroxylon pereirae (Peru balsam, crude); when used as a fragrance ingredient',
      cas: '8007-00-9',
    },
    {
      ref: '450',
      name: 'Verbena essential oils (Lippia citriodora Kunth.) and derivatives other than absolute when used as a fragrance ingredient',
      cas: '8024-12-2',
      identified: 'LIPPIA CITRIODORA OIL,LIPPIA CITRIODORA LEAF/FLOWER OIL',
    },
    {
      ref: '358',
      name: 'Furocoumarines (e.g. trioxysalen (INN), 8-methoxypsoralen) except for normal content in natural essences used. In sun protection and in bronzing products, furocoumarines shall be below 1 mg/kg',
      cas: '298-81-7',
      identified: 'CITRUS LIMON PEEL OIL,CITRUS AURANTIFOLIA JUICE',
    },
    { ref: '289', name: 'Lead and its compounds', cas: '7439-92-1' },
    { ref: '672', name: 'Moved or deleted', cas: '110-49-6' },
    { ref: '1680', name: 'Bis(α,α-dimethylbenzyl) peroxide', cas: '80-43-' },
    { ref: '1767', name: 'Triphenyl Phosphate', cas: '115-86-6', ec: '204-112-2', regulation: '(EU) 2026/909' },
    {
      ref: '1345',
      name: 'Pigment Red 4 and its salts when used as a substance in hair dye products',
      cas: '2814-77-9',
    },
  ],
  III: [
    {
      ref: '98',
      name: 'Benzoic acid, 2-hydroxy-',
      glossary: 'SALICYLIC ACID',
      cas: '69-72-7',
      product:
        '(a) Rinse-off hair products\n\n(b) Other products except body lotion, eye shadow, mascara, eyeliner, lipstick, roll-on deodorant\n\n(c) Body lotion, eye shadow, mascara, eyeliner, lipstick, roll-on deodorant',
      limit: '(a) 3.0%\n\n(b) 2.0%\n\n(c) 0.5%\n',
      other:
        '(a) (b) (c)\n\nNot to be used in preparations for children under 3 years of age. Not to be used in oral products. For purposes other than inhibiting the development of micro-organisms in the product.',
    },
    {
      ref: '353',
      name: 'Citrus limon oil',
      glossary: 'Citrus Limon Peel Oil',
      cas: '84929-31-7/ 8008-56-8',
    },
    {
      ref: '380',
      name: 'Hexyl salicylate',
      glossary: 'Hexyl Salicylate',
      cas: '6259-76-3',
      product:
        '(a) All rinse-off products (except shower gel and shampoo intended for children below 3 years of age)\n(b) All leave-on products (except face cream and fragrance products intended for children below 3 years of age)\n(c) Face cream and fragrance products intended for children below 3 years of age',
      limit: '(a) 0,5 %\n(b) 0,3 %\n(c) 0,1 %',
    },
    {
      ref: '313',
      name: 'Ethyl methacrylate',
      glossary: 'Ethyl Methacrylate',
      cas: '97-63-2',
      product: 'Nail products',
      other: 'Professional use',
    },
    {
      ref: '14',
      name: 'Hydroquinone',
      glossary: 'HYDROQUINONE',
      cas: '123-31-9',
      product: 'Artificial nail systems',
      limit: '0.02% (after mixing for use)',
      other: 'Professional use',
    },
    { ref: '196', name: 'Verbena absolute', glossary: 'Lippia citriodora absolute', cas: '8024-12-2', limit: '0.2%' },
    {
      ref: '196',
      name: 'HC Blue No 11',
      glossary: 'HC BLUE NO. 11',
      cas: '23920-15-2',
      product: 'Hair dye substance in non-oxidative hair dye products',
      limit: '2.0%',
    },
    {
      ref: '235',
      name: '3-Methylamino-4-nitrophenoxyethanol',
      glossary: '3-METHYLAMINO-4-NITROPHENOXYETHANOL',
      cas: '59820-63-2',
      product: 'Hair dye substance in non-oxidative hair dye products',
      limit: '0 15%',
    },
    {
      ref: '84',
      name: '1,6-Octadien-3-ol, 3,7-dimethyl-',
      glossary: 'Linalool',
      cas: '78-70-6',
      other:
        'The presence of the substance must be indicated in the list of ingredients referred to in Article 19(1)g when its concentration exceeds: \n- 0.001% in leave-on products\n- 0.01% in rinse-off products',
    },
  ],
  IV: [
    { ref: '1', name: 'Sodium tris ferrate', glossary: 'CI 10006', cas: '16143-80-9', product: 'Rinse-off product' },
    {
      ref: '9',
      name: '1-[(2-Chloro-4-nitrophenyl)azo]-2-naphthol',
      glossary: 'CI 12085',
      cas: '2814-77-9',
      limit: '3%',
    },
  ],
  V: [
    {
      ref: '33',
      name: '1,3-Bis(hydroxymethyl)-5,5-dimethylimidazolidine-2,4-dione',
      glossary: 'DMDM HYDANTOIN',
      cas: '6440-58-0',
      limit: '0.6%',
    },
    {
      ref: '60',
      name: '3-Hydroxy-4-ethoxyphenylbutanone',
      glossary: 'HYDROXYETHOXYPHENYL BUTANONE',
      cas: '569646-79-3',
      product:
        'Allowed for use as a preservative in rinse off, oral care and leave-on cosmetic products at a maximum concentration of 0,7 %.',
      limit: '0.7 %',
    },
    {
      ref: '1',
      name: 'Benzoic acid and its sodium salt',
      glossary: 'BENZOIC ACID; SODIUM BENZOATE',
      cas: '65-85-0 / 532-32-1',
      product: 'a) Rinse-off products, except oral care products\nb) Oral care products\nc) Leave-on products',
      limit: 'a) 2.5% (acid)\nb) 1.7% (acid)\nc) 0.5% (acid)\n',
    },
    {
      ref: '3',
      name: 'Salicylic acid and its salts',
      glossary: 'SALICYLIC ACID, CALCIUM SALICYLATE, SODIUM SALICYLATE',
      cas: '69-72-7[1]/ 824-35-1[2]/ 54-21-7[5]',
      limit: 'Salicylic acid: 0,5 % (acid)\n\nSalicylic acid salts: 0,5 % (acid)\n\n',
      other:
        'Salicylic acid:\n\nNot to be used in products for children under 3 years of age.\nNot to be used in oral products.',
    },
    {
      ref: '12',
      name: '4-Hydroxybenzoic acid and its Methyl- and Ethyl-esters, and their salts',
      glossary: '4-HYDROXYBENZOIC ACID / METHYLPARABEN / ETHYLPARABEN',
      cas: '99-96-7 / 99-76-3 / 120-47-8',
      limit: '0,4% (as acid) for single ester\n0,8% (as acid) for mixtures of esters',
    },
    {
      ref: '12 a',
      name: 'Butyl 4-hydroxybenzoate and its salts Propyl 4-hydroxybenzoate and its salts',
      glossary: 'BUTYLPARABEN/PROPYLPARABEN',
      cas: '94-26-8/ 94-13-3',
      limit: '- 0,14% (as acid) for the sum of the individual concentrations',
    },
    {
      ref: '29',
      name: '2-Phenoxyethanol',
      glossary: 'PHENOXYETHANOL',
      cas: '122-99-6',
      limit: '1.0%',
      wording: 'Contains Phenoxyethanol',
    },
    {
      ref: '57',
      name: '2-Methyl-2H-isothiazol-3-one',
      glossary: 'METHYLISOTHIAZOLINONE',
      cas: '2682-20-4',
      limit: '0,0015 % Rinse-off products',
    },
    {
      ref: '52',
      name: 'Silver chloride deposited on titanium dioxide',
      glossary: 'SILVER CHLORIDE',
      cas: '7783-90-6',
      limit: '0.004% (as AgCl)',
      other:
        'Not to be used in products for children under 3 years of age, in oral products and in eye and lip products ',
    },
    {
      ref: '59',
      name: 'Citric acid and silver citrate',
      glossary: 'CITRIC ACID (AND) SILVER CITRATE',
      cas: '5949-29-1; 77-92-9; 36701-38-9',
      limit: '0,2% corresponding to 0,0024% of silver',
    },
    {
      ref: '13',
      name: '3-Acetyl-6-methylpyran-2,4(3H)-dione and its salts',
      glossary: 'Dehydroacetic acid / SODIUM DEHYDROACETATE',
      cas: '520-45-6 / 4418-26-2',
      limit: '0.6% (as acid)',
      other: 'Not to be used in aerosol dispensers (sprays)',
    },
  ],
  VI: [
    {
      ref: '3',
      name: 'Homosalate',
      glossary: 'HOMOSALATE',
      cas: '118-56-9',
      product: 'Face products with the exception of propellent spray products',
      limit: '7,34 %',
      other:
        'From 1 January 2025 cosmetic products containing that substance and not complying with the conditions shall not be placed on the Union market. From 1 July 2025 cosmetic products containing that substance and not complying with the conditions shall not be made available on the Union market.',
    },
    {
      ref: '30a',
      name: 'Zinc oxide (nano)',
      glossary: 'ZINC OXIDE (NANO)',
      cas: '1314-13-2',
      limit:
        '25% \n\n- In case of combined use of zinc oxide and zinc oxide (nano), the sum shall not exceed the limit of 25%',
      wording: "Not to be used in applications that may lead to exposure of the end-user's lungs by inhalation.",
    },
    {
      ref: '30',
      name: 'Zinc oxide',
      glossary: 'ZINC OXIDE',
      cas: '1314-13-2',
      limit:
        '- 25% \n\n- In case of combined use of zinc oxide and zinc oxide (nano), the sum shall not exceed the limit of 25%',
      wording: "Not to be used in applications that may lead to exposure of the end-user's lungs by inhalation.",
    },
  ],
};

/** What the law asks of a cream for the face of adults. */
export const CREAM = {
  category: 'crème visage',
  rinse: 'non_rince',
  zone: 'visage',
  population: 'adulte',
  spray: 'non',
  professional: false,
};

export const smallLawFiles = (): { name: string; bytes: Buffer; type: string }[] =>
  (Object.keys(SMALL_LAW) as Annex[]).map((annex) => ({
    name: `annexe-${annex}.csv`,
    type: 'text/csv',
    bytes: lawFile(annex, SMALL_LAW[annex]),
  }));
