import { parseMeasure, writeNumber } from '../fields/number.ts';
import { isSameUnit } from '../products/product.words.ts';

/**
 * Units that a result may be written in and its field is not: how many of the field's one of them is. What stands in no line
 * is another quantity, and is not converted. Prefixes of the SI: BIPM, The International System of Units, 9th edition, table 7.
 */
const CONVERSIONS: readonly (readonly [to: string, from: readonly string[], factor: number])[] = [
  ['ppm', ['%'], 10_000],
  ['ppm', ['g/kg', 'mg/g'], 1_000],
  ['ppm', ['µg/kg', 'ppb'], 0.001],
  ['mPa.s', ['Pa.s', 'Pa·s'], 1_000],
  ['mPa.s', ['P', 'poise', 'poises'], 100],
  ['minutes', ['s', 'sec', 'seconde', 'secondes', 'seconds'], 1 / 60],
  ['minutes', ['h', 'heure', 'heures', 'hour', 'hours'], 60],
  ['fois par jour', ['fois par semaine', 'fois/semaine', '/semaine', 'times per week', 'per week'], 1 / 7],
  ['cm²', ['m²', 'm2'], 10_000],
  ['cm²', ['dm²', 'dm2'], 100],
  ['mg/cm²', ['g/m²', 'g/m2'], 0.1],
  ['mg/cm²', ['µg/cm²', 'µg/cm2'], 0.001],
  ['mg/m³', ['µg/m³', 'µg/m3'], 0.001],
  ['mg/m³', ['g/m³', 'g/m3', 'mg/L'], 1_000],
  ['m³/jour', ['L/jour', 'L/j', 'L/day'], 0.001],
  ['mg/jour', ['g/jour', 'g/j', 'g/day'], 1_000],
  ['mg/jour', ['µg/jour', 'µg/j', 'µg/day'], 0.001],
  ['mg/kg', ['g/kg'], 1_000],
  ['mg/L', ['g/L'], 1_000],
  ['mg/L', ['µg/L', 'mg/m³', 'mg/m3'], 0.001],
  ['mg/kg pc/jour', ['g/kg pc/jour', 'g/kg pc/j', 'g/kg/j', 'g/kg bw/day'], 1_000],
  ['mg/kg pc/jour', ['µg/kg pc/jour', 'µg/kg pc/j', 'µg/kg/j', 'µg/kg bw/day'], 0.001],
];

/** Degrees are counted from another zero. */
const FAHRENHEIT = ['°F', '° F', 'degrés Fahrenheit', 'degrees Fahrenheit'];

/** How a number of one unit is written in another; `null` for another quantity. */
function conversionOf(from: string, to: string): ((value: number) => number) | null {
  if (isSameUnit(to, '°C') && FAHRENHEIT.some((unit) => isSameUnit(unit, from))) return (value) => (value - 32) / 1.8;
  const found = CONVERSIONS.find(
    ([unit, others]) => isSameUnit(unit, to) && others.some((one) => isSameUnit(one, from)),
  );
  return found ? (value) => value * found[2] : null;
}

/** Digits that are kept of a converted number: as many as a laboratory gives, and no error of the calculation. */
const DIGITS = 6;

/** A result of another unit as its field would have it: `0,5` of `g/kg` is `500` of `ppm`; `null` when it cannot be. */
export function converted(text: string, from: string, to: string): string | null {
  const convert = conversionOf(from, to);
  const measure = convert ? parseMeasure(text) : undefined;
  if (!convert || !measure || measure.bounds.length === 0) return null;
  const written = (value: number): string => writeNumber(Number(convert(value).toPrecision(DIGITS)));
  if (typeof measure.value === 'number') return written(measure.value);
  const [low, high] = measure.bounds;
  if (low === undefined) return null;
  const sign = /^[<≤>≥~]/.exec(measure.value)?.[0];
  return high === undefined ? `${sign ?? ''} ${written(low)}`.trim() : `${written(low)} à ${written(high)}`;
}

/** Characters of a result with its unit. */
const RESULT_LENGTH = 100;

/** A result and the unit after it: « 12,5 Pa.s »; `null` for a text that is none. */
export function cutResult(text: string): { result: string; unit: string } | null {
  if (text.length > RESULT_LENGTH) return null;
  for (let at = 1; at < text.length; at += 1) {
    if (!/[\d\s]/.test(text[at - 1] ?? '')) continue;
    const result = text.slice(0, at).trim();
    const unit = text.slice(at).trim();
    if (/^[\d.,\s]/.test(unit) || unit === '') continue;
    if (parseMeasure(result)?.bounds.length) return { result, unit };
  }
  return null;
}
