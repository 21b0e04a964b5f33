/**
 * What an act stood on: a signature, a document, a sealed dossier. A part is one line here; what it is made of is one line of
 * `control/parts.ts`. Parts may overlap: the packaging is of the form too.
 */
export const PARTS = {
  fiche: 'la fiche',
  composition: 'la composition',
  etiquette: 'l’étiquette',
  conditionnement: 'le conditionnement',
  usage: 'l’usage',
  fabrication: 'la fabrication',
  responsable: 'la personne responsable',
  conformite: 'la conformité',
  toxicologie: 'les données toxicologiques',
  corpus: 'le corpus réglementaire',
  marges: 'les marges de sécurité',
  evaluation: 'le texte de l’évaluation',
  allegations: 'les allégations',
  pieces: 'les pièces jointes',
  modele: 'le modèle Word',
} as const;
export type Part = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as [Part, ...Part[]];

/** SHA-256 by part. An act of an older release lacks some, or all. */
export type Stamp = Readonly<Partial<Record<Part, string>>>;

/** The parts that are no longer what they were. One that either side did not keep is never said to differ. */
export const changedSince = (stamp: Stamp, now: Stamp): Part[] =>
  PART_NAMES.filter((part) => stamp[part] !== undefined && now[part] !== undefined && stamp[part] !== now[part]);
