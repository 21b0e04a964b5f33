import { compare, type Exact, exact, isAbove, minus, over, sum, toNumber } from '../fields/exact.ts';
import { printResult } from '../fields/field.text.ts';
import { printNumber } from '../fields/number.ts';
import {
  acuteClass,
  amount,
  type ClpResult,
  type ClpTerm,
  categoriesOf,
  ROUTE_LABELS,
  ROUTE_UNITS,
  ROUTES,
  type Route,
  type Term,
} from './clp.substance.ts';

/** Bounds of the categories 1 to 4: an ATE at or below is in it. Annex I, table 3.1.1. */
const BOUNDS: Readonly<Record<Route, readonly number[]>> = {
  orale: [5, 50, 300, 2_000],
  cutanee: [50, 200, 1_000, 2_000],
  gaz: [100, 500, 2_500, 20_000],
  vapeurs: [0.5, 2, 10, 20],
  poussieres: [0.05, 0.5, 1, 5],
};
/** The ATE that a category stands for where none is known. Annex I, table 3.1.2. */
const CONVERTED: Readonly<Record<Route, readonly number[]>> = {
  orale: [0.5, 5, 100, 500],
  cutanee: [5, 50, 300, 1_100],
  gaz: [10, 100, 700, 4_500],
  vapeurs: [0.05, 0.5, 3, 11],
  poussieres: [0.005, 0.05, 0.5, 1.5],
};
/** From how much a substance counts (percent): categories 1 to 3, category 4. Annex I, table 1.1. */
const FROM = { grave: 0.1, four: 1 } as const;
/** Unknown ingredients count from this (3.1.3.6.2.2), and correct the formula above that (3.1.3.6.2.3). Percent. */
const UNKNOWN_FROM = 1;
const UNKNOWN_ABOVE = 10;

/** The category of an ATE, `1` to `4`; `null` above the last. @param isAbove it is more than `ate`: « > 2 000 » */
export function acuteCategory(route: Route, ate: Exact, { isAbove: above = false } = {}): string | null {
  const at = BOUNDS[route].findIndex((bound) => compare(ate, exact(bound)) < (above ? 0 : 1));
  return at === -1 ? null : String(at + 1);
}

/** The ATE that counts for a substance: the typed one, else that of its category; `null` where it counts for nothing. */
function ateOf(term: ClpTerm, route: Route): { ate: number; category: string } | null {
  const given = term.ate[route] ?? null;
  const said = categoriesOf(term, acuteClass(route)).toSorted()[0] ?? null;
  if (given !== null) {
    const own = acuteCategory(route, exact(given));
    return own === null ? null : { ate: given, category: said !== null && said < own ? said : own };
  }
  const converted = said === null ? undefined : CONVERTED[route][Number(said) - 1];
  return said !== null && converted !== undefined ? { ate: converted, category: said } : null;
}

/** How much of the mixture (percent) is of a toxicity that nobody knows, of what counts. Annex I, 3.1.3.6.2.2. */
const unknownOf = (terms: readonly ClpTerm[], route: Route): Exact =>
  sum(terms.filter((term) => term.aigu_inconnu.includes(route) && term.percent >= UNKNOWN_FROM).map(amount));

/** The statement that the label and the safety data sheet then bear. Annex I, 3.1.3.6.2.2. */
const unknownDoubts = (terms: readonly ClpTerm[]): string[] =>
  ROUTES.flatMap((route) => {
    const unknown = unknownOf(terms, route);
    return isAbove(unknown, 0)
      ? [
          `${printNumber(toNumber(unknown))}\u00a0% du mélange consiste en ingrédients de toxicité aiguë inconnue (${ROUTE_LABELS[route]}) : à dire sur l’étiquette et dans la fiche de données de sécurité (annexe I, 3.1.3.6.2.2).`,
        ]
      : [];
  });

