import { type Exact, exact, isAtLeast, over, plus, sum, times, toNumber, ZERO } from '../fields/exact.ts';
import { printNumber } from '../fields/number.ts';
import type { ClpClass } from './clp.classes.ts';
import {
  amount,
  type ClpResult,
  type ClpTerm,
  categoriesOf,
  hasClass,
  lowestLimit,
  specificLimit,
  type Term,
} from './clp.substance.ts';

/**
 * What counts by sums, or one substance at a time: annex I, 3.2 to 4.1. A specific limit takes the place of the generic one of
 * its substance: the sum is then Σ Ci / limit of each, and reached at 1.
 */

/** A substance in a sum: by how much its amount counts towards the generic limit. */
interface Part {
  term: ClpTerm;
  /** Its own limit; the generic one where it has none. */
  limit: number;
}

/** @param limit the generic limit: without a specific one the sum is shown against it, as the annex prints it */
function summed(
  parts: readonly Part[],
  { classe, categorie, regle, limit }: { classe: ClpClass; categorie: string; regle: string; limit: number },
): ClpResult | null {
  const value = ({ term, limit: own }: Part): Exact => over(times(amount(term), exact(limit)), exact(own));
  const total = sum(parts.map(value));
  if (parts.length === 0 || !isAtLeast(total, limit)) return null;
  return {
    classe,
    categorie,
    regle,
    termes: parts.map((part): Term => {
      const factor = toNumber(over(exact(limit), exact(part.limit)));
      return {
        inci: part.term.inci,
        percent: part.term.percent,
        calcul: factor === 1 ? '' : `× ${printNumber(Math.round(factor * 1e6) / 1e6)}`,
        valeur: toNumber(value(part)),
      };
    }),
    somme: toNumber(total),
    seuil: limit,
    ate_mel: null,
    inconnu_percent: null,
  };
}

const firstOf = (all: readonly (ClpResult | null)[]): ClpResult[] => {
  const found = all.find((one) => one !== null);
  return found ? [found] : [];
};

/** From this each ingredient counts (percent), or from its specific limit where that is lower: 1.1.2.2.2, 3.2.3.3.1, 3.3.3.3.1. */
const COUNTS_FROM = 1;
const counting = (parts: readonly Part[]): Part[] =>
  parts.filter(({ term, limit }) => term.percent > 0 && term.percent >= Math.min(COUNTS_FROM, limit));
const CORR: ClpClass = 'Skin Corr.';

/** The limit from which a substance corrodes at least as this level says: the lowest specific one of as grave a category. */
const corrosionLimit = ({ lcs }: ClpTerm, level: string): number => {
  const own = lcs.filter(({ classe, categorie }) => classe === CORR && categorie <= (level === '1' ? '1A' : level));
  return own.length === 0 ? 5 : Math.min(...own.map(({ min }) => min));
};

/** Skin: table 3.2.3. */
export function skinResults(terms: readonly ClpTerm[]): ClpResult[] {
  const corrosive = terms.filter((term) => hasClass(term, CORR));
  const level = (categorie: string, of: readonly string[]): ClpResult | null =>
    summed(
      counting(
        corrosive
          .filter((term) => categoriesOf(term, CORR).some((one) => of.includes(one)))
          .map((term) => ({ term, limit: corrosionLimit(term, categorie) })),
      ),
      { classe: CORR, categorie, regle: '3.2.3.3.4', limit: 5 },
    );
  // A « 1 » that nobody distinguished may be a 1A, and is nothing graver: the mixture has no letter where that would make it
  // a 1A, and the gravest it can have where it would not.
  const corrosion = firstOf([
    level('1A', ['1A']),
    level('1', ['1A', '1']),
    level('1B', ['1A', '1B', '1']),
    level('1C', ['1A', '1B', '1C', '1']),
  ]);
  if (corrosion.length > 0) return corrosion;
  const irritating = terms
    .filter((term) => hasClass(term, CORR) || hasClass(term, 'Skin Irrit.'))
    .map((term) => ({ term, limit: specificLimit(term, 'Skin Irrit.', '2') ?? (hasClass(term, CORR) ? 1 : 10) }));
  return firstOf([
    summed(counting(irritating), { classe: 'Skin Irrit.', categorie: '2', regle: '3.2.3.3.4', limit: 10 }),
  ]);
}

/**
 * From how much (percent) a substance damages the eyes: its own limit; else where it corrodes the skin. Below that one annex VI
 * says of acids and bases by a limit of their own that they irritate; of those without one, the generic three percent stay.
 */
const damageLimit = (term: ClpTerm): number => {
  const corrodes = lowestLimit(term, CORR);
  const irritates = specificLimit(term, 'Eye Irrit.', '2');
  return (
    specificLimit(term, 'Eye Dam.', '1') ??
    (corrodes !== null && irritates !== null && irritates < corrodes ? corrodes : Math.min(3, corrodes ?? 3))
  );
};

