/**
 * Hazard classes of Regulation (EC) 1272/2008 that a cleaning product may have, and their categories. Annex I, parts 2 to 5. One
 * line a class; what a label says of each is in `clp.label.ts` and `clp.statements.ts`.
 */

interface ClassRow {
  /** In the order of severity, the gravest first. */
  readonly categories: readonly string[];
  /** As people say it. */
  readonly label: string;
  /** For health, physical or the environment: only the first two ask for a notification to poison centres (art. 45). */
  readonly of: 'santé' | 'physique' | 'environnement';
  /** A person concludes it, from a test mostly: nothing computes it. */
  readonly isConcluded?: true;
}

/** Effects on or through lactation: a category beside the others. */
export const LACTATION = 'lactation';
const TOX: readonly string[] = ['1', '2', '3', '4'];
const CMR: readonly string[] = ['1A', '1B', '1', '2'];
const SENS: readonly string[] = ['1A', '1', '1B'];

const PHYSICAL = { of: 'physique', isConcluded: true } as const;

const ROWS = {
  'Acute Tox. orale': { categories: TOX, label: 'Toxicité aiguë par voie orale', of: 'santé' },
  'Acute Tox. cutanee': { categories: TOX, label: 'Toxicité aiguë par voie cutanée', of: 'santé' },
  'Acute Tox. gaz': { categories: TOX, label: 'Toxicité aiguë par inhalation (gaz)', of: 'santé' },
  'Acute Tox. vapeurs': { categories: TOX, label: 'Toxicité aiguë par inhalation (vapeurs)', of: 'santé' },
  'Acute Tox. poussieres': {
    categories: TOX,
    label: 'Toxicité aiguë par inhalation (poussières, brouillards)',
    of: 'santé',
  },
  // « 1 » may be a 1A that nobody distinguished.
  'Skin Corr.': { categories: ['1A', '1', '1B', '1C'], label: 'Corrosion cutanée', of: 'santé' },
  'Skin Irrit.': { categories: ['2'], label: 'Irritation cutanée', of: 'santé' },
  'Eye Dam.': { categories: ['1'], label: 'Lésions oculaires graves', of: 'santé' },
  'Eye Irrit.': { categories: ['2'], label: 'Irritation oculaire', of: 'santé' },
  'Skin Sens.': { categories: SENS, label: 'Sensibilisation cutanée', of: 'santé' },
  'Resp. Sens.': { categories: SENS, label: 'Sensibilisation respiratoire', of: 'santé' },
  'Muta.': { categories: CMR, label: 'Mutagénicité', of: 'santé' },
  'Carc.': { categories: CMR, label: 'Cancérogénicité', of: 'santé' },
  'Repr.': { categories: [...CMR, LACTATION], label: 'Toxicité pour la reproduction', of: 'santé' },
  'STOT SE': { categories: ['1', '2', '3'], label: 'Toxicité pour certains organes, exposition unique', of: 'santé' },
  'STOT RE': { categories: ['1', '2'], label: 'Toxicité pour certains organes, exposition répétée', of: 'santé' },
  'Asp. Tox.': { categories: ['1'], label: 'Danger par aspiration', of: 'santé', isConcluded: true },
  'ED HH': { categories: ['1', '2'], label: 'Perturbation endocrinienne, santé humaine', of: 'santé' },
  'Flam. Gas': { categories: ['1A', '1', '1B', '2'], label: 'Gaz inflammable', ...PHYSICAL },
  Aerosol: { categories: ['1', '2', '3'], label: 'Aérosol', ...PHYSICAL },
  'Flam. Liq.': { categories: ['1', '2', '3'], label: 'Liquide inflammable', ...PHYSICAL },
  'Flam. Sol.': { categories: ['1', '2'], label: 'Matière solide inflammable', ...PHYSICAL },
  'Ox. Liq.': { categories: ['1', '2', '3'], label: 'Liquide comburant', ...PHYSICAL },
  'Ox. Sol.': { categories: ['1', '2', '3'], label: 'Matière solide comburante', ...PHYSICAL },
  'Met. Corr.': { categories: ['1'], label: 'Corrosif pour les métaux', ...PHYSICAL },
  'ED ENV': { categories: ['1', '2'], label: 'Perturbation endocrinienne, environnement', of: 'environnement' },
  Ozone: { categories: ['1'], label: 'Danger pour la couche d’ozone', of: 'environnement', isConcluded: true },
  'Aquatic Acute': { categories: ['1'], label: 'Danger aigu pour le milieu aquatique', of: 'environnement' },
  'Aquatic Chronic': {
    categories: ['1', '2', '3', '4'],
    label: 'Danger chronique pour le milieu aquatique',
    of: 'environnement',
  },
} as const satisfies Record<string, ClassRow>;
export type ClpClass = keyof typeof ROWS;
export const CLP_CLASSES: Readonly<Record<ClpClass, ClassRow>> = ROWS;
export const CLP_CLASS_NAMES = Object.keys(ROWS) as [ClpClass, ...ClpClass[]];

