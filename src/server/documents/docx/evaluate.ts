import { fold } from '#shared/contract/list.ts';
import { parseNumber } from '#shared/fields/number.ts';
import { type Language, writerOf } from '#shared/fields/writer.ts';
import type { TemplateData } from '#shared/templates/placeholders.ts';
import { dated, dayOf } from './dates.ts';
import type { Filter, Test } from './grammar.ts';

/** What filters and comparisons make of values, which are texts as they are printed: `5,5`, `15/03/2026`, `2,00 %`. */

type Value = TemplateData[string] | undefined;

/** A number with what may stand around it: `< 0,5`, `5,00 %`, `1 200 mg/kg`. */
const QUANTITY =
  /^([<≤>≥~]?)[\s\u00a0\u202f]*([-−+]?\d(?:[\d\s\u00a0\u202f]*\d)?(?:[.,]\d+)?)[\s\u00a0\u202f]*([%‰a-zµ°].*)?$/i;

interface Quantity {
  /** As written, and what it is. */
  digits: string;
  value: number;
  /** `<` and its like. */
  sign: string;
  /** Folded; empty without. */
  unit: string;
}

function quantityOf(text: string): Quantity | null {
  const [, sign = '', digits = '', unit = ''] = QUANTITY.exec(text.trim()) ?? [];
  const value = parseNumber(digits);
  return value === null ? null : { digits, value, sign, unit: fold(unit).trim() };
}

/** Dates as dates, numbers of one unit as numbers, texts whatever their case and accents. */
export function passes(value: Value, { operator, value: wanted }: Test): boolean {
  const text = typeof value === 'string' ? value : '';
  const [day, otherDay] = [dayOf(text), dayOf(wanted)];
  if (day !== null && otherDay !== null) return holds(operator, day.localeCompare(otherDay));
  const [one, other] = [quantityOf(text), quantityOf(wanted)];
  const comparable = one !== null && other !== null && (other.unit === '' || one.unit === other.unit);
  if (operator === '=' || operator === '≠') {
    const isSame = comparable && one.sign === other.sign ? one.value === other.value : same(text) === same(wanted);
    return isSame === (operator === '=');
  }
  return comparable && holds(operator, Math.sign(one.value - other.value));
}

/** @param order of the two sides: negative, 0 or positive */
function holds(operator: Test['operator'], order: number): boolean {
  switch (operator) {
    case '=':
      return order === 0;
    case '≠':
      return order !== 0;
    case '>':
      return order > 0;
    case '<':
      return order < 0;
    case '≥':
      return order >= 0;
    case '≤':
      return order <= 0;
  }
}

const same = (text: string): string => fold(text).replace(/\s+/g, ' ').trim();

/** What a value prints, once its filters have passed over it. @param language of the template */
export function printed(value: Value, filters: readonly Filter[], language: Language = 'fr'): string {
  const [first] = filters;
  let text = typeof value === 'string' ? value : '';
  // Of what is no list there is nothing to count: it is printed as it is, and told when the template is read.
  if (first?.name === 'nombre' && typeof value !== 'string') text = String(itemsOf(value).length);
  if (first?.name === 'somme') text = totalOf(itemsOf(value), { column: first.argument, language });
  for (const { name, argument } of filters) {
    if (name === 'sinon') text = text.trim() === '' ? argument : text;
    else if (name === 'majuscules') text = text.toLocaleUpperCase('fr');
    else if (name === 'minuscules') text = text.toLocaleLowerCase('fr');
    else if (name === 'initiale') text = text.charAt(0).toLocaleUpperCase('fr') + text.slice(1);
    else if (name === 'format') text = dated(text, argument, language);
    else if (name === 'décimales') text = rounded(text, Number(argument), language);
  }
  return text;
}

const itemsOf = (value: Value): readonly TemplateData[] => (Array.isArray(value) ? value : []);

/**
 * The sum of a column, with as many decimals as its most precise number; an empty cell does not count. Nothing where a cell says
 * no amount (« q.s.p. », « 1–5 », « < 0,5 »): a sum without it would be less than there is.
 */
function totalOf(items: readonly TemplateData[], { column, language }: { column: string; language: Language }): string {
  const texts = items.map((item) => (typeof item[column] === 'string' ? item[column] : ''));
  const found = texts.filter((text) => text.trim() !== '').map(quantityOf);
  if (found.some((one) => one === null || one.sign !== '')) return '';
  const numbers = found.map((one) => one?.value ?? 0);
  const decimals = Math.max(0, ...texts.map((text) => /[.,](\d+)/.exec(text)?.[1]?.length ?? 0));
  return withDecimals(
    numbers.reduce((sum, one) => sum + one, 0),
    decimals,
    language,
  );
}

const withDecimals = (value: number, digits: number, language: Language): string =>
  writerOf(language).figures(
    value.toLocaleString('fr-FR', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );

/** A number with that many decimals, what stands around it kept; any other text as it is. */
function rounded(text: string, digits: number, language: Language): string {
  const found = quantityOf(text);
  return found ? text.replace(found.digits, () => withDecimals(found.value, digits, language)) : text;
}

/** Whether a text may stand on one side of « < »: a number or a day. */
export const isOrdered = (text: string): boolean => dayOf(text) !== null || quantityOf(text) !== null;

/** The column of `pourcentage décroissant`. */
export const columnOf = (order: string): string => order.replace(/\s(?:d[ée])?croissant$/i, '').trimEnd();

/** The items of a list in the order of a column: numbers as numbers, days as days, texts as French dictionaries do. */
export function sorted(items: readonly TemplateData[], order: string): readonly TemplateData[] {
  const column = columnOf(order);
  const sign = fold(order).endsWith(' decroissant') ? -1 : 1;
  const keyed = items.map((item) => {
    const text = typeof item[column] === 'string' ? item[column] : '';
    return { item, text, number: quantityOf(text)?.value ?? null, day: dayOf(text) };
  });
  return keyed
    .toSorted((a, b) => {
      // What is empty comes last, either way.
      if (a.text === '' || b.text === '') return Number(a.text === '') - Number(b.text === '');
      if (a.day !== null && b.day !== null) return sign * a.day.localeCompare(b.day);
      if (a.number !== null && b.number !== null) return sign * (a.number - b.number);
      // What says no amount comes after the amounts, either way.
      if ((a.number === null) !== (b.number === null)) return a.number === null ? 1 : -1;
      return sign * collator.compare(a.text, b.text);
    })
    .map(({ item }) => item);
}

const collator = new Intl.Collator('fr', { numeric: true });
