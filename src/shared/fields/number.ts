import { singleSpaced } from './text.ts';

/**
 * French numbers, read and printed. `Number('5,5')` is NaN and `<input type="number">` turns `5,5` into 55 in an
 * English browser, so numbers are typed as text and read here.
 */

/** The longest result that a person or a client may write, in characters: laboratories write some forty. */
export const MEASURE_LENGTH = 200;
/** The longest that is read at all: a range of the two smallest numbers there are, printed, has some 690. */
const READ_LENGTH = 800;
const SPACES = '[ \\u00a0\\u202f\\u2009]';
const NUMBER = new RegExp(`^([-−+])?(\\d{1,3}(?:${SPACES}\\d{3})+|\\d+)?(?:[.,](\\d+))?$`);

/**
 * Reads `5,5`, `5.5`, `1 234,5`, `-0,5`, `,5`. Refuses `1,234.5`, `1e3` and anything else.
 * @returns the number, or `null` when the text is not one.
 */
export function parseNumber(text: string): number | null {
  const match = text.length > READ_LENGTH ? null : NUMBER.exec(text.trim());
  if (!match) return null;
  const [, sign, integer, decimals] = match;
  if (integer === undefined && decimals === undefined) return null;
  const digits = (integer ?? '0').replace(new RegExp(SPACES, 'g'), '');
  const value = Number(`${digits}.${decimals ?? '0'}`);
  if (!Number.isFinite(value)) return null;
  return sign === '-' || sign === '−' ? -value || 0 : value;
}

/** Said of « 12.500 », which a person may have meant as thousands. */
export const sayDecimals = (text: string): string =>
  `« ${text} » est lu avec des décimales : si c’est un millier, écrivez-le sans séparateur.`;

/** Whether a point that somebody typed may part thousands: decimals are written after a comma. */
export const mayBeThousands = (text: string): boolean => /^[1-9]\d{0,2}\.\d{3}$/.test(text.slice(0, 20).trim());

const printer = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 12 });

/** A number in digits, never as `1e-7`: it must be read again. */
function plainNumber(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e');
  if (exponent === undefined) return mantissa;
  const [, sign = '', digits = ''] = /^(-?)(.*)$/.exec(mantissa) ?? [];
  const [integer = '', decimals = ''] = digits.split('.');
  const point = integer.length + Number(exponent);
  const all = `${integer}${decimals}`;
  return point > 0 ? `${sign}${all.padEnd(point, '0')}` : `${sign}0.${'0'.repeat(-point)}${all}`;
}

/** `1234.5` → `1234,5`, none → an empty text: for a field, a cell or a calculation, where it is read again. */
export const writeNumber = (value: number | null | undefined): string =>
  value == null ? '' : plainNumber(value).replace('.', ',');

/** `1234.5` → `1 234,5` with a narrow no-break space between thousands. What is printed reads as the same number. */
export function printNumber(value: number): string {
  const text = printer.format(value);
  return parseNumber(text) === value || !Number.isFinite(value) ? text : writeNumber(value);
}

/** Figures that we computed, their thousands parted as `printNumber` parts them: `1234,5` → `1 234,5`. */
export const inThousands = (text: string): string =>
  text.replace(/(?<![\d,.])\d{4,15}/g, (digits) => printNumber(Number(digits)));

const MEASURE = /^([<≤>≥~]) ?(.+)$/;
const WORDS = new Map([
  ['absence', 'Absence'],
  ['absent', 'Absence'],
  ['nd', 'ND'],
  ['n.d.', 'ND'],
  ['n.d', 'ND'],
  ['non détecté', 'ND'],
  ['non détectée', 'ND'],
  ['na', 'NA'],
  ['n.a.', 'NA'],
  ['n.a', 'NA'],
  ['non applicable', 'NA'],
  ['not detected', 'ND'],
  ['not applicable', 'Sans objet'],
  ['sans objet', 'Sans objet'],
]);
/** « Absence dans 1 g », « absent / 0,1 ml »: what was looked at is part of the result. */
const ABSENCE = /^(?:absence|absente?) ?(?:dans|par|\/|sur|pour|in) ?(.+?) ?(g|mg|kg|ml|l)$/i;
/** What stands between the two ends of a range. */
const BETWEEN = / ?[-–—] ?| (?:à|et|to) /g;

export interface Measure {
  /** As it is stored: a number, or `"< 10"`, `"10 à 20"`, `"Absence"`. */
  value: number | string;
  /** The numbers in it, to be checked; none for a word. */
  bounds: readonly number[];
}

/**
 * Reads a laboratory result: a number (answered as a number), a number after `<`, `≤`, `>`, `≥` or `~` (answered as
 * `"< 10"`), a range (`"10 à 20"`), or `Absence` (`"Absence dans 1 g"`), `ND` (non détecté), `NA` (non applicable),
 * `Sans objet`. @returns `undefined` when the text is none of these
 */
export function parseMeasure(text: string): Measure | undefined {
  if (text.length > READ_LENGTH) return undefined;
  const trimmed = singleSpaced(text);
  const word = WORDS.get(trimmed.toLowerCase());
  if (word) return { value: word, bounds: [] };
  const plain = parseNumber(trimmed);
  if (plain !== null) return { value: plain, bounds: [plain] };
  const [, mass = '', unit = ''] = ABSENCE.exec(trimmed) ?? [];
  const looked = parseNumber(mass);
  if (looked !== null && looked > 0)
    return { value: `Absence dans ${plainNumber(looked)} ${unit.toLowerCase().replace('l', 'L')}`, bounds: [] };
  const match = MEASURE.exec(trimmed.replace(/^<=/, '≤').replace(/^>=/, '≥'));
  const bound = parseNumber(match?.[2] ?? '');
  if (match && bound !== null) return { value: `${match[1]} ${plainNumber(bound)}`, bounds: [bound] };
  return parseRange(trimmed.replace(/^entre /i, ''));
}

/** `10 – 20`, `10 à 20`: the lower end first. */
function parseRange(text: string): Measure | undefined {
  for (const { index, 0: between } of text.matchAll(BETWEEN)) {
    const low = parseNumber(text.slice(0, index));
    const high = parseNumber(text.slice(index + between.length));
    if (low !== null && high !== null && low < high)
      return { value: `${plainNumber(low)} à ${plainNumber(high)}`, bounds: [low, high] };
  }
  return undefined;
}

const plainUnit = (text: string): string => text.toLowerCase().replace(/[\s\u00a0\u202f.·⋅]/g, '');

/** A result without the unit of its own field, which people paste with it: `12 500 mPa·s`, `< 10 UFC/g`. */
export function withoutUnit(text: string, unit: string | undefined): string {
  if (!unit || text.length > READ_LENGTH) return text;
  const wanted = plainUnit(unit);
  // As many characters from the end as say the unit, whatever its spaces and dots.
  for (let from = text.length - 1; from > 0; from -= 1) {
    const tail = plainUnit(text.slice(from));
    if (tail === wanted && /[\d\s\u00a0\u202f]/.test(text[from - 1] ?? '')) return text.slice(0, from).trimEnd();
    if (tail.length > wanted.length) break;
  }
  return text;
}
