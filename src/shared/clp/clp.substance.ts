import { type Exact, exact } from '../fields/exact.ts';
import type { Classified, ClpClass } from './clp.classes.ts';

/** Routes of acute toxicity, as they are called on the wire. */
export const ROUTES = ['orale', 'cutanee', 'gaz', 'vapeurs', 'poussieres'] as const;
export type Route = (typeof ROUTES)[number];
export const ROUTE_LABELS: Readonly<Record<Route, string>> = {
  orale: 'voie orale',
  cutanee: 'voie cutanée',
  gaz: 'inhalation de gaz',
  vapeurs: 'inhalation de vapeurs',
  poussieres: 'inhalation de poussières ou de brouillards',
};
/** mg/kg of body weight, ppmV for gases, mg/l for vapours and dusts. */
export const ROUTE_UNITS: Readonly<Record<Route, string>> = {
  orale: 'mg/kg',
  cutanee: 'mg/kg',
  gaz: 'ppmV',
  vapeurs: 'mg/l',
  poussieres: 'mg/l',
};
export const acuteClass = (route: Route): ClpClass => `Acute Tox. ${route}`;

/** What a supplier or a source says of a substance for its classification. */
export interface SubstanceClp {
  clp: readonly Classified[];
  /** A person said that it has no hazard class. */
  clp_non_classe: boolean;
  ate: Readonly<Partial<Record<Route, number | null>>>;
  /** Routes of which nobody knows its acute toxicity. */
  aigu_inconnu: readonly Route[];
  m_aigu: number | null;
  m_chronique: number | null;
  /** Specific concentration limits, percent. */
  lcs: readonly { classe: ClpClass; categorie: string; min: number }[];
}

/** A substance of the mixture, with the most there may be of it. */
export interface ClpTerm extends SubstanceClp {
  inci: string;
  /** Percent by mass; of a range its upper bound. */
  percent: number;
  /** Whether it acts as an acid, a base, a phenol, an aldehyde or a surfactant: additivity may fail. */
  isParticular: boolean;
}

export const amount = ({ percent }: ClpTerm): Exact => exact(percent);

/** The categories that a substance has of a class. */
export const categoriesOf = ({ clp }: ClpTerm, classe: ClpClass): string[] =>
  clp.filter((one) => one.classe === classe).map(({ categorie }) => categorie);
export const hasClass = (term: ClpTerm, classe: ClpClass): boolean => categoriesOf(term, classe).length > 0;

/**
 * The specific limit of a class and a category: that one, else the lowest of its number, for « 1 » and « 1A » are often written
 * for each other. Annex I, 1.1.2.2 and article 10.
 */
export function specificLimit({ lcs }: ClpTerm, classe: ClpClass, categorie: string): number | null {
  const own = lcs.filter((one) => one.classe === classe);
  const exactly = own.find((one) => one.categorie === categorie);
  if (exactly) return exactly.min;
  const near = own.filter((one) => /^\d/.test(categorie) && one.categorie.startsWith(categorie.slice(0, 1)));
  return near.length === 0 ? null : Math.min(...near.map(({ min }) => min));
}
/** The lowest specific limit of a class. */
export const lowestLimit = ({ lcs }: ClpTerm, classe: ClpClass): number | null => {
  const limits = lcs.filter((one) => one.classe === classe).map(({ min }) => min);
  return limits.length === 0 ? null : Math.min(...limits);
};

/** What a sum is made of: a substance, its amount, and by how much that counts. */
export interface Term {
  inci: string;
  percent: number;
  /** What the amount is multiplied by, or divided by (`ate`), in words: « × 10 », « ÷ 500 ». */
  calcul: string;
  valeur: number;
}

/** A class that comes out of the calculation; `categorie: null` for an acute route that is computed and gives none. */
export interface ClpResult {
  classe: ClpClass;
  categorie: string | null;
  /** The paragraph of annex I. */
  regle: string;
  termes: Term[];
  /** What is compared, and with what; `null` for an acute route, which compares an ATE. */
  somme: number | null;
  seuil: number | null;
  ate_mel: number | null;
  /** Percent of the mixture of which the acute toxicity is unknown; `null` outside of the acute routes. */
  inconnu_percent: number | null;
}