/** A class and its category, as a person or the calculation gives them. */
export interface Classified {
  classe: ClpClass;
  categorie: string;
}

export const isCategoryOf = (classe: ClpClass, categorie: string): boolean =>
  CLP_CLASSES[classe].categories.includes(categorie);

/** « Skin Corr. 1A ». */
/** Every class with each of its categories. */
export const EVERY_CLASS: readonly Classified[] = CLP_CLASS_NAMES.flatMap((classe) =>
  CLP_CLASSES[classe].categories.map((categorie) => ({ classe, categorie })),
);

/** Whether a class is one that article 15 of Regulation (EC) 1223/2009 forbids, but for its exceptions. */
export const isCmr = ({ classe, categorie }: Classified): boolean =>
  ['Muta.', 'Carc.', 'Repr.'].includes(classe) && categorie !== LACTATION;

export const printClass = ({ classe, categorie }: Classified): string => `${printClassName(classe)} ${categorie}`;
/** The name of a class with its accents, which the API leaves out. */
export const printClassName = (classe: ClpClass): string =>
  classe.replace('cutanee', 'cutanée').replace('poussieres', 'poussières');

/** Which of two categories of one class is the graver: below zero when `a` is. */
const rank = (classe: ClpClass, categorie: string): number => {
  const at = CLP_CLASSES[classe].categories.indexOf(categorie);
  // « 1 » covers 1A, 1B and 1C: said in its place, it is not less.
  return categorie === '1' && ['Skin Corr.', 'Skin Sens.', 'Resp. Sens.', 'Muta.', 'Carc.', 'Repr.'].includes(classe)
    ? 0
    : at;
};

/** A graver class that says at least what a lesser one does. Annex I, tables 3.2.3 and 3.3.3. */
const COVERED_BY: Readonly<Partial<Record<ClpClass, ClpClass>>> = {
  'Skin Irrit.': 'Skin Corr.',
  'Eye Irrit.': 'Eye Dam.',
};

/** Whether what is concluded says at least this class, at this category. */
export const isCovered = ({ classe, categorie }: Classified, by: readonly Classified[]): boolean =>
  by.some(
    (one) =>
      (one.classe === classe &&
        // Effects on or through breast milk are told beside the other categories, never by them. Annex I, 3.7.2.
        (categorie === LACTATION || one.categorie === LACTATION
          ? one.categorie === categorie
          : rank(classe, one.categorie) <= rank(classe, categorie))) ||
      COVERED_BY[classe] === one.classe,
  );

/** Whether a mixture sensitises by itself. */
export const sensitises = (classes: readonly Classified[]): boolean =>
  classes.some(({ classe }) => classe === 'Skin Sens.' || classe === 'Resp. Sens.');

/** Whether one of them asks for a UFI and a notification: article 45 and annex VIII. */
export const isNotified = (classes: readonly Classified[]): boolean =>
  classes.some(({ classe }) => CLP_CLASSES[classe].of !== 'environnement');
