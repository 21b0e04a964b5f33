/**
 * French numbers, read and printed. `Number('5,5')` is NaN and `<input type="number">` turns `5,5` into 55 in an
 * English browser, so numbers are typed as text and read here.
 */

const SPACES = '[ \\u00a0\\u202f\\u2009]';
const NUMBER = new RegExp(`^([-−+])?(\\d{1,3}(?:${SPACES}\\d{3})+|\\d+)?(?:[.,](\\d+))?$`);

/**
 * Reads `5,5`, `5.5`, `1 234,5`, `-0,5`, `,5`. Refuses `1,234.5`, `1e3` and anything else.
 * @returns the number, or `null` when the text is not one.
 */
export function parseNumber(text: string): number | null {
  const match = NUMBER.exec(text.trim());
  if (!match) return null;
  const [, sign, integer, decimals] = match;
  if (integer === undefined && decimals === undefined) return null;
  const digits = (integer ?? '0').replace(new RegExp(SPACES, 'g'), '');
  const value = Number(`${digits}.${decimals ?? '0'}`);
  if (!Number.isFinite(value)) return null;
  return sign === '-' || sign === '−' ? -value || 0 : value;
}

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

/** `1234.5` → `1 234,5` with a narrow no-break space between thousands. What is printed reads as the same number. */
export function printNumber(value: number): string {
  const text = printer.format(value);
  return parseNumber(text) === value || !Number.isFinite(value) ? text : plainNumber(value).replace('.', ',');
}

const MEASURE = /^([<≤>≥~])[ \u00a0\u202f]*(.+)$/;
const WORDS = new Map([
  ['absence', 'Absence'],
  ['absent', 'Absence'],
  ['nd', 'ND'],
  ['n.d.', 'ND'],
  ['n.d', 'ND'],
  ['na', 'NA'],
  ['n.a.', 'NA'],
  ['n.a', 'NA'],
]);

/**
 * Reads a laboratory result: a number (answered as a number), a number after `<`, `≤`, `>`, `≥` or `~` (answered as
 * `"< 10"`), or `Absence`, `ND` (non détecté), `NA` (non applicable).
 * @returns `undefined` when the text is none of these. The number itself is at `bound`, so that it can be checked.
 */
export function parseMeasure(text: string): { value: number | string; bound: number | null } | undefined {
  const trimmed = text.trim();
  const word = WORDS.get(trimmed.toLowerCase());
  if (word) return { value: word, bound: null };
  const plain = parseNumber(trimmed);
  if (plain !== null) return { value: plain, bound: plain };
  const match = MEASURE.exec(trimmed.replace(/^<=/, '≤').replace(/^>=/, '≥'));
  if (!match) return undefined;
  const bound = parseNumber(match[2] ?? '');
  return bound === null ? undefined : { value: `${match[1]} ${plainNumber(bound)}`, bound };
}
