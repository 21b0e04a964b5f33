import Papa from 'papaparse';

/** A file that is no text. */
export class NotText extends Error {
  constructor() {
    super('not a text');
    this.name = 'NotText';
  }
}

export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK';

/** A text file, in UTF-8 or as older spreadsheets write it. @throws NotText */
export function decodeText(bytes: Buffer): string {
  if (bytes.includes(0)) throw new NotText();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** What a spreadsheet would run, and what was protected so already. */
const RUNS = /^'*[=+\-@\t\r\n＝＋－＠]/;

const DELIMITERS = [';', '\t', ',', '|'];

/** Cells of a CSV, held apart as its first line is; an apostrophe that keeps a spreadsheet from running a cell is taken off. */
export function readCsv(text: string, separator?: string): string[][] {
  const first = text.replace(/^\s+/, '').split(/[\r\n]/, 1)[0] ?? '';
  const bare = first.replace(/"[^"]*"/g, '');
  const delimiter =
    separator ?? (DELIMITERS.toSorted((a, b) => bare.split(b).length - bare.split(a).length)[0] as string);
  const newline = (/\r\n|\n|\r/.exec(text)?.[0] ?? '\n') as '\n';
  return Papa.parse<string[]>(text, { delimiter, newline }).data.map((cells) =>
    cells.map((cell) => (cell.startsWith("'") && RUNS.test(cell) ? cell.slice(1) : cell)),
  );
}

/** Semicolons, CRLF, a byte-order mark; an apostrophe before what a spreadsheet would run. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${Papa.unparse(
    rows.map((cells) => cells.map((cell) => (RUNS.test(cell) ? `'${cell}` : cell))),
    { delimiter: ';', newline: '\r\n' },
  )}\r\n`;