/** Eyes: table 3.3.3. What corrodes the skin counts as damaging the eyes, once. */
export function eyeResults(terms: readonly ClpTerm[]): ClpResult[] {
  const damages = (term: ClpTerm): boolean => hasClass(term, CORR) || hasClass(term, 'Eye Dam.');
  const damaging = terms.filter(damages).map((term) => ({ term, limit: damageLimit(term) }));
  const irritating = terms
    .filter((term) => damages(term) || hasClass(term, 'Eye Irrit.'))
    .map((term) => ({ term, limit: specificLimit(term, 'Eye Irrit.', '2') ?? (damages(term) ? 1 : 10) }));
  return firstOf([
    summed(counting(damaging), { classe: 'Eye Dam.', categorie: '1', regle: '3.3.3.3.4', limit: 3 }),
    summed(counting(irritating), { classe: 'Eye Irrit.', categorie: '2', regle: '3.3.3.3.4', limit: 10 }),
  ]);
}

/** Classes that one substance gives by itself: the generic limit of each category, percent. */
interface Alone {
  classe: ClpClass;
  regle: string;
  /** In the order of severity. `of` the categories of the substance, `gives` that of the mixture. */
  levels: readonly { of: readonly string[]; gives: string | null; from: number | null }[];
}

/**
 * Annex I, tables 3.4.5, 3.5.2, 3.6.2, 3.7.2, 3.8.3, 3.9.4, 3.11.2 and 4.2.2. `gives: null`: the category of the substance;
 * `from: null`: nothing but a specific limit.
 */
const ALONE: readonly Alone[] = [
  ...(['Skin Sens.', 'Resp. Sens.'] as const).map(
    (classe): Alone => ({
      classe,
      regle: '3.4.3.3',
      levels: [
        { of: ['1A'], gives: null, from: 0.1 },
        { of: ['1'], gives: null, from: 1 },
        { of: ['1B'], gives: null, from: 1 },
      ],
    }),
  ),
  ...(
    [
      ['Muta.', '3.5.3.1', 0.1, 1],
      ['Carc.', '3.6.3.1', 0.1, 1],
      ['Repr.', '3.7.3.1', 0.3, 3],
    ] as const
  ).map(
    ([classe, regle, first, second]): Alone => ({
      classe,
      regle,
      levels: [
        { of: ['1A'], gives: null, from: first },
        // « 1 » may be a 1A that nobody distinguished: it goes before 1B.
        { of: ['1'], gives: null, from: first },
        { of: ['1B'], gives: null, from: first },
        { of: ['2'], gives: null, from: second },
      ],
    }),
  ),
  { classe: 'Repr.', regle: '3.7.3.1', levels: [{ of: ['lactation'], gives: null, from: 0.3 }] },
  ...(['STOT SE', 'STOT RE'] as const).map(
    (classe): Alone => ({
      classe,
      regle: classe === 'STOT SE' ? '3.8.3.4' : '3.9.3.4',
      levels: [
        { of: ['1'], gives: '1', from: 10 },
        { of: ['1'], gives: '2', from: 1 },
        { of: ['2'], gives: '2', from: 10 },
      ],
    }),
  ),
  // Other organs and other effects: told beside categories 1 and 2.
  { classe: 'STOT SE', regle: 'art. 10', levels: [{ of: ['3'], gives: null, from: null }] },
  ...(
    [
      ['ED HH', '3.11.3.1'],
      ['ED ENV', '4.2.3.1'],
    ] as const
  ).map(
    ([classe, regle]): Alone => ({
      classe,
      regle,
      levels: [
        { of: ['1'], gives: null, from: 0.1 },
        { of: ['2'], gives: null, from: 1 },
      ],
    }),
  ),
];

/** What one substance is enough for: the gravest level that one reaches, with all that reach it. */
export function aloneResults(terms: readonly ClpTerm[]): ClpResult[] {
  return ALONE.flatMap(({ classe, regle, levels }) => {
    for (const { of, gives, from } of levels) {
      const reached = terms.flatMap((term) => {
        if (!categoriesOf(term, classe).some((one) => of.includes(one))) return [];
        const limit = specificLimit(term, classe, gives ?? of[0] ?? '') ?? from;
        return limit !== null && isAtLeast(amount(term), limit) ? [{ term, limit }] : [];
      });
      const [first] = reached;
      if (!first) continue;
      return [
        {
          classe,
          categorie: gives ?? of[0] ?? null,
          regle,
          termes: reached.map(({ term }) => ({
            inci: term.inci,
            percent: term.percent,
            calcul: '',
            valeur: term.percent,
          })),
          somme: Math.max(...reached.map(({ term }) => term.percent)),
          seuil: Math.min(...reached.map(({ limit }) => limit)),
          ate_mel: null,
          inconnu_percent: null,
        },
      ];
    }
    return [];
  });
}

/** From how much (percent) a sensitiser classifies the mixture, and from how much it is named: tables 3.4.5 and 3.4.6. */
const SENSITISING = { '1A': { classifies: 0.1, named: 0.01 }, others: { classifies: 1, named: 0.1 } } as const;

