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
import { decodedText, whyNoWorkbook } from './xlsx/no.sheet.ts';
import { NotSheet, readSheet, TooMuch } from './xlsx/sheet.ts';
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
    return isZip(bytes) ? readRows(sheetOf(bytes), options) : readPaste(decodedText(bytes), options);
  } catch (error) {
    if (error instanceof PasteTooLong) throw pasteTooLong(error);
    throw error;
  }
}
/** Rows of a formula that are read. */
const SHEET_ROWS = 10_000;

function sheetOf(bytes: Buffer): string[][] {
  try {
    return readSheet(bytes, SHEET_ROWS, PASTE_LENGTH);
  } catch (error) {
    if (error instanceof TooMuch) throw pasteTooLong({ line: null, cell: null });
    if (error instanceof NotSheet || error instanceof BadXml) throw invalid([bodyFault('file', whyNoWorkbook(bytes))]);
    throw error;
  }
}

/** A CSV whose cells commas hold apart, whatever its first lines are. @throws 422 */
export const commas = (bytes: Buffer): string[][] => readCsv(decodedText(bytes), ',');

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

/** A table as a workbook of one sheet. */
export const workbook = (rows: readonly (readonly SheetCell[])[]): Promise<Buffer> => writeSheet(rows);
/** A table as a CSV that a French spreadsheet opens, and that runs nothing. */
export const csv = (rows: readonly (readonly string[])[]): Buffer => Buffer.from(writeCsv(rows));
