/** A file of tables as it was read: what is in its cells, and what is hidden. Plain values: they cross between processes. */

/** What is read of a file. */
export const SHEET_LIMITS = {
  /** Products of one file. */
  lines: 5_000,
  columns: 200,
  sheets: 200,
} as const;

/** A text, or a text of which something more is known. */
export type Cell = string | CellDetail;

export interface CellDetail {
  text: string;
  /** `number`: its text has a point for its decimals; `date`: it is written dd/MM/yyyy. */
  kind?: 'number' | 'date';
  /** Why it says nothing that can be kept: an error, a formula without its value. */
  fault?: string;
}

export interface SheetLine {
  /** From 1, as the spreadsheet numbers it. */
  line: number;
  hidden?: true;
  cells: readonly Cell[];
}

export interface Sheet {
  name: string;
  hidden: boolean;
  /** Those that hold anything. */
  lines: readonly SheetLine[];
  /** Ranks of hidden columns, from 0. */
  hiddenColumns: readonly number[];
}

export interface Workbook {
  sheets: readonly Sheet[];
  /** Days are counted from 1 January 1904, as old spreadsheets for the Macintosh do. ECMA-376, part 1, 18.17.4.1 */
  from1904: boolean;
}

export const textOf = (cell: Cell | undefined): string => (typeof cell === 'object' ? cell.text : (cell ?? ''));
/** A cell as people read it: a comma before decimals. */
export const printCell = (cell: Cell | undefined): string => {
  const text = textOf(cell).trim();
  return typeof cell === 'object' && cell.kind === 'number' ? text.replace('.', ',') : text;
};
export const isBlank = (cell: Cell | undefined): boolean =>
  textOf(cell).trim() === '' && (typeof cell !== 'object' || cell.fault === undefined);

/** Days between the epoch of spreadsheets (30 December 1899) and that of the calendar, and what 1904 adds. */
const EPOCH_DAYS = 25_569;
const DAYS_TO_1904 = 1_462;
const DAY_MS = 86_400_000;

/**
 * The day of a serial number, `dd/MM/yyyy`; the part of a day is left out.
 * Below 60, the calendar of 1900 has a 29 February that never was: days before it are one later.
 */
export function printSerial(serial: number, from1904: boolean): string {
  const whole = Math.floor(serial) + (from1904 ? DAYS_TO_1904 : 0);
  const date = new Date((whole - EPOCH_DAYS + (!from1904 && whole < 60 ? 1 : 0)) * DAY_MS);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${two(date.getUTCDate())}/${two(date.getUTCMonth() + 1)}/${date.getUTCFullYear()}`;
}

/** `AB` for 27, from 0. */
export function columnName(rank: number): string {
  let name = '';
  for (let left = rank + 1; left > 0; left = Math.floor((left - 1) / 26))
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  return name;
}

/** Characters that a workbook does not keep: those that XML cannot hold, or asks to leave out. XML 1.0, 2.2 */
export const UNWRITABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffd\p{Noncharacter_Code_Point}]/gu;

/**
 * A text as a workbook keeps it: what looks like an escaped character is none once read again (`_x000D_` is written
 * `_x005F_x000D_`). ECMA-376, part 1, 22.9.2.19
 */
export const escapeText = (text: string): string =>
  text.replace(UNWRITABLE, '').replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text
        .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replace(/\0/g, '')
    : text;