/** EUH208: the sensitisers that do not classify the mixture, named from the limit of table 3.4.6, or from a tenth of their own. Annex II, 2.8. */
export function euh208Of(terms: readonly ClpTerm[]): string[] {
  const said = (term: ClpTerm) =>
    (['Skin Sens.', 'Resp. Sens.'] as const).flatMap((classe) =>
      categoriesOf(term, classe).map((categorie) => {
        const own = specificLimit(term, classe, categorie) ?? lowestLimit(term, classe);
        const generic = categorie === '1A' ? SENSITISING['1A'] : SENSITISING.others;
        return {
          classifies: isAtLeast(amount(term), own ?? generic.classifies),
          isNamed: isAtLeast(amount(term), own === null ? generic.named : over(exact(own), exact(10))),
        };
      }),
    );
  return terms
    .filter((term) => said(term).some(({ isNamed }) => isNamed) && !said(term).some(({ classifies }) => classifies))
    .map(({ inci }) => inci);
}

/** STOT SE 3: expert judgement, 20 % as an orientation. Annex I, 3.8.3.4.5. */
export const NARCOTIC_FROM = 20;
export const narcotic = (terms: readonly ClpTerm[]): { total: Exact; names: string[] } => {
  const found = terms.filter((term) => categoriesOf(term, 'STOT SE').includes('3'));
  return { total: sum(found.map(amount)), names: found.map(({ inci }) => inci) };
};

/** Percent from which a sum of the aquatic environment classifies: tables 4.1.1 and 4.1.2. */
const WATER = 25;

/** The aquatic environment: 4.1.3.5.5. A factor M that nobody knows is never taken for one: its substance waits, and is told. */
export function waterResults(terms: readonly ClpTerm[]): { results: ClpResult[]; withoutM: string[] } {
  const withoutM = new Set<string>();
  /** @param limit of category 1: a tenth of a percent, divided by M; else one percent. Table 1.1. */
  const known = (classe: ClpClass, categorie: string, m: (term: ClpTerm) => number | null) =>
    terms.flatMap((term) => {
      if (!categoriesOf(term, classe).includes(categorie) || term.percent === 0) return [];
      if (categorie !== '1') return term.percent >= 1 ? [{ term, m: 1 }] : [];
      const factor = m(term);
      if (factor === null) {
        withoutM.add(term.inci);
        return [];
      }
      return isAtLeast(amount(term), over(exact(0.1), exact(factor))) ? [{ term, m: factor }] : [];
    });
  const result = (
    classe: ClpClass,
    categorie: string,
    parts: readonly { term: ClpTerm; m: number; times: number }[],
  ): ClpResult | null => {
    const value = (one: (typeof parts)[number]): Exact =>
      times(times(amount(one.term), exact(one.m)), exact(one.times));
    const total = parts.map(value).reduce(plus, ZERO);
    if (parts.length === 0 || !isAtLeast(total, WATER)) return null;
    return {
      classe,
      categorie,
      regle: classe === 'Aquatic Acute' ? '4.1.3.5.5.3' : '4.1.3.5.5.4',
      termes: parts.map((one) => ({
        inci: one.term.inci,
        percent: one.term.percent,
        calcul: [one.m === 1 ? '' : `× M ${printNumber(one.m)}`, one.times === 1 ? '' : `× ${one.times}`]
          .filter(Boolean)
          .join(' '),
        valeur: toNumber(value(one)),
      })),
      somme: toNumber(total),
      seuil: WATER,
      ate_mel: null,
      inconnu_percent: null,
    };
  };
  const of = (times: number) => (one: { term: ClpTerm; m: number }) => ({ ...one, times });
  const acute = known('Aquatic Acute', '1', ({ m_aigu }) => m_aigu);
  const chronic = known('Aquatic Chronic', '1', ({ m_chronique }) => m_chronique);
  const [two, three, four] = (['2', '3', '4'] as const).map((categorie) =>
    known('Aquatic Chronic', categorie, () => 1),
  );
  // Category 4 adds amounts alone: nothing of it waits for a factor.
  const ones = terms
    .filter((term) => categoriesOf(term, 'Aquatic Chronic').includes('1') && term.percent > 0)
    .map((term) => ({ term, m: 1 }));
  return {
    results: [
      ...firstOf([result('Aquatic Acute', '1', acute.map(of(1)))]),
      ...firstOf([
        result('Aquatic Chronic', '1', chronic.map(of(1))),
        result('Aquatic Chronic', '2', [...chronic.map(of(10)), ...(two ?? []).map(of(1))]),
        result('Aquatic Chronic', '3', [
          ...chronic.map(of(100)),
          ...(two ?? []).map(of(10)),
          ...(three ?? []).map(of(1)),
        ]),
        result('Aquatic Chronic', '4', [...ones, ...(two ?? []), ...(three ?? []), ...(four ?? [])].map(of(1))),
      ]),
    ],
    withoutM: [...withoutM],
  };
}
