import { withoutEnds } from '#shared/fields/text.ts';
import { attributesOf, localName, scanXml } from '../docx/xml.ts';

/** How a style shows a number, as far as it changes what the number says. */
export interface NumberFormat {
  percent: boolean;
  /** `day`: a date with its year; `month`: without its day; `no year`: a day of any year; `year`: a year alone. */
  date: 'day' | 'month' | 'no year' | 'year' | null;
  /** A code of zeros and signs that fills up with zeros: `000000`, `"P-"0000`; its parts, a digit each `0`. */
  filled: readonly string[] | null;
  /** A text that it shows before the number and after it: « P-12 », « 12 Pa.s ». */
  around: readonly [before: string, after: string] | null;
}

const PLAIN: NumberFormat = { percent: false, date: null, filled: null, around: null };

/** Formats that every workbook knows, those of dates and percentages. ECMA-376, part 1, 18.8.30 */
const BUILT_IN: ReadonlyMap<number, string> = new Map([
  [9, '0%'],
  [10, '0.00%'],
  [14, 'dd/mm/yyyy'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [22, 'dd/mm/yyyy hh:mm'],
]);
/** Characters of a code that are read. */
const CODE_LENGTH = 255;

/** The format of a style, by its rank. */
export function formatsOf(xml: string | null): (style: number) => NumberFormat {
  if (!xml) return () => PLAIN;
  const codes = new Map<string, string>([...BUILT_IN].map(([id, code]) => [String(id), code]));
  const ids: string[] = [];
  let inCells = false;
  scanXml(xml, {
    open(name, start, openEnd) {
      const local = localName(name);
      if (local === 'cellXfs') inCells = true;
      if (local !== 'numFmt' && !(local === 'xf' && inCells)) return;
      const found = new Map(attributesOf(xml, { start, openEnd }).map((one) => [localName(one.name), one.value]));
      const id = found.get('numFmtId') ?? '0';
      if (local === 'numFmt') codes.set(id, (found.get('formatCode') ?? '').slice(0, CODE_LENGTH));
      else ids.push(id);
    },
    close(name) {
      if (localName(name) === 'cellXfs') inCells = false;
    },
  });
  const formats = ids.map((id) => formatOf(codes.get(id) ?? ''));
  return (style) => formats[style] ?? PLAIN;
}

/** What a code shows. A text between quotes, or after a backslash, is a character like another; brackets say colours and places. */
export function formatOf(code: string): NumberFormat {
  const [first = ''] = withoutBrackets(code).split(';');
  const bare = first.replace(/"[^"]*"|\\.|_.|\*./g, '').toLowerCase();
  if (bare.includes('%')) return { ...PLAIN, percent: true };
  const [year, day] = [/yy|aa/.test(bare), /[dj]/.test(bare)];
  const month = bare.includes('m') && (year || day || !/[hs]/.test(bare));
  if (year && day) return { ...PLAIN, date: 'day' };
  if (month) return { ...PLAIN, date: day ? 'no year' : 'month' };
  const filled = filledOf(first);
  return { ...PLAIN, date: year ? 'year' : null, filled, around: filled ? null : aroundOf(first) };
}

/** Colours, places and conditions taken off; a time that goes on counting (`[h]:mm`) is one still. */
function withoutBrackets(code: string): string {
  let kept = '';
  for (let at = 0; at < code.length; at += 1) {
    const end = code[at] === '[' ? code.indexOf(']', at) : -1;
    if (end < 0) kept += code[at];
    else {
      const inside = code.slice(at + 1, end).toLowerCase();
      if (inside !== '' && [...inside].every((sign) => sign === inside[0] && 'hms'.includes(sign))) kept += inside;
      at = end;
    }
  }
  return kept;
}

/** A code of two zeros or more and of signs, nothing else: what is shown is as long as it says. */
function filledOf(code: string): string[] | null {
  const parts: string[] = [];
  for (let at = 0; at < code.length; at += 1) {
    const sign = code[at] ?? '';
    if (sign === '"') {
      const end = code.indexOf('"', at + 1);
      if (end < 0) return null;
      parts.push(...code.slice(at + 1, end).replaceAll('0', '\u0000'));
      at = end;
    } else if (sign === '\\') {
      at += 1;
      parts.push((code[at] ?? '').replace('0', '\u0000'));
    } else if (sign === '_' || sign === '*') at += 1;
    else if ('0 -/()'.includes(sign)) parts.push(sign);
    else return null;
  }
  return parts.filter((part) => part === '0').length >= 2 ? parts : null;
}

/** The texts between quotes of a code, before its first digit and after; signs of money are none. */
function aroundOf(code: string): [string, string] | null {
  let digit = -1;
  for (let at = 0, quoted = false; at < code.length && digit < 0; at += 1) {
    if (code[at] === '"') quoted = !quoted;
    else if (!quoted && '0#?'.includes(code[at] ?? '')) digit = at;
  }
  const said = (part: string): string => Array.from(part.matchAll(/"([^"]*)"/g), ([, text = '']) => text).join('');
  const [before, after] = [said(code.slice(0, Math.max(0, digit))), said(code.slice(Math.max(0, digit)))];
  const isSaid = /[\p{L}\d]/u.test(before + after);
  return digit >= 0 && isSaid ? [before, after] : null;
}

/** What a spreadsheet keeps in binary is not what was typed: fifteen digits are all it shows. */
const DIGITS = 15;

/** A number as it was typed, a point before its decimals; as its format shows it, where that adds zeros or signs. */
export function printNumber(
  number: number,
  { percent, filled, around }: NumberFormat,
): { text: string; isPlain: boolean } {
  if (filled && Number.isInteger(number) && number >= 0) return { text: fill(filled, number), isPlain: false };
  const text = plain(percent ? number * 100 : number);
  if (around) return { text: `${around[0]}${text.replace('.', ',')}${around[1]}`.trim(), isPlain: false };
  return percent ? { text: `${text} %`, isPlain: true } : { text, isPlain: true };
}

/** Digits from the right into the zeros of a code; those that are left over stand before them. */
function fill(parts: readonly string[], number: number): string {
  const digits = [...plain(number)];
  const shown: string[] = [];
  const first = parts.indexOf('0');
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const part = parts[at] ?? '';
    shown.unshift(part === '0' ? (digits.pop() ?? '0') : part === '\u0000' ? '0' : part);
    if (at === first) shown.unshift(...digits.splice(0));
  }
  return shown.join('');
}

/** Never with an exponent. */
function plain(number: number): string {
  const short = Number(number.toPrecision(DIGITS));
  const text = String(short);
  if (!text.includes('e')) return text;
  return Math.abs(short) >= 1 ? BigInt(short).toString() : withoutEnds(short.toFixed(20), null, /0/);
}
