import type { HypothesisKey } from './hypotheses.ts';
import type { Toxicology } from './margins.ts';

const IS_LOAEL = /loael|loel|dmeno/i;

/** Numbers as people write them in a sentence. */
const WORDS: Readonly<Record<string, number>> = {
  un: 1,
  une: 1,
  one: 1,
  deux: 2,
  two: 2,
  trois: 3,
  three: 3,
  quatre: 4,
  four: 4,
  cinq: 5,
  five: 5,
  six: 6,
  sept: 7,
  seven: 7,
  huit: 8,
  eight: 8,
  dix: 10,
  ten: 10,
  douze: 12,
  twelve: 12,
  treize: 13,
  thirteen: 13,
};
/** Days in each unit, by how it begins. */
const UNITS: readonly [RegExp, number][] = [
  [/^(?:j|d)/i, 1],
  [/^(?:s|w)/i, 7],
  [/^m/i, 30],
  [/^(?:a|y)/i, 365],
];
/** « 28 jours », « 4-week », « six semaines », « 2 ans »; not « 5 jours/semaine », which says how often. */
const DURATION =
  /(?<![\p{L}\p{N},.])(\d{1,4}|[a-z]{2,8})[\s\u2011-]?(j(?:ours?)?|d(?:ays?)?|sem(?:aines?)?|weeks?|wk|mois|months?|ans?|années?|years?)(?!\p{L})(?!\s*(?:\/|par|sur|per)\s*(?:\d|j(?:our)?|sem|mois|day|week|month))/giu;
/** Studies of 28 days by their number: OECD test guidelines 407 (oral), 410 (dermal) and 412 (inhaled). */
const SUBACUTE_GUIDELINE = /(?:ocde|oecd|\btg|ligne directrice)\D{0,20}(?:407|410|412)(?!\d)/i;
const SUBACUTE_WORD = /\bsub[- ]?a(?:ig|cu)/i;
/** Days of a subchronic study. Source: OECD test guidelines 408, 411 and 413. */
const SUBCHRONIC_DAYS = 90;

/** The durations that a text gives, in days. */
function daysIn(text: string): number[] {
  return [...text.matchAll(DURATION)].flatMap(([, said = '', unit = '']) => {
    const count = /^\d/.test(said) ? Number(said) : WORDS[said.toLowerCase()];
    const days = UNITS.find(([begins]) => begins.test(unit))?.[1];
    return count && days ? [count * days] : [];
  });
}

/** Whether a study was shorter than one of 90 days, as its words say: never towards safety, one duration that is shorter is enough. */
export function isSubacute(text: string): boolean {
  const days = daysIn(text);
  return (
    SUBACUTE_WORD.test(text) ||
    days.some((one) => one < SUBCHRONIC_DAYS) ||
    (days.length === 0 && SUBACUTE_GUIDELINE.test(text))
  );
}

/**
 * A LOAEL in the place of a NOAEL, a study of 28 days in the place of one of 90, each asks for a factor (SCCS/1647/22). A
 * factor whose label says neither may stand for both; one that divides by nothing stands for none.
 */
export function factorsOmitted({ pod, pod_kind, study, duration, factors }: Toxicology): HypothesisKey[] {
  const isFor = (isNamed: (label: string) => boolean): boolean =>
    factors.some(({ label, divisor }) => divisor > 1 && (isNamed(label) || !(isLoael(label) || isSubacute(label))));
  if (pod === null) return [];
  return [
    ...(isLoael(pod_kind ?? '') && !isFor(isLoael) ? (['loael_3'] as const) : []),
    ...(isSubacute(`${study ?? ''} ; ${duration ?? ''}`) && !isFor(isSubacute) ? (['subaigue_3'] as const) : []),
  ];
}
const isLoael = (text: string): boolean => IS_LOAEL.test(text);

/** A factor of three that stands for a study one does not have: the SCCS’s own supposition, not a measure. */
export const factorSupposes = (label: string, divisor: number): HypothesisKey[] => {
  if (divisor !== 3) return [];
  if (isLoael(label)) return ['loael_3'];
  return /suba|28/i.test(label) ? ['subaigue_3'] : [];
};
