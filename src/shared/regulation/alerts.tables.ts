/** What the alerts are about, a row each. */

/**
 * Substances that release formaldehyde, as the INCI list writes them, with their CAS number. Source: entries of Annex V whose
 * opinions say so (SCCS/1632/21).
 */
export const RELEASERS = [
  { name: 'dmdm hydantoin', cas: '6440-58-0' },
  { name: 'imidazolidinyl urea', cas: '39236-46-9' },
  { name: 'diazolidinyl urea', cas: '78491-02-8' },
  { name: 'quaternium-15', cas: '4080-31-3' },
  { name: 'quaternium-15', cas: '51229-78-8' },
  { name: 'sodium hydroxymethylglycinate', cas: '70161-44-3' },
  { name: '2-bromo-2-nitropropane-1,3-diol', cas: '52-51-7' },
  { name: 'bronopol', cas: '52-51-7' },
  { name: '5-bromo-5-nitro-1,3-dioxane', cas: '30007-47-7' },
  { name: 'methenamine', cas: '100-97-0' },
  { name: 'benzylhemiformal', cas: '14548-60-8' },
  { name: '7-ethylbicyclooxazolidine', cas: '7747-35-5' },
  { name: 'polyoxymethylene urea', cas: '68611-64-3' },
] as const;

interface Plant {
  /** How the INCI name begins, folded. */
  begins: string;
  /** Of a genus, the species that count: one of the three words behind it. */
  species?: readonly string[];
  /** An INCI name of it. */
  example: string;
}

/**
 * Plants in whose oils and extracts furocoumarins are found. Source: SCCP/0942/05, « Furocoumarins in cosmetic products », and the
 * IFRA standard « Citrus oils and other furocoumarins-containing essential oils ».
 */
export const PHOTOTOXIC: readonly Plant[] = [
  {
    begins: 'citrus',
    species: [
      'amara',
      'aurantifolia',
      'bergamia',
      'grandis',
      'hystrix',
      'latifolia',
      'limon',
      'limonum',
      'medica',
      'nobilis',
      'paradisi',
      'reticulata',
      'sinensis',
    ],
    example: 'Citrus Aurantium Bergamia Fruit Oil',
  },
  { begins: 'citrus aurantium', example: 'Citrus Aurantium Dulcis Peel Oil' },
  { begins: 'angelica archangelica', example: 'Angelica Archangelica Root Oil' },
  { begins: 'ruta graveolens', example: 'Ruta Graveolens Leaf Oil' },
  { begins: 'cuminum cyminum', example: 'Cuminum Cyminum Seed Oil' },
  { begins: 'tagetes', example: 'Tagetes Minuta Flower Oil' },
  { begins: 'ficus carica', example: 'Ficus Carica Leaf Absolute' },
  { begins: 'lippia citriodora', example: 'Lippia Citriodora Leaf Oil' },
  { begins: 'apium graveolens', example: 'Apium Graveolens Seed Oil' },
  { begins: 'petroselinum', example: 'Petroselinum Sativum Seed Oil' },
  { begins: 'heracleum', example: 'Heracleum Sphondylium Extract' },
  { begins: 'psoralea', example: 'Psoralea Corylifolia Seed Extract' },
  { begins: 'ammi majus', example: 'Ammi Majus Fruit Extract' },
  { begins: 'commiphora erythr', example: 'Commiphora Erythraea Glabrescens Gum Oil' },
  { begins: 'opoponax', example: 'Opoponax Chironium Resin' },
];

/** Whether a folded INCI name is that of one of them. */
export const isPhototoxic = (key: string): boolean =>
  PHOTOTOXIC.some(({ begins, species }) => {
    const next = key.charAt(begins.length);
    if (!key.startsWith(begins) || (species && next !== ' ')) return false;
    const words = key.slice(begins.length + 1, begins.length + 100).split(/[^a-z]+/);
    return !species || words.slice(0, 3).some((word) => species.includes(word));
  });
