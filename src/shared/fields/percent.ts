import { withoutEnds } from './text.ts';

/**
 * Percentages by mass (m/m), 0 to 100, kept as whole millionths of a percent: sums are exact, and 0,000 02 % is a real
 * line of a real formula. On the wire they are numbers of percents with at most six decimals.
 */

/** Whole millionths of a percent. */
export type Micros = number;

export const PERCENT_DECIMALS = 6;
const ONE_PERCENT = 10 ** PERCENT_DECIMALS;
/** A hundred percent. */
export const WHOLE: Micros = 100 * ONE_PERCENT;
/** What a total may miss before it is worth a word: 0,01 %. */
export const TOTAL_TOLERANCE: Micros = ONE_PERCENT / 100;

/** Exact for every number of at most six decimals; others are rounded to the nearest. */
export const toMicros = (percent: number): Micros => Math.round(percent * ONE_PERCENT);
export const toPercent = (micros: Micros): number => micros / ONE_PERCENT;

/** Whether a number of percents is kept as it is: between 0 and 100, at most six decimals. */
export const isPercent = (value: number): boolean =>
  Number.isFinite(value) && value >= 0 && value <= 100 && Math.abs(value * ONE_PERCENT - toMicros(value)) < 1e-3;

/** A share of a share, rounded up to the millionth: what is there is never less than what is said. */
export function shareOf(whole: Micros, share: Micros): Micros {
  const product = BigInt(whole) * BigInt(share);
  const divisor = BigInt(WHOLE);
  return Number((product + divisor - 1n) / divisor);
}

const NO_BREAK = '\u00a0';

/** « 72,40 », « 0,00002 »: at least `least` decimals, as many as it has. */
export function printNumber(micros: Micros, least = 2): string {
  const sign = micros < 0 ? '−' : '';
  const [whole, decimals] = [Math.floor(Math.abs(micros) / ONE_PERCENT), Math.abs(micros) % ONE_PERCENT];
  const kept = withoutEnds(String(decimals).padStart(PERCENT_DECIMALS, '0'), null, /0/).padEnd(least, '0');
  return `${sign}${whole}${kept ? `,${kept}` : ''}`;
}

/** « 72,40 % ». */
export const printPercent = (micros: Micros): string => `${printNumber(micros)}${NO_BREAK}%`;

/** Reads « 72,4 », « 72.40 », « 1e-5 » is none. @returns null for what is no number of percents */
export function readPercent(text: string): Micros | null {
  const digits = /^(\d{1,3})(?:[.,](\d*))?\s*%?$/.exec(text.trim());
  if (!digits) return null;
  const decimals = (digits[2] ?? '').padEnd(PERCENT_DECIMALS, '0');
  // The seventh decimal rounds the sixth: nothing that small is weighed.
  const rounding = Number(decimals.charAt(PERCENT_DECIMALS) || '0') >= 5 ? 1 : 0;
  const micros = Number(digits[1]) * ONE_PERCENT + Number(decimals.slice(0, PERCENT_DECIMALS)) + rounding;
  return micros <= WHOLE ? micros : null;
}
