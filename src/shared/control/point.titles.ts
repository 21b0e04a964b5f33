import type { ProductKind } from '../contract/product.kinds.ts';

/** Regulation (EC) 1223/2009, article 11 §2 and annex I: what the file of a product holds, point by point. */
const COSMETIC_TITLES = {
  '11-2-a': 'Description du produit',
  A1: 'Formule qualitative et quantitative',
  A2: 'Caractéristiques physico-chimiques et stabilité',
  A3: 'Qualité microbiologique',
  A4: 'Impuretés, traces, emballage',
  A5: 'Utilisation normale et raisonnablement prévisible',
  A6: 'Exposition au produit',
  A7: 'Exposition aux substances',
  A8: 'Profil toxicologique des substances',
  A9: 'Effets indésirables et effets indésirables graves',
  A10: 'Autres informations sur le produit',
  B1: 'Conclusion de l’évaluation',
  B2: 'Avertissements et instructions de l’étiquette',
  B3: 'Raisonnement',
  B4: 'Qualification de l’évaluateur et signature',
  '11-2-c-methode': 'Méthode de fabrication',
  '11-2-c-bpf': 'Déclaration de conformité aux BPF',
  '11-2-d': 'Preuves des effets revendiqués',
  '11-2-e': 'Données sur l’expérimentation animale',
} as const;
/** The file of a cleaning product, point by point. Regulations (EC) 648/2004, 1272/2008 and 1907/2006, (EU) 528/2012. */
const CLEANING_TITLES = {
  N1: 'Identité du produit',
  N2: 'Composition',
  N3: 'Classes de composants',
  N4: 'Biodégradation des agents de surface',
  N5: 'Phosphore de la dose',
  N6: 'Contenu de l’étiquette',
  N7: 'Étiquette : mentions et dosage',
  N8: 'Fiche des composants pour le personnel médical',
  N9: 'Liste des composants en ligne',
  N10: 'Classification des substances',
  N11: 'Classification du mélange',
  N12: 'Étiquette de danger',
  N13: 'Fiche de données de sécurité',
  N14: 'UFI et notification aux centres antipoison',
  N15: 'Fermeture et repère tactile',
  N16: 'Biocide et allégations',
} as const;
export const POINT_TITLES = { ...COSMETIC_TITLES, ...CLEANING_TITLES } as const;
export type PointKey = keyof typeof POINT_TITLES;
export type CosmeticPoint = keyof typeof COSMETIC_TITLES;
export type CleaningPoint = keyof typeof CLEANING_TITLES;
export const POINT_KEYS = Object.keys(POINT_TITLES) as [PointKey, ...PointKey[]];
export const COSMETIC_POINTS = Object.keys(COSMETIC_TITLES) as [CosmeticPoint, ...CosmeticPoint[]];
export const CLEANING_POINTS = Object.keys(CLEANING_TITLES) as [CleaningPoint, ...CleaningPoint[]];
export const isCleaningPoint = (key: PointKey): key is CleaningPoint => Object.hasOwn(CLEANING_TITLES, key);
/** The points that the file of a product of this kind holds. */
export const POINTS_OF = { cosmetique: COSMETIC_POINTS, nettoyage: CLEANING_POINTS } as const satisfies Record<
  ProductKind,
  readonly PointKey[]
>;

/** How the law and people call a point: `A.1`, `11 §2 (c)`, `N.4`. */
export const pointName = (key: PointKey): string =>
  /^[ABN]\d/.test(key) ? key.replace(/^([ABN])/, '$1.') : `11 §2 (${key.split('-')[2] ?? ''})`;
