import { nameKey } from '../fields/name.ts';
import { parseMeasure } from '../fields/number.ts';

/** What a reading is beside the limits of the study: by the number alone, bounds included. The worst last. */
export const VERDICTS = ['dans les limites', 'à vérifier', 'hors limites'] as const;
export type Verdict = (typeof VERDICTS)[number];

interface Limits {
  min: number | null;
  max: number | null;
  /** What a person looks for, and ticks. */
  attendu: string | null;
}
type Typed = string | number | boolean | null;

const YES = new Set(['oui', 'conforme', 'vrai', 'true']);
const NO = new Set(['non', 'non conforme', 'faux', 'false']);

/**
 * The numbers that a result may be, from the least to the most; `null` for what is none.
 * @param floor the least that there is of it, unless the result itself is below zero
 */
function rangeOf(typed: string | number, floor: number): readonly [least: number, most: number] | null {
  const measure = typeof typed === 'number' ? { value: typed, bounds: [typed] } : parseMeasure(typed);
  if (!measure) return null;
  const [low, high = low] = measure.bounds;
  const text = String(measure.value);
  // Nothing was found: none, or less than can be seen.
  if (low === undefined || high === undefined) return /^(?:Absence|ND)/.test(text) ? [0, 0] : null;
  if (/^[<≤]/.test(text)) return [low < 0 ? Number.NEGATIVE_INFINITY : floor, low];
  if (/^[>≥]/.test(text)) return [low, Number.POSITIVE_INFINITY];
  return text.startsWith('~') ? null : [low, high];
}

/** One value beside the limits of its criterion; `null` where there is no value, or nothing to hold it against. */
export function verdictOf({ min, max, attendu }: Limits, typed: Typed | undefined): Verdict | null {
  if (typed === null || typed === undefined || typed === '') return null;
  if (attendu !== null && min === null && max === null) {
    const said = nameKey(String(typed));
    if (YES.has(said) || said === nameKey(attendu)) return 'dans les limites';
    return NO.has(said) ? 'hors limites' : 'à vérifier';
  }
  if (min === null && max === null) return null;
  if (typeof typed === 'boolean') return 'à vérifier';
  // Less than nothing there is of what may be below zero alone.
  const isBelowZero = (min !== null && min < 0) || (max !== null && max < 0);
  const range = rangeOf(typed, isBelowZero ? Number.NEGATIVE_INFINITY : 0);
  if (!range) return 'à vérifier';
  const [least, most] = range;
  const isStrict = typeof typed === 'string' && /^\s*[<>](?!=)/.test(typed);
  // « < 5 » never is 5: below a minimum of 5 for certain.
  if (min !== null && (most < min || (isStrict && /^\s*</.test(String(typed)) && most <= min))) return 'hors limites';
  if (max !== null && (least > max || (isStrict && /^\s*>/.test(String(typed)) && least >= max))) return 'hors limites';
  return (min === null || least >= min) && (max === null || most <= max) ? 'dans les limites' : 'à vérifier';
}

/** The worst of the criteria of a reading. */
export function verdictOfReading(
  criteria: readonly (Limits & { nom: string })[],
  values: Readonly<Record<string, Typed>>,
): Verdict | null {
  // A criterion may be called as any object is: « constructor ».
  const found = criteria.map((one) => verdictOf(one, Object.hasOwn(values, one.nom) ? values[one.nom] : undefined));
  return [...VERDICTS].reverse().find((verdict) => found.includes(verdict)) ?? null;
}
