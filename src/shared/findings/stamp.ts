/**
 * What an act stood on: a signature, a document, a sealed dossier. A part is one line here; what it is made of is one line of
 * `control/parts.ts`. Parts may overlap: the packaging is of the form too.
 */
export const PART_NAMES = [
  'fiche',
  'composition',
  'etiquette',
  'conditionnement',
  'usage',
  'fabrication',
  'responsable',
  'conformite',
  'toxicologie',
  'corpus',
  'marges',
  'evaluation',
  'nettoyage',
  'allegations',
  'pieces',
  'modele',
] as const;
export type Part = (typeof PART_NAMES)[number];

/** How people call each part. */
export const PART_LABELS: Readonly<Record<Part, string>> = {
  fiche: 'Fiche',
  composition: 'Composition',
  etiquette: 'Étiquette',
  conditionnement: 'Conditionnement',
  usage: 'Usage',
  fabrication: 'Fabrication',
  responsable: 'Responsable',
  conformite: 'Conformité',
  toxicologie: 'Toxicologie',
  corpus: 'Corpus réglementaire',
  marges: 'Marges',
  evaluation: 'Évaluation',
  nettoyage: 'Dossier de nettoyage',
  allegations: 'Allégations',
  pieces: 'Pièces',
  modele: 'Modèle',
};

/**
 * What else is kept of an act, for what a change asks to look at again (`control/impact.ts`): narrower than the parts, and
 * named to nobody.
 */
export const CAUSE_PARTS = [
  'cause:conditionnement',
  'cause:usage',
  'cause:fabrication',
  'cause:responsable',
  'cause:conservateurs',
  'cause:ph',
] as const;
export type CausePart = (typeof CAUSE_PARTS)[number];
export type StampPart = Part | CausePart;

/** SHA-256 by part. An act of an older release lacks some, or all. */
export type Stamp = Readonly<Partial<Record<StampPart, string>>>;

/** The parts that are no longer what they were. One that either side did not keep is never said to differ. */
export const changedSince = (stamp: Stamp, now: Stamp): Part[] =>
  PART_NAMES.filter((part) => stamp[part] !== undefined && now[part] !== undefined && stamp[part] !== now[part]);
