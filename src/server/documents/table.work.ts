import { nameKey } from '#shared/fields/name.ts';
import { printNumber } from '#shared/fields/number.ts';
import { labelName } from '#shared/formulas/inci.label.ts';
import { PASTE_LENGTH, type Pasted, PasteTooLong, readPaste, readRows } from '#shared/formulas/paste.read.ts';
import {
  type Annex,
  type AnnexExport,
  type ChosenColumns,
  EXPORT_LIMITS,
  entryOf,
  readExport,
  tooLongIn,
} from '#shared/regulation/export.read.ts';
import { chemicalNames } from '#shared/regulation/identity.ts';
import { readLimit } from '#shared/regulation/limit.ts';
import { bodyFault, invalid, pasteTooLong } from '../errors.ts';
import { BadXml } from './docx/xml.ts';
import { decodeText, isZip, NotText, readCsv, writeCsv } from './xlsx/csv.ts';
import { NotSheet, readSheet, SHEET_LENGTH, TooMuch } from './xlsx/sheet.ts';
import { type SheetCell, writeSheet } from './xlsx/write.ts';

/** The work on tables, as it is done in a process of its own (`document.worker.ts`): plain functions of bytes. */

/**
 * A formula that was pasted, or the file that stands for it: the first sheet of a workbook, or a text.
 * @param names keys of names that are known
 * @throws 413 naming the line that is too long; 422 for a file that is none
 */
export function formula(given: { text: string } | { bytes: Buffer }, names: ReadonlySet<string>): Pasted {
  const options = { isKnown: (name: string) => names.has(nameKey(name)) || names.has(nameKey(labelName(name))) };
  try {
    if ('text' in given) return readPaste(given.text, options);
    const { bytes } = given;
    return isZip(bytes)
      ? readRows(sheetOf(bytes, SHEET_ROWS, PASTE_LENGTH), options)
      : readPaste(textOf(bytes), options);
  } catch (error) {
    if (error instanceof PasteTooLong) throw pasteTooLong(error);
    throw error;
  }
}
/** Rows of a formula that are read, and lines of a library of the firm below its heads: those of the trade have some thousands. */
const [SHEET_ROWS, TABLE_LINES] = [10_000, 20_000];
/** Characters of a cell of a library: a field has 500, a note of one 5,000. */
const TABLE_CELL = 5_000;

function sheetOf(bytes: Buffer, rows: number, length = SHEET_LENGTH): string[][] {
  try {
    return readSheet(bytes, rows, length);
  } catch (error) {
    if (error instanceof TooMuch) throw length === PASTE_LENGTH ? pasteTooLong({ line: null, cell: null }) : tooMuch();
    if (error instanceof NotSheet || error instanceof BadXml) throw invalid([bodyFault('file', NOT_SHEET)]);
    throw error;
  }
}
const NOT_SHEET =
  'Ce fichier n’est ni un texte ni un classeur Excel (.xlsx) lisible. Enregistrez-le en .xlsx ou en CSV, ou copiez le tableau et collez-le.';

const tooMuch = () =>
  invalid([bodyFault('file', 'Ce fichier contient plus de texte qu’il ne s’en lit à la fois : coupez-le.')]);

/** A workbook or a CSV, row by row, whole: what is longer is refused. @throws 422 */
export function table(bytes: Buffer): string[][] {
  const read = isZip(bytes) ? sheetOf(bytes, TABLE_LINES + 2) : readCsv(textOf(bytes));
  // A text ends with a line that is none.
  const rows = read.slice(0, read.findLastIndex((cells) => cells.some((cell) => cell !== '')) + 1);
  if (rows.length > TABLE_LINES + 1)
    throw invalid([
      bodyFault('file', `Ce fichier a plus de ${printNumber(TABLE_LINES)} lignes : partagez-le en plusieurs.`),
    ]);
  let left = SHEET_LENGTH;
  for (const [index, cells] of rows.entries()) {
    const long = cells.findIndex((cell) => cell.length > TABLE_CELL);
    if (long !== -1)
      throw invalid([
        bodyFault(
          'file',
          `La cellule ${long + 1} de la ligne ${index + 1} est trop longue : ${printNumber(TABLE_CELL)} caractères au plus.`,
        ),
      ]);
    left -= cells.reduce((sum, cell) => sum + cell.length, 0);
    if (left < 0) throw tooMuch();
  }
  return rows;
}

/** A CSV whose cells commas hold apart, whatever its first lines are. @throws 422 */
export const commas = (bytes: Buffer): string[][] => readCsv(textOf(bytes), ',');

/**
 * An annex as the Commission exports it, each of its entries tried: what is kept is read again by everybody, and not in a
 * thread. `null` for a file that is none. @throws 422 naming the cell that is too long
 */
export function annex(bytes: Buffer, columns: Partial<Record<Annex, ChosenColumns>> = {}): AnnexExport | null {
  let rows: string[][];
  try {
    rows = readCsv(decodeText(bytes), ',');
  } catch (error) {
    if (error instanceof NotText) return null;
    throw error;
  }
  const long = tooLongIn(rows);
  if (long)
    throw invalid([
      bodyFault(
        'file',
        long.row === 0
          ? `Ce fichier a plus de ${printNumber(EXPORT_LIMITS.rows)} lignes : ce n’est pas un export d’annexe de CosIng.`
          : `${long.cell === 0 ? `La ligne ${long.row}` : `La cellule ${long.cell} de la ligne ${long.row}`} est trop longue pour un export d’annexe de CosIng (${printNumber(long.cell === 0 ? EXPORT_LIMITS.row : EXPORT_LIMITS.cell)} caractères au plus). Téléchargez le fichier de nouveau.`,
      ),
    ]);
  const found = readExport(rows, columns);
  for (const row of found?.rows ?? []) {
    const { product_text, limit_text } = entryOf('', row, chemicalNames);
    readLimit(product_text, limit_text);
  }
  return found;
}

/** A text file as text. @throws 422 for what is none */
function textOf(bytes: Buffer): string {
  try {
    return decodeText(bytes);
  } catch (error) {
    if (error instanceof NotText) throw invalid([bodyFault('file', NOT_SHEET)]);
    throw error;
  }
}

/** A table as a workbook of one sheet. */
export const workbook = (rows: readonly (readonly SheetCell[])[]): Promise<Buffer> => writeSheet(rows);
/** A table as a CSV that a French spreadsheet opens, and that runs nothing. */
export const csv = (rows: readonly (readonly string[])[]): Buffer => Buffer.from(writeCsv(rows));
