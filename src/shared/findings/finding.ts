/**
 * What a careful colleague would say before a file leaves: « remarques ». A code is one line here; what it is found in is
 * one line of `control/findings.ts`.
 */

import type { ProductKind } from '../contract/product.kinds.ts';
import { PART_PATHS } from '../contract/product.parts.ts';

/** Red: the file would be refused. Orange: somebody has to look. Neutral: to be known. */
export const FINDING_LEVELS = { rouge: 'Bloquante', orange: 'À regarder', neutre: 'Pour information' } as const;
export type FindingLevel = keyof typeof FINDING_LEVELS;

interface CodeRow {
  readonly level: FindingLevel;
  /** How people say the code, in a list of products or of codes. */
  readonly label: string;
  /** Where it is looked at: what follows `/products/{id}`. */
  readonly tab: string;
  /** Where a person answers it, said after « mais »; absent: here. */
  readonly answeredIn?: string;
  /** It is of this kind of product alone. */
  readonly kind?: ProductKind;
  /** It keeps a point from being covered though it is not red. */
  readonly uncovers?: true;
  /** Of the work of the house: it leaves with no document, dossier or link. */
  readonly inner?: true;
}

const {
  classification: CLASSIFICATION,
  detergent: DETERGENT,
  law: LAW,
  exposure: MARGINS,
  formula: FORMULA,
  conformity: CONFORMITY,
  pieces: PIECES,
} = PART_PATHS;

const ON_VERDICT = 'sur son verdict, dans l’onglet « Réglementation » de la formule';
const ON_MARGIN = 'par la remarque de l’évaluateur, dans l’onglet « Exposition »';

/** What is of cosmetics alone, and of cleaning products. */
const COSMETIC = { kind: 'cosmetique' } as const;
const CLEANING = { kind: 'nettoyage' } as const;

