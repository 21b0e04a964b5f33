/**
 * Classes of contents that the label of a detergent names. Regulation (EC) 648/2004, annex VII, part A. One line a class; the
 * names are those of the wire and of the label.
 */
export const CONTENT_CLASSES = {
  phosphates: 'banded',
  phosphonates: 'banded',
  'agents de surface anioniques': 'banded',
  'agents de surface cationiques': 'banded',
  'agents de surface amphotères': 'banded',
  'agents de surface non ioniques': 'banded',
  'agents de blanchiment oxygénés': 'banded',
  'agents de blanchiment chlorés': 'banded',
  'EDTA et sels': 'banded',
  'NTA et sels': 'banded',
  'phénols et phénols halogénés': 'banded',
  paradichlorobenzène: 'banded',
  'hydrocarbures aromatiques': 'banded',
  'hydrocarbures aliphatiques': 'banded',
  'hydrocarbures halogénés': 'banded',
  savon: 'banded',
  zéolites: 'banded',
  polycarboxylates: 'banded',
  enzymes: 'any',
  désinfectants: 'any',
  'azurants optiques': 'any',
  parfums: 'any',
  'agents conservateurs': 'any',
} as const;
export type ContentClass = keyof typeof CONTENT_CLASSES;
export const CONTENT_CLASS_NAMES = Object.keys(CONTENT_CLASSES) as [ContentClass, ...ContentClass[]];
/** Somebody looked, and it is of none of them. */
export const NO_CONTENT_CLASS = 'aucune';
export const SAID_CLASSES = [...CONTENT_CLASS_NAMES, NO_CONTENT_CLASS] as const;
export type SaidClass = (typeof SAID_CLASSES)[number];

/** Those that biodegrade by annex III. Soap is an anionic surfactant, named apart. Article 2(6). */
const SURFACTANTS: readonly SaidClass[] = [
  'agents de surface anioniques',
  'agents de surface cationiques',
  'agents de surface amphotères',
  'agents de surface non ioniques',
  'savon',
];
export const isSurfactantClass = (classe: SaidClass): boolean => SURFACTANTS.includes(classe);

/** Named only above this share of the product, percent: 0,2 itself is not. Annex VII, part A, first list. */
export const NAMED_ABOVE = 0.2;
/** The bands, by their lower bounds in percent: a bound belongs to the band above. Annex VII, part A. */
export const BANDS = [
  { from: 30, label: '30\u00a0% et plus' },
  { from: 15, label: '15\u00a0% ou plus, mais moins de 30\u00a0%' },
  { from: 5, label: '5\u00a0% ou plus, mais moins de 15\u00a0%' },
  { from: 0, label: 'moins de 5\u00a0%' },
] as const;

/** Bands of the sheet for physicians, by their lower bounds in percent. Annex VII, part C. */
export const SHEET_BANDS = [
  { from: 10, label: '10\u00a0% ou plus' },
  { from: 1, label: '1\u00a0% à < 10\u00a0%' },
  { from: 0.1, label: '0,1\u00a0% à < 1\u00a0%' },
  { from: 0, label: '< 0,1\u00a0%' },
] as const;

/** Phosphorus in the recommended dose of the main cycle, in grams: below it, never at it. Annex VI a. */
export const PHOSPHORUS_LIMITS = { linge: 0.5, 'lave-vaisselle': 0.3 } as const;

/** Ultimate biodegradation in 28 days, percent: by mineralisation, or by dissolved organic carbon. Annex III, A and B. */
export const BIODEGRADATION = { mineralisation: 60, carbon: 70 } as const;
/**
 * Methods that follow dissolved organic carbon (annex III, B: C.4-A and C.4-B of Regulation (EC) 440/2008, EN ISO 7827, OECD 301 A
 * and 301 E): its threshold is another one.
 */
export const followsCarbon = (method: string | null): boolean =>
  /\b(?:COD|DOC)\b|carbone organique dissous|\b301[\s-]?(?:A|E)\b|\bC\.?\s?4[\s-]?(?:A|B)\b|\b7827\b|modified OECD screening|OCDE modifi/i.test(
    (method ?? '').slice(0, 500),
  );