/** One route by the formula of additivity: 100 / ATEmix = Σ Ci / ATEi. Annex I, 3.1.3.6.1 and 3.1.3.6.2.3. @returns null without a term */
function computed(terms: readonly ClpTerm[], route: Route): ClpResult | null {
  const counted = terms.flatMap((term) => {
    const found = ateOf(term, route);
    return found && term.percent > 0 && term.percent >= (found.category === '4' ? FROM.four : FROM.grave)
      ? [{ term, ate: found.ate, value: over(amount(term), exact(found.ate)) }]
      : [];
  });
  if (counted.length === 0) return null;
  const unknown = unknownOf(terms, route);
  const isCorrected = isAbove(unknown, UNKNOWN_ABOVE);
  const whole = isCorrected ? minus(exact(100), unknown) : exact(100);
  const mixture = over(isAbove(whole, 0) ? whole : exact(0), sum(counted.map(({ value }) => value)));
  return {
    classe: acuteClass(route),
    categorie: acuteCategory(route, mixture),
    regle: isCorrected ? '3.1.3.6.2.3' : '3.1.3.6.1',
    termes: counted.map(
      ({ term, ate, value }): Term => ({
        inci: term.inci,
        percent: term.percent,
        calcul: `÷ ${printNumber(ate)}`,
        valeur: toNumber(value),
      }),
    ),
    somme: toNumber(sum(counted.map(({ value }) => value))),
    seuil: null,
    ate_mel: toNumber(mixture),
    inconnu_percent: toNumber(unknown),
  };
}

/** What a laboratory found of the mixture itself: a number, or what a result of a laboratory says. */
export type Measured = Readonly<Partial<Record<'orale' | 'cutanee' | 'inhalation', number | string | null>>>;

/** The lowest and the highest that a result says: « > 2 000 » has no highest. `null` for a word. */
function boundsOf(value: number | string): { low: Exact; high: Exact | null; isAbove?: true } | null {
  if (typeof value === 'number') return { low: exact(value), high: exact(value) };
  const numbers = [...value.matchAll(/\d+(?:\.\d+)?/g)].map(([digits]) => exact(Number(digits)));
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (!first || !last) return null;
  if (value.startsWith('>')) return { low: first, high: null, isAbove: true };
  if (value.startsWith('≥')) return { low: first, high: null };
  return /^[<≤]/.test(value) ? { low: exact(0), high: first } : { low: first, high: last };
}

/** The routes by inhalation: a measured value does not say which of them it is of. */
const INHALED: readonly Route[] = ['vapeurs', 'poussieres'];

/** A value measured on the mixture comes first: 3.1.3.4. Of a range its lower end counts. */
function measured(values: Measured, inhaled: readonly Route[]): { results: ClpResult[]; doubts: string[] } {
  const doubts: string[] = [];
  const results = (['orale', 'cutanee', 'inhalation'] as const).flatMap((said) => {
    const value = values[said] ?? null;
    const bounds = value === null ? null : boundsOf(value);
    if (bounds === null) return [];
    if (said === 'inhalation' && inhaled.length !== 1)
      doubts.push(
        'CL50 par inhalation : vapeurs ou brouillards, la fiche ne le dit pas ; la valeur mesurée est lue des deux façons.',
      );
    const routes: readonly Route[] = said !== 'inhalation' ? [said] : inhaled.length === 1 ? inhaled : INHALED;
    return routes.map((route): ClpResult => {
      const worst = acuteCategory(route, bounds.low, { isAbove: bounds.isAbove ?? false });
      const best = bounds.high && acuteCategory(route, bounds.high);
      // « > 300 » may be of category 4, or of none.
      if (worst !== null && worst !== best)
        doubts.push(
          `Toxicité aiguë, ${ROUTE_LABELS[route]} : le résultat mesuré (${printResult(value ?? '')} ${ROUTE_UNITS[route]}) va d’une catégorie à une autre.`,
        );
      return {
        classe: acuteClass(route),
        categorie: worst,
        regle: '3.1.3.4',
        termes: [],
        somme: null,
        seuil: null,
        ate_mel: toNumber(bounds.low),
        inconnu_percent: null,
      };
    });
  });
  return { results, doubts };
}

/** Acute toxicity, route by route: what was measured on the mixture first, then what is computed. Annex I, 3.1. */
export function acuteResults(terms: readonly ClpTerm[], values: Measured): { results: ClpResult[]; doubts: string[] } {
  const byRoute = ROUTES.flatMap((route) => computed(terms, route) ?? []);
  const inhaled = INHALED.filter((route) => byRoute.some(({ classe }) => classe === acuteClass(route)));
  const { results, doubts } = measured(values, inhaled);
  return {
    results: ROUTES.flatMap((route) => [
      ...results.filter(({ classe }) => classe === acuteClass(route)),
      ...byRoute.filter(({ classe }) => classe === acuteClass(route)),
    ]),
    doubts: [...doubts, ...unknownDoubts(terms)],
  };
}

/** What counts of the results: of an acute route that was measured, what was. */
export const decisive = (results: readonly ClpResult[]): ClpResult[] =>
  results.filter(
    (one) =>
      one.regle === '3.1.3.4' ||
      !results.some((other) => other !== one && other.classe === one.classe && other.regle === '3.1.3.4'),
  );