const ROWS = {
  INTERDIT: { ...COSMETIC, level: 'rouge', label: 'Substance interdite', tab: LAW },
  HORS_LIMITE: { ...COSMETIC, level: 'rouge', label: 'Substance hors de sa limite', tab: LAW },
  LOI_A_VERIFIER: { ...COSMETIC, level: 'orange', label: 'Annexes à vérifier', tab: LAW, answeredIn: ON_VERDICT },
  SANS_TABLEAU: { level: 'orange', label: 'Formule sans tableau', tab: FORMULA },
  SANS_CORPUS: { ...COSMETIC, level: 'orange', label: 'Aucun corpus en vigueur', tab: LAW },
  CORPUS_ANCIEN: { ...COSMETIC, level: 'orange', label: 'Corpus ancien', tab: LAW },
  FORMULE_INCOMPLETE: { level: 'orange', label: 'Formule incomplète', tab: FORMULA },
  MELANGE_SANS_DETAIL: { level: 'orange', label: 'Mélange sans détail', tab: FORMULA },
  MARGE_BASSE: {
    ...COSMETIC,
    level: 'orange',
    label: 'Marge basse ou seuil dépassé',
    tab: MARGINS,
    answeredIn: ON_MARGIN,
  },
  SANS_EXPOSITION: {
    ...COSMETIC,
    level: 'orange',
    label: 'Exposition non calculée',
    tab: MARGINS,
    answeredIn: ON_MARGIN,
  },
  SIGNATURE_AVANT_CHANGEMENT: {
    ...COSMETIC,
    level: 'rouge',
    label: 'Signature antérieure à un changement',
    tab: PART_PATHS.assessment,
  },
  DIP_AUTRE_FORMULE: { level: 'rouge', label: 'Document validé sur une autre formule', tab: PART_PATHS.history },
  DIP_MODIFIE_DEPUIS: { level: 'orange', label: 'Modifié depuis le document validé', tab: PART_PATHS.history },
  PIECE_PERIMEE: { level: 'orange', label: 'Pièce périmée', tab: PIECES, uncovers: true },
  PIECE_BIENTOT: { level: 'neutre', label: 'Pièce bientôt périmée', tab: PIECES },
  PIECE_CITEE_ABSENTE: { level: 'orange', label: 'Pièce citée absente', tab: PIECES },
  ALLEGATION_INTERDITE: { level: 'rouge', label: 'Allégation interdite', tab: PART_PATHS.claims },
  B_APRES_MARCHE: {
    ...COSMETIC,
    level: 'rouge',
    label: 'Partie B signée après la mise sur le marché',
    tab: PART_PATHS.assessment,
  },
  // What nobody recorded here may stand in a Word file that was finished by hand.
  SANS_EVALUATION: {
    ...COSMETIC,
    level: 'orange',
    label: 'Vendu sans évaluation signée',
    tab: PART_PATHS.assessment,
  },
  SANS_CPNP: { ...COSMETIC, level: 'orange', label: 'Vendu sans notification dite', tab: CONFORMITY },
  CPNP_APRES_MARCHE: { ...COSMETIC, level: 'rouge', label: 'CPNP après la mise sur le marché', tab: CONFORMITY },
  CPNP_A_METTRE_A_JOUR: { ...COSMETIC, level: 'orange', label: 'CPNP à mettre à jour', tab: CONFORMITY },
  RAPPORT_APRES_SIGNATURE: {
    ...COSMETIC,
    level: 'orange',
    label: 'Rapport postérieur à la signature',
    tab: PART_PATHS.assessment,
  },
  EVALUATION_A_REVISER: { ...COSMETIC, level: 'orange', label: 'Évaluation à réviser', tab: PART_PATHS.assessment },
  SAISIE_APRES_COUP: { ...COSMETIC, level: 'orange', label: 'Signature saisie après coup', tab: PART_PATHS.assessment },
  VALIDATION_APRES_MARCHE: { level: 'orange', label: 'Validé après la mise sur le marché', tab: PART_PATHS.sheet },
  BPF_EXPIREES_AU_DERNIER_LOT: { ...COSMETIC, level: 'orange', label: 'BPF expirées au dernier lot', tab: CONFORMITY },
  EIG: { ...COSMETIC, level: 'orange', label: 'Effet grave à transmettre', tab: PART_PATHS.effects },
  EIG_HORS_DELAI: { ...COSMETIC, level: 'rouge', label: 'Effet grave hors délai', tab: PART_PATHS.effects },
  EFFET_A_QUALIFIER: { ...COSMETIC, level: 'orange', label: 'Effet indésirable à qualifier', tab: PART_PATHS.effects },
  ETUDE_EN_RETARD: { level: 'orange', label: 'Lecture d’étude en retard', tab: PART_PATHS.studies },
  ETUDE_HORS_LIMITES: { level: 'orange', label: 'Étude hors limites', tab: PART_PATHS.studies, uncovers: true },
  RELECTURE: { level: 'neutre', label: 'Relecture demandée', tab: PART_PATHS.exchange, inner: true },
  DEMANDE: { level: 'neutre', label: 'Demande à un fournisseur', tab: PART_PATHS.exchange, inner: true },
  A_REVOIR: { ...COSMETIC, level: 'neutre', label: 'À revoir', tab: PART_PATHS.control },
  EXEMPLE: { level: 'rouge', label: 'Fiche de l’exemple employée', tab: FORMULA },
  CONTRADICTION: {
    level: 'orange',
    label: 'Deux champs se contredisent',
    tab: PART_PATHS.sheet,
    answeredIn: 'en accordant les deux champs',
  },
  REGLE_A_VENIR: { ...COSMETIC, level: 'orange', label: 'Règle à venir', tab: LAW },
  PHOSPHORE_DEPASSE: { ...CLEANING, level: 'rouge', label: 'Phosphore au-delà de la limite', tab: CLASSIFICATION },
  PCN_APRES_MARCHE: {
    ...CLEANING,
    level: 'rouge',
    label: 'Notification (PCN) après la mise sur le marché',
    tab: DETERGENT,
  },
  CLP_SOUS_LE_CALCUL: { ...CLEANING, level: 'orange', label: 'Classification sous le calcul', tab: CLASSIFICATION },
  CLP_A_VERIFIER: { ...CLEANING, level: 'orange', label: 'Classification à vérifier', tab: CLASSIFICATION },
  BANDES_A_VERIFIER: { ...CLEANING, level: 'orange', label: 'Contenu de l’étiquette à vérifier', tab: CLASSIFICATION },
  COMPOSITION_CHANGEE: { ...CLEANING, level: 'orange', label: 'Composition changée depuis', tab: CLASSIFICATION },
  UFI_A_REVOIR: { ...CLEANING, level: 'orange', label: 'UFI et notification à revoir', tab: DETERGENT },
  EMBALLAGE_CLP: { ...CLEANING, level: 'rouge', label: 'Emballage à revoir', tab: DETERGENT },
  ETIQUETTE_CLP: { ...CLEANING, level: 'orange', label: 'Mentions de l’étiquette à revoir', tab: CLASSIFICATION },
  POINT_ECLAIR: { ...CLEANING, level: 'orange', label: 'Point éclair et classification', tab: CLASSIFICATION },
  BIOCIDE_A_DIRE: { ...CLEANING, level: 'orange', label: 'Biocide ou non, à dire', tab: DETERGENT },
} as const satisfies Record<string, CodeRow>;
export type FindingCode = keyof typeof ROWS;
export const FINDING_CODES: Readonly<Record<FindingCode, CodeRow>> = ROWS;
export const FINDING_CODE_NAMES = Object.keys(FINDING_CODES) as [FindingCode, ...FindingCode[]];

/** Whether the link of a finding leads out of the product, to a library. */
export const isLibraryLink = (link: string): boolean => /^\/(?:materials|substances|requests)\?/.test(link);
