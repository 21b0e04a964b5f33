import Papa from 'papaparse';
import { isQuoted, neutralCell, plainCell } from '#shared/fields/csv.ts';

/** A file that is no text. */
export class NotText extends Error {
  constructor() {
    super('not a text');
    this.name = 'NotText';
  }
}

/** A quotation mark that swallows the lines after its own. */
export class UnclosedQuote extends Error {
  /** From 1. */
  readonly line: number;
  constructor(line: number) {
    super('an unclosed quotation mark');
    this.name = 'UnclosedQuote';
    this.line = line;
  }
}

export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK';

/** A text file, in UTF-8, in UTF-16 where its mark says so, or as older spreadsheets write it. @throws NotText */
export function decodeText(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoded('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return decoded('utf-16be', bytes);
  if (bytes.includes(0)) throw new NotText();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const decoded = (encoding: string, bytes: Buffer): string => {
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes('\0')) throw new NotText();
  return text;
};

const DELIMITERS = [';', '\t', ',', '|'];

/** `="00123"`: how people keep Excel from taking the zeros of a text. */
const asText = (cell: string): string =>
  cell.startsWith('="') && cell.endsWith('"') && cell.indexOf('"', 2) === cell.length - 1 ? cell.slice(2, -1) : cell;

/** Lines looked at for what holds cells apart, and characters of them. */
const [LOOKED_AT, LOOKED_LENGTH] = [20, 20_000];

/** What holds the cells of most lines apart: what the first line says is no sign when it is a title. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, LOOKED_LENGTH)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, LOOKED_AT);
  const held = (by: string): number => lines.filter((line) => line.includes(by)).length;
  const parts = (by: string): number => lines.reduce((most, line) => Math.max(most, line.split(by).length), 0);
  // A list inside a cell has another number of parts on each line; columns have the same.
  const isSteady = (by: string): number => (new Set(lines.map((line) => line.split(by).length)).size === 1 ? 1 : 0);
  return DELIMITERS.toSorted(
    (a, b) => held(b) - held(a) || isSteady(b) - isSteady(a) || parts(b) - parts(a),
  )[0] as string;
}

/**
 * Cells of a CSV, held apart as most of its first lines are, or as its line `sep=;` says; an apostrophe that keeps a
 * spreadsheet from running a cell is taken off.
 * @throws UnclosedQuote
 */
export function readCsv(text: string, separator?: string): string[][] {
  const said = separator === undefined ? /^\ufeff?sep=([;,|\t])(\r\n|\n|\r)/i.exec(text.slice(0, 10)) : null;
  // The line stays, empty: lines are counted as a spreadsheet counts them.
  const body = said ? text.slice(said[0].length - (said[2]?.length ?? 0)) : text;
  const delimiter = separator ?? said?.[1] ?? delimiterOf(text);
  const newline = (/\r\n|\n|\r/.exec(body)?.[0] ?? '\n') as '\n';
  const { data, errors } = Papa.parse<string[]>(body, { delimiter, newline });
  const [wrong] = errors.filter(({ type }) => type === 'Quotes');
  // What a program exports is taken as it is; what people write is held to its quotation marks.
  if (wrong && separator === undefined) throw new UnclosedQuote((wrong.row ?? 0) + 1);
  return data.map((cells) => cells.map((cell) => (plainCell(cell) === cell ? asText(cell) : plainCell(cell))));
}

/** Semicolons, CRLF, a byte-order mark; an apostrophe before what a spreadsheet would run. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${Papa.unparse(
    rows.map((cells) => cells.map(neutralCell)),
    { delimiter: ';', newline: '\r\n', quotes: (cell: unknown) => isQuoted(String(cell)) },
  )}\r\n`;
