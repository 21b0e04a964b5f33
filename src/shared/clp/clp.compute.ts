import { isAtLeast, toNumber } from '../fields/exact.ts';
import { printResult } from '../fields/field.text.ts';
import { printNumber } from '../fields/number.ts';
import { acuteResults, decisive, type Measured } from './clp.acute.ts';
import { CLP_CLASSES, type Classified, type ClpClass, isCovered } from './clp.classes.ts';
import type { ClpResult, ClpTerm } from './clp.substance.ts';
import { aloneResults, euh208Of, eyeResults, NARCOTIC_FROM, narcotic, skinResults, waterResults } from './clp.sums.ts';

/** A mixture as the calculation needs it. */
export interface Mixture {
  terms: readonly ClpTerm[];
  /** What is known of the mixture itself. */
  measured: Measured;
  ph: number | string | null;
  /** Names that have no record, no amount or no classification, each with its reason: they are told, never counted for nothing. */
  gaps: readonly { name: string; reason: string }[];
}

export interface Computed {
  resultats: ClpResult[];
  euh208: string[];
  a_verifier: string[];
}

/** At these or beyond a mixture is held to corrode, unless other data confirm that it does not. Annex I, 3.2.3.1.2 and 3.3.3.1.2. */
const PH = { low: 2, high: 11.5 } as const;

/** Numbers of a measured pH: « 2 à 3 », « < 2 ». */
const isExtreme = (ph: Mixture['ph']): boolean => {
  if (ph === null) return false;
  const numbers = typeof ph === 'number' ? [ph] : [...ph.matchAll(/\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits));
  return numbers.some((one) => one <= PH.low || one >= PH.high);
};

const isConcludedClass = (classe: Classified['classe']): boolean => CLP_CLASSES[classe].isConcluded === true;

const named = (names: readonly string[]): string => [...new Set(names)].join(', ');

/** What the annex leaves to a person, each with its reason. Annex I, 3.2.3.3.4.3, 3.3.3.3.4.3 and 3.8.3.4.5. */
function doubtsOf({ terms, ph, gaps }: Mixture, withoutM: readonly string[]): string[] {
  const particular = terms.filter(
    ({ isParticular, clp }) =>
      isParticular && clp.some(({ classe }) => /^(?:Skin Corr\.|Skin Irrit\.|Eye Dam\.|Eye Irrit\.)$/.test(classe)),
  );
  const { total, names } = narcotic(terms);
  const concluded = terms.filter(
    ({ clp, percent }) => percent > 0 && clp.some(({ classe }) => isConcludedClass(classe)),
  );
  const byReason = Map.groupBy(gaps, ({ reason }) => reason);
  return [
    ...[...byReason].map(([reason, all]) => `${reason} : ${named(all.map(({ name }) => name))}.`),
    ...(isExtreme(ph)
      ? [
          `pH ${printResult(ph ?? '')} : à ${printNumber(PH.low)} ou moins, à ${printNumber(PH.high)} ou plus, un mélange est réputé Skin Corr. 1 et Eye Dam. 1, sauf si sa réserve acide ou alcaline, confirmée par d’autres données, montre le contraire (annexe I, 3.2.3.1.2 et 3.3.3.1.2).`,
        ]
      : []),
    ...(particular.length > 0
      ? [
          `Acide, base, phénol, aldéhyde ou tensioactif classé pour la peau ou les yeux : l’addition peut ne pas valoir (annexe I, 3.2.3.3.4) : ${named(particular.map(({ inci }) => inci))}.`,
        ]
      : []),
    ...(withoutM.length > 0
      ? [
          `Facteur M absent : ce qui est très toxique pour le milieu aquatique n’est pas compté sans lui : ${named(withoutM)}.`,
        ]
      : []),
    ...(isAtLeast(total, NARCOTIC_FROM)
      ? [
          `STOT SE 3 : ${printNumber(toNumber(total))}\u00a0% au total, ${NARCOTIC_FROM}\u00a0% ou plus : irritation des voies respiratoires ou effets narcotiques à apprécier (annexe I, 3.8.3.4.5) : ${named(names)}.`,
        ]
      : []),
    ...(concluded.length > 0
      ? [
          `Dangers physiques, par aspiration ou pour l’ozone : ils ne se calculent pas, une personne les conclut (annexe I, parties 2, 3.10 et 5) : ${named(concluded.map(({ inci }) => inci))}.`,
        ]
      : []),
  ];
}

/** What the calculation gives of a mixture, each term shown. Regulation (EC) 1272/2008, annex I. Nothing is rounded before it is compared. */
export function classify(mixture: Mixture): Computed {
  const { terms } = mixture;
  const acute = acuteResults(terms, mixture.measured);
  const water = waterResults(terms);
  return {
    resultats: [
      ...acute.results,
      ...skinResults(terms),
      ...eyeResults(terms),
      ...aloneResults(terms),
      ...water.results,
    ],
    euh208: euh208Of(terms),
    a_verifier: [...doubtsOf(mixture, water.withoutM), ...acute.doubts],
  };
}

/** What the calculation classifies, what was measured taking the place of what was computed. */
export const computedClasses = (resultats: readonly ClpResult[]): Classified[] =>
  decisive(resultats).flatMap(({ classe, categorie }) => (categorie === null ? [] : [{ classe, categorie }]));

const OF_SKIN_AND_EYES: readonly ClpClass[] = ['Skin Irrit.', 'Eye Dam.', 'Eye Irrit.'];

/** The computed classes that a conclusion lacks, or ranks below. */
export const underConcluded = (resultats: readonly ClpResult[], concluded: readonly Classified[]): Classified[] =>
  computedClasses(resultats).filter((one) => !isCovered(one, concluded));

/**
 * The category of flammable liquids that a flash point (°C) gives: below 23 « 1 ou 2 », by the boiling point, up to 60 « 3 ». Of a
 * range its lower end. Annex I, table 2.6.1.
 */
export function flammableBy(flash: number | string | null): '1 ou 2' | '3' | null {
  const [low] = flash === null ? [] : typeof flash === 'number' ? [flash] : (flash.match(/-?\d+(?:\.\d+)?/) ?? []);
  // « > 60 » is beyond the last category.
  if (low === undefined || (typeof flash === 'string' && /^[>]/.test(flash) && Number(low) >= 60)) return null;
  return Number(low) < 23 ? '1 ou 2' : Number(low) <= 60 ? '3' : null;
}

/**
 * Whether a conclusion says less of skin or eyes than the pH does, which makes a mixture corrosive (annex I, 3.2.3.1.2), and neither
 * a test nor an expert stands behind it. What corrodes the skin damages the eyes.
 */
export const isUnderPh = (
  ph: Mixture['ph'],
  concluded: readonly (Classified & { methode: 'calcul' | 'essai' | 'jugement' | null })[],
): boolean =>
  isExtreme(ph) &&
  !concluded.some(
    ({ classe, methode }) =>
      classe === 'Skin Corr.' || (OF_SKIN_AND_EYES.includes(classe) && (methode === 'essai' || methode === 'jugement')),
  );
