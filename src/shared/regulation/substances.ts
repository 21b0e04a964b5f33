/** What the program knows of substances beside the annexes, each with its source. */

/** Names in French that formulas carry, and the name of the glossary. Source: European Pharmacopoeia, French names. */
export const SYNONYMS: readonly (readonly [string, string])[] = [
  ['phénoxyéthanol', 'phenoxyethanol'],
  ['2-phénoxyéthanol', 'phenoxyethanol'],
  ['alcool benzylique', 'benzyl alcohol'],
  ['acide salicylique', 'salicylic acid'],
  ['acide benzoïque', 'benzoic acid'],
  ['benzoate de sodium', 'sodium benzoate'],
  ['acide sorbique', 'sorbic acid'],
  ['sorbate de potassium', 'potassium sorbate'],
  ['acide déhydroacétique', 'dehydroacetic acid'],
  ['dioxyde de titane', 'titanium dioxide'],
  ['oxyde de titane', 'titanium dioxide'],
  ['oxyde de zinc', 'zinc oxide'],
  ['peroxyde d’hydrogène', 'hydrogen peroxide'],
  ['eau oxygénée', 'hydrogen peroxide'],
  ['formaldéhyde', 'formaldehyde'],
  ['formol', 'formaldehyde'],
  ['acide borique', 'boric acid'],
  ['acide thioglycolique', 'thioglycolic acid'],
  ['hydroxyde de sodium', 'sodium hydroxide'],
  ['salicylate de méthyle', 'methyl salicylate'],
  ['salicylate de benzyle', 'benzyl salicylate'],
];

interface Conversion {
  /** Molar masses (g/mol) of the substance, and of what the limit counts. */
  mass: number;
  of: number;
  basis: RegExp;
}

/**
 * Shares of acid and of retinol, by the molar masses of both. Source: IUPAC, standard atomic weights 2021 (abridged),
 * and the formulas of the substances.
 */
export const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  'sodium benzoate': { mass: 144.1, of: 122.12, basis: /acid/i },
  'potassium benzoate': { mass: 160.21, of: 122.12, basis: /acid/i },
  'potassium sorbate': { mass: 150.22, of: 112.13, basis: /acid/i },
  'sodium salicylate': { mass: 160.1, of: 138.12, basis: /acid/i },
  'potassium salicylate': { mass: 176.21, of: 138.12, basis: /acid/i },
  'magnesium salicylate': { mass: 298.53, of: 276.24, basis: /acid/i },
  'calcium salicylate': { mass: 314.3, of: 276.24, basis: /acid/i },
  methylparaben: { mass: 152.15, of: 138.12, basis: /acid/i },
  ethylparaben: { mass: 166.17, of: 138.12, basis: /acid/i },
  propylparaben: { mass: 180.2, of: 138.12, basis: /acid/i },
  butylparaben: { mass: 194.23, of: 138.12, basis: /acid/i },
  'sodium dehydroacetate': { mass: 190.13, of: 168.15, basis: /acid/i },
  'sodium fluoride': { mass: 41.99, of: 19, basis: /\bF\b/ },
  'potassium fluoride': { mass: 58.1, of: 19, basis: /\bF\b/ },
  'ammonium fluoride': { mass: 37.04, of: 19, basis: /\bF\b/ },
  'stannous fluoride': { mass: 156.71, of: 38, basis: /\bF\b/ },
  'sodium monofluorophosphate': { mass: 143.95, of: 19, basis: /\bF\b/ },
  'retinyl acetate': { mass: 328.49, of: 286.45, basis: /\bRE\b|retinol/i },
  'retinyl palmitate': { mass: 524.86, of: 286.45, basis: /\bRE\b|retinol/i },
};
/** The acid itself, and retinol, count whole. */
export const WHOLE_ACIDS = new Set([
  'benzoic acid',
  'sorbic acid',
  'salicylic acid',
  '4-hydroxybenzoic acid',
  'dehydroacetic acid',
  'propionic acid',
  'formic acid',
  'undecylenic acid',
  'retinol',
]);

/** Entries whose amounts are one sum. Source: the entries themselves, and Annex III/26 to 56 for fluorine. */
export const SUMS: readonly { name: string; keys: readonly string[] }[] = [
  { name: 'Parabènes (V/12 et V/12a)', keys: ['V/12', 'V/12a'] },
  { name: 'Salicylates (V/3 et III/98)', keys: ['V/3', 'III/98'] },
  { name: 'Dioxyde de titane (VI/27 et VI/27a)', keys: ['VI/27', 'VI/27a'] },
  { name: 'Oxyde de zinc (VI/30 et VI/30a)', keys: ['VI/30', 'VI/30a'] },
  {
    name: 'Bis-(Diethylaminohydroxybenzoyl Benzoyl) Piperazine (VI/33 et VI/34)',
    keys: ['VI/33', 'VI/34'],
  },
  { name: 'MBBT (VI/23 et VI/23a)', keys: ['VI/23', 'VI/23a'] },
  { name: 'Tagetes (III/308 et III/309)', keys: ['III/308', 'III/309'] },
  { name: 'Composés du mercure (V/16 et V/17)', keys: ['V/16', 'V/17'] },
  { name: 'Composés du strontium (III/57, 58, 63 et 64)', keys: ['III/57', 'III/58', 'III/63', 'III/64'] },
  {
    name: 'Composés du fluor (III/26 à 43, 47 et 56)',
    keys: [...Array.from({ length: 18 }, (_, index) => `III/${index + 26}`), 'III/47', 'III/56'],
  },
];
