/**
 * The fragrance allergens that a label names, each at the name by which Annex III wants it « indicated ». Several names and
 * CAS numbers under one entry add up (Rose Ketones, Pinene, Lavandula Oil/Extract).
 *
 * Source: Regulation (EC) 1223/2009, Annex III, as amended by Regulation (EU) 2023/1545 and corrigendum OJ L 2025/90876;
 * Commission's CosIng export of 18/06/2026. Thresholds in the finished product: 0,001 % leave-on, 0,01 % rinse-off.
 */
export interface FragranceAllergen {
  /** Its number in Annex III. */
  entry: number;
  /** As the label says it. */
  name: string;
  /** Other names of what counts under it. */
  members: readonly string[];
  cas: readonly string[];
}

/** In millionths of a percent: strictly above, the label names it. Annex III, column « Other ». */
export const ALLERGEN_THRESHOLD = { leave_on: 1_000, rinse_off: 10_000 } as const;

/** Placed on the market from this day on, a product names all of them. Regulation (EU) 2023/1545, article 1 and annex. */
export const ALL_ALLERGENS_FROM = '2026-08-01';
/** What was placed before may be made available until this day with the first 24 names. Same source. */
export const FIRST_ALLERGENS_UNTIL = '2028-07-31';

/** The entries that labels named before Regulation (EU) 2023/1545. */
const FIRST = new Set([45, 67, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 80, 81, 82, 84, 85, 86, 87, 88, 89, 90, 91, 92]);
export const isFirstAllergen = ({ entry }: FragranceAllergen): boolean => FIRST.has(entry);

type Row = readonly [entry: number, name: string, members: string, cas: string];

