import { printNumber } from '#shared/fields/number.ts';
import { SHEET_LIMITS, type Sheet, textOf, type Workbook } from '#shared/imports/workbook.ts';
import { bodyFault, invalid } from '../errors.ts';
import { BadXml } from './docx/xml.ts';
import { isZip, readCsv, UnclosedQuote } from './xlsx/csv.ts';
import { decodedText, unclosedQuote, whyNoText, whyNoWorkbook } from './xlsx/no.sheet.ts';
import { NotSheet, readWorkbook, SHEET_LENGTH, TooMuch } from './xlsx/sheet.ts';

/** Files of a library of the firm, as they are read in a process of their own. */

/** Lines of a library below its heads: those of the trade have some thousands. */
const TABLE_LINES = 20_000;
/** Characters of a cell of a library: a field has 500, a note of one 5,000. */
const TABLE_CELL = 5_000;

const TOO_MUCH = 'Ce fichier contient plus de texte qu’il ne s’en lit à la fois : coupez-le.';

/** A sheet of a library of the firm. */
export interface Table {
  /** `null` of a file that has no sheets. */
  name: string | null;
  hidden: boolean;
  rows: string[][];
  /** Why it is not read; `null` where it may be. */
  fault: string | null;
  /** Cells that say nothing that can be kept, from 1 and from 0. */
  faults: { line: number; column: number; message: string }[];
  /** Lines that the sheet hides, from 1: they are read too. */
  hiddenLines: number[];
}

/** A workbook or a CSV, row by row, whole: what is longer is refused. @throws 422 */
export function tables(bytes: Buffer): Table[] {
  return isZip(bytes)
    ? workbookOf(bytes).sheets.map(tableOf)
    : [{ name: null, hidden: false, ...checkedRows(csvOf(bytes)), faults: [], hiddenLines: [] }];
}

const LIBRARY = {
  part: 16 * 1024 * 1024,
  total: 50 * 1024 * 1024,
  columns: SHEET_LIMITS.columns + 1,
  lines: TABLE_LINES + 2,
  length: SHEET_LENGTH,
  sheets: SHEET_LIMITS.sheets,
};

function workbookOf(bytes: Buffer): Workbook {
  try {
    return readWorkbook(bytes, LIBRARY);
  } catch (error) {
    if (error instanceof TooMuch) throw invalid([bodyFault('file', TOO_MUCH)]);
    if (error instanceof NotSheet || error instanceof BadXml) throw invalid([bodyFault('file', whyNoWorkbook(bytes))]);
    throw error;
  }
}

function tableOf({ name, hidden, lines }: Sheet): Table {
  const rows: string[][] = [];
  const faults: Table['faults'] = [];
  for (const { line, cells } of lines) {
    if (line > TABLE_LINES + 2) break;
    while (rows.length < line - 1) rows.push([]);
    rows.push(
      cells.map((cell, column) => {
        // « Oui » and « Non », as Excel keeps them.
        if (typeof cell === 'object' && cell.fault && !isTruth(cell)) {
          faults.push({ line, column, message: cell.fault });
          return '';
        }
        return textOf(cell);
      }),
    );
  }
  return {
    name,
    hidden,
    ...checkedRows(rows),
    faults,
    hiddenLines: lines.flatMap((one) => (one.hidden ? [one.line] : [])),
  };
}

const isTruth = ({ text }: { text: string }): boolean => text === 'VRAI' || text === 'FAUX';

function csvOf(bytes: Buffer): string[][] {
  const why = whyNoText(bytes);
  if (why !== null) throw invalid([bodyFault('file', why)]);
  try {
    return readCsv(decodedText(bytes));
  } catch (error) {
    if (error instanceof UnclosedQuote) throw invalid([bodyFault('file', unclosedQuote(error.line))]);
    throw error;
  }
}

function checkedRows(read: string[][]): Pick<Table, 'rows' | 'fault'> {
  // A text ends with a line that is none.
  const rows = read.slice(0, read.findLastIndex((cells) => cells.some((cell) => cell !== '')) + 1);
  return { rows, fault: faultOf(rows) };
}

/** Why a table is not read, in a sentence. */
function faultOf(rows: readonly (readonly string[])[]): string | null {
  if (rows.some((cells) => cells.findLastIndex((cell) => cell !== '') >= SHEET_LIMITS.columns))
    return `Ce fichier a plus de ${printNumber(SHEET_LIMITS.columns)} colonnes : gardez celles de la bibliothèque.`;
  if (rows.length > TABLE_LINES + 1)
    return `Ce fichier a plus de ${printNumber(TABLE_LINES)} lignes : partagez-le en plusieurs.`;
  let left = SHEET_LENGTH;
  for (const [index, cells] of rows.entries()) {
    const long = cells.findIndex((cell) => cell.length > TABLE_CELL);
    if (long !== -1)
      return `La cellule ${long + 1} de la ligne ${index + 1} est trop longue : ${printNumber(TABLE_CELL)} caractères au plus.`;
    left -= cells.reduce((sum, cell) => sum + cell.length, 0);
    if (left < 0) return TOO_MUCH;
  }
  return null;
}
