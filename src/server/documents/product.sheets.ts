import { gunzipSync, gzipSync } from 'node:zlib';
import { printNumber } from '#shared/fields/number.ts';
import { headersKey } from '#shared/imports/sheet.columns.ts';
import {
  type Draft,
  type Mapping,
  type ReadFile,
  readDrafts,
  readFile,
  SheetTooLong,
} from '#shared/imports/sheet.read.ts';
import type { Sheet, Workbook } from '#shared/imports/workbook.ts';
import { SHEET_LIMITS } from '#shared/imports/workbook.ts';
import { bodyFault, invalid, sheetTooLong } from '../errors.ts';
import { BadXml } from './docx/xml.ts';
import { isZip } from './xlsx/csv.ts';
import { decodedText, givenCsv, whyNoText, whyNoWorkbook } from './xlsx/no.sheet.ts';
import { NotSheet, readWorkbook, SHEET_LENGTH, TooMuch } from './xlsx/sheet.ts';

/** Sheets of products, as they are read in a process of their own: plain functions of bytes. */

/** What was said of columns before, by their names. */
export type KeptMappings = Readonly<Record<string, readonly (string | null)[]>>;

const MIB = 1024 * 1024;
/** One more than is taken of each: what is beyond is seen, and said. */
const LIMITS = {
  part: 50 * MIB,
  total: 50 * MIB,
  columns: SHEET_LIMITS.columns + 1,
  lines: SHEET_LIMITS.lines * 2,
  length: SHEET_LENGTH,
  sheets: SHEET_LIMITS.sheets + 1,
};

/** Reads a file that was given, once. @throws 413 above the limits; 422 with what to do */
export function openWorkbook(bytes: Buffer): Buffer {
  const workbook = isZip(bytes) ? fromZip(bytes) : fromText(bytes);
  if (workbook.sheets.length > SHEET_LIMITS.sheets) throw sheetTooLong(SAID.sheets);
  return gzipSync(JSON.stringify(workbook), { level: 1 });
}

const stored = (bytes: Buffer): Workbook => JSON.parse(gunzipSync(bytes).toString('utf8')) as Workbook;

/** How it is laid out and what its columns are. @throws 413 */
export const sheetFile = (bytes: Buffer, { mapping, kept }: { mapping: Mapping; kept: KeptMappings }): ReadFile =>
  within(() => readFile(stored(bytes), mapping, (headers) => kept[headersKey(headers)] ?? null));

/** What it says of products. @throws 413 */
export const sheetDrafts = (
  bytes: Buffer,
  { mapping, fields }: { mapping: Mapping; fields: readonly (string | null)[] },
): Draft[] => within(() => readDrafts(stored(bytes), mapping, fields));

const SAID = {
  lines: `Ce fichier a plus de ${printNumber(SHEET_LIMITS.lines)} lignes : coupez-le en plusieurs.`,
  columns: `Ce fichier a plus de ${printNumber(SHEET_LIMITS.columns)} colonnes : gardez celles des produits.`,
  sheets: `Ce classeur a plus de ${printNumber(SHEET_LIMITS.sheets)} feuilles : gardez celles des produits.`,
} as const;

function within<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SheetTooLong) throw sheetTooLong(SAID[error.what]);
    throw error;
  }
}

function fromZip(bytes: Buffer): Workbook {
  try {
    return readWorkbook(bytes, LIMITS);
  } catch (error) {
    if (error instanceof TooMuch)
      throw sheetTooLong('Ce fichier contient plus de texte qu’il ne s’en lit à la fois : coupez-le en plusieurs.');
    if (error instanceof NotSheet || error instanceof BadXml) throw refused(whyNoWorkbook(bytes));
    throw error;
  }
}

function fromText(bytes: Buffer): Workbook {
  const why = whyNoText(bytes);
  if (why !== null) throw refused(why);
  const text = decodedText(bytes);
  if (text.length > SHEET_LENGTH)
    throw sheetTooLong('Ce fichier contient plus de texte qu’il ne s’en lit à la fois : coupez-le en plusieurs.');
  const rows = givenCsv(text);
  const lines = rows.flatMap((cells, index): Sheet['lines'] =>
    cells.some((cell) => cell.trim() !== '') ? [{ line: index + 1, cells: cells.slice(0, LIMITS.columns) }] : [],
  );
  return {
    sheets: [{ name: 'CSV', hidden: false, lines: lines.slice(0, LIMITS.lines), hiddenColumns: [] }],
    from1904: false,
  };
}

const refused = (message: string) => invalid([bodyFault('file', message)]);