const ROWS: readonly Row[] = [
  [45, 'Benzyl Alcohol', '', '100-51-6'],
  [46, '6-Methylcoumarin', '6-Methyl Coumarin', '92-48-8'],
  [67, 'Amyl cinnamal', '', '122-40-7'],
  [69, 'Cinnamyl alcohol', '', '104-54-1'],
  [70, 'Citral', 'Geranial; Neral', '5392-40-5 141-27-5 106-26-3'],
  [71, 'Eugenol', '', '97-53-0'],
  [72, 'Hydroxycitronellal', '', '107-75-5'],
  [73, 'Isoeugenol', '', '97-54-1 5932-68-3 5912-86-7'],
  [74, 'Amylcinnamyl alcohol', '', '101-85-9'],
  [75, 'Benzyl salicylate', '', '118-58-1'],
  [76, 'Cinnamal', '', '104-55-2'],
  [77, 'Coumarin', '', '91-64-5'],
  [78, 'Geraniol', '', '106-24-1'],
  [80, 'Anise Alcohol', '', '105-13-5'],
  [81, 'Benzyl cinnamate', '', '103-41-3'],
  [82, 'Farnesol', '', '4602-84-0'],
  [84, 'Linalool', '', '78-70-6'],
  [85, 'Benzyl benzoate', '', '120-51-4'],
  [86, 'Citronellol', '', '106-22-9 26489-01-0 1117-61-9 7540-51-4'],
  [87, 'Hexyl Cinnamal', '', '101-86-0'],
  [
    88,
    'Limonene',
    '1-Methyl-4-Methylvinyl-Cyclohexene; d-Limonene; l-Limonene; dl-Limonene; Dipentene',
    '138-86-3 7705-14-8 5989-27-5 5989-54-8',
  ],
  [89, 'Methyl 2-Octynoate', '', '111-12-6'],
  [90, 'Alpha-Isomethyl Ionone', '', '127-51-5'],
  [91, 'Evernia Prunastri Extract', 'Evernia Prunastri Lichen Extract', '90028-68-5'],
  [92, 'Evernia Furfuracea Extract', 'Evernia Furfuracea Lichen Extract', '90028-67-4'],
  [109, 'Pinus Mugo', 'Pinus Mugo Leaf Oil; Pinus Mugo Twig Leaf Extract; Pinus Mugo Twig Oil', '90082-72-7'],
  [
    114,
    'Pinus Pumila',
    'Pinus Pumila Needle Extract; Pinus Pumila Twig Leaf Extract; Pinus Pumila Twig Leaf Oil',
    '97676-05-6',
  ],
  [
    122,
    'Cedrus Atlantica Oil/Extract',
    'Cedrus Atlantica Bark Extract; Cedrus Atlantica Bark Oil; Cedrus Atlantica Bark Water; Cedrus Atlantica Leaf Extract; Cedrus Atlantica Wood Extract; Cedrus Atlantica Wood Oil',
    '92201-55-3 8023-85-6',
  ],
  [124, 'Turpentine', '', '9005-90-7 8006-64-2 8052-14-0'],
  [131, 'Alpha-Terpinene', '', '99-86-5'],
  [133, 'Terpinolene', '', '586-62-9'],
  [
    154,
    'Myroxylon Pereirae Oil/Extract',
    'Myroxylon Balsamum Pereirae Balsam Extract; Myroxylon Balsamum Pereirae Balsam Oil; Myroxylon Pereirae Oil; Myroxylon Pereirae Resin Extract; Myroxylon Pereirae Resin',
    '8007-00-9',
  ],
  [
    157,
    'Rose Ketones',
    'Alpha-Damascone; cis-Rose ketone 1; trans-Rose ketone 1; Rose ketone 4; Damascone; Rose ketone 3; delta-Damascone; trans-Rose ketone 3; cis-Rose ketone 2; cis-beta-Damascone; trans-Rose ketone 2; trans-beta-Damascone',
    '43052-87-5 23726-94-5 24720-09-0 23696-85-7 57378-68-4 71048-82-3 23726-92-3 23726-91-2',
  ],
  [175, '3-Propylidenephthalide', '', '17369-59-4'],
  [196, 'Lippia citriodora absolute', '', '8024-12-2 85116-63-8'],
  [324, 'Methyl Salicylate', '', '119-36-8'],
  [327, 'Acetyl Cedrene', '', '32388-55-9'],
  [328, 'Amyl Salicylate', '', '2050-08-0'],
  [329, 'Anethole', 'trans-Anethole', '104-46-1 4180-23-8'],
  [330, 'Benzaldehyde', '', '100-52-7'],
  [331, 'Camphor', 'd-Camphor; dl-Camphor', '76-22-2 21368-68-3 464-49-3 464-48-2'],
  [332, 'Beta-Caryophyllene', '', '87-44-5'],
  [333, 'Carvone', 'd-Carvone; l-Carvone', '99-49-0 6485-40-1 2244-16-8'],
  [334, 'Dimethyl Phenethyl Acetate', '', '151-05-3'],
  [335, 'Hexadecanolactone', '', '109-29-5'],
  [336, 'Hexamethylindanopyran', '', '1222-05-5'],
  [337, 'Linalyl Acetate', '', '115-95-7'],
  [338, 'Menthol', 'l-Menthol; dl-Menthol', '89-78-1 1490-04-6 2216-51-5 15356-60-2'],
  [339, 'Trimethylcyclopentenyl Methylisopentenol', '', '67801-20-1'],
  [340, 'Salicylaldehyde', '', '90-02-8'],
  [341, 'Santalol', 'alpha-Santalol; beta-Santalol', '11031-45-1 115-71-9 77-42-9'],
  [342, 'Sclareol', '', '515-03-7'],
  [343, 'Terpineol', 'alpha-Terpineol', '8000-41-7 98-55-5 138-87-4 586-81-2'],
  [344, 'Tetramethyl acetyloctahydronaphthalenes', '', '54464-57-2 54464-59-4 68155-66-8 68155-67-9'],
  [345, 'Trimethylbenzenepropanol', '', '103694-68-4'],
  [346, 'Vanillin', '', '121-33-5'],
  [
    347,
    'Cananga Odorata Oil/Extract',
    'Cananga Odorata Flower Extract; Cananga Odorata Flower Oil',
    '83863-30-3 8006-81-3 68606-83-7 93686-30-7',
  ],
  [348, 'Cinnamomum Cassia Leaf Oil', '', '8007-80-5 84961-46-6'],
  [349, 'Cinnamomum Zeylanicum Bark Oil', '', '8015-91-6 84649-98-9'],
  [
    350,
    'Citrus Aurantium Flower Oil',
    'Citrus Aurantium Amara Flower Oil; Citrus Aurantium Dulcis Flower Oil',
    '72968-50-4 8028-48-6 8016-38-4',
  ],
  [
    351,
    'Citrus Aurantium Peel Oil',
    'Citrus Aurantium Amara Peel Oil; Citrus Aurantium Dulcis Peel Oil; Citrus Sinensis Peel Oil',
    '68916-04-1 72968-50-4 97766-30-8 8028-48-6 8008-57-9',
  ],
  [352, 'Citrus Aurantium Bergamia Peel Oil', '', '8007-75-8 89957-91-5 68648-33-9 85049-52-1'],
  [353, 'Citrus Limon Peel Oil', '', ''],
  [
    354,
    'Lemongrass Oil',
    'Cymbopogon Schoenanthus Oil; Cymbopogon Flexuosus Oil; Cymbopogon Citratus Leaf Oil',
    '8007-02-1 89998-16-3 91844-92-7',
  ],
  [
    355,
    'Eucalyptus Globulus Oil',
    'Eucalyptus Globulus Leaf Oil; Eucalyptus Globulus Leaf/Twig Oil',
    '97926-40-4 8000-48-4',
  ],
  [
    356,
    'Eugenia Caryophyllus Oil',
    'Eugenia Caryophyllus Leaf Oil; Eugenia Caryophyllus Flower Oil; Eugenia Caryophyllus Stem oil; Eugenia Caryophyllus Bud oil',
    '8000-34-8 8015-97-2 84961-50-2',
  ],
  [
    357,
    'Jasmine Oil/Extract',
    'Jasminum Grandiflorum Flower Extract; Jasminum Officinale Oil; Jasminum Officinale Flower Extract',
    '84776-64-7 90045-94-6 8022-96-6 8024-43-9',
  ],
  [358, 'Juniperus Virginiana Oil', 'Juniperus Virginiana Wood Oil', '8000-27-9 85085-41-2'],
  [359, 'Laurus Nobilis Leaf Oil', '', '8002-41-3 8007-48-5 84603-73-6'],
  [
    360,
    'Lavandula Oil/Extract',
    'Lavandula Hybrida Oil; Lavandula Hybrida Extract; Lavandula Hybrida Flower Extract; Lavandula Intermedia Flower/Leaf/Stem Extract; Lavandula Intermedia Flower/Leaf/Stem Oil; Lavandula Intermedia Oil; Lavandula Angustifolia Oil; Lavandula Angustifolia Flower/Leaf/Stem Extract; Lavandula Intermedia Extract; Lavandula Angustifolia Extract',
    '91722-69-9 8022-15-9 93455-96-0 93455-97-1 92623-76-2 84776-65-8 8000-28-0 90063-37-9',
  ],
  [361, 'Mentha Piperita Oil', '', '8006-90-4 84082-70-2'],
  [362, 'Mentha Viridis Leaf Oil', '', '8008-79-5 84696-51-5'],
  [
    363,
    'Narcissus Extract',
    'Narcissus Poeticus Extract; Narcissus Pseudonarcissus Flower Extract; Narcissus Jonquilla Extract; Narcissus Tazetta Extract',
    '90064-26-9 68917-12-4 90064-27-0 90064-25-8',
  ],
  [
    364,
    'Pelargonium Graveolens Flower Oil',
    'Pelargonium Graveolens Oil; Pelargonium Graveolens Leaf Oil',
    '90082-51-2 8000-46-2',
  ],
  [365, 'Pogostemon Cablin Oil', '', '8014-09-3 84238-39-1'],
  [
    366,
    'Rose Flower Oil/Extract',
    'Rosa Damascena Flower Oil; Rosa Damascena Flower Extract; Rosa Alba Flower Oil; Rosa Alba Flower Extract; Rosa Canina Flower Oil; Rosa Centifolia Flower Oil; Rosa Centifolia Flower Extract; Rosa Gallica Flower Oil; Rosa Moschata Flower Oil; Rosa Rugosa Flower Oil; Rosa Moschata Oil',
    '8007-01-0 90106-38-0 93334-48-6 84696-47-9 84604-12-6 84604-13-7 92347-25-6',
  ],
  [367, 'Santalum Album Oil', '', '8006-87-9 84787-70-2'],
  [368, 'Eugenyl Acetate', '', '93-28-7'],
  [369, 'Geranyl Acetate', '', '105-87-3'],
  [370, 'Isoeugenyl Acetate', '', '93-29-8'],
  [371, 'Pinene', 'alpha-Pinene; beta-Pinene', '80-56-8 7785-70-8 127-91-3 18172-67-3'],
];

const listed = (text: string, separator: string): string[] => (text === '' ? [] : text.split(separator));

export const FRAGRANCE_ALLERGENS: readonly FragranceAllergen[] = ROWS.map(([entry, name, members, cas]) => ({
  entry,
  name,
  members: listed(members, '; '),
  cas: listed(cas, ' '),
}));
