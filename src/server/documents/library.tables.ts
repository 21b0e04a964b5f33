import { printNumber } from '#shared/fields/number.ts';
import { SHEET_LIMITS, type Sheet, textOf, type Workbook } from '#shared/imports/workbook.ts';
import { type Column, columnsNamed } from '#shared/records/record.sheet.ts';
import { bodyFault, invalid } from '../errors.ts';
import { BadXml } from './docx/xml.ts';
import { isZip } from './xlsx/csv.ts';
import { decodedText, givenCsv, whyNoText, whyNoWorkbook } from './xlsx/no.sheet.ts';
import { NotSheet, readWorkbook, SHEET_LENGTH, TooMuch } from './xlsx/sheet.ts';

/** Files of a library of the firm, as they are read in a process of their own. */

/** Lines of a library below its heads: those of the trade have some thousands. */
const TABLE_LINES = 20_000;
/** Characters of a cell of a library: a field has 500, a note of one 5,000. */
const TABLE_CELL = 5_000;

const TOO_MUCH = 'Ce fichier contient plus de texte qu’il ne s’en lit à la fois : coupez-le.';

/** The sheet of a library of the firm that is read. */
export interface Table {
  /** Empty for a file that has no sheets. */
  name: string;
  rows: string[][];
  /** Cells that say nothing that can be kept: lines from 1, columns from 0. */
  faults: { line: number; column: number; message: string }[];
  /** Lines that the sheet hides, from 1: they are read too. */
  hiddenLines: number[];
  /** Names of other sheets that hold something. */
  others: string[];
}

/**
 * A CSV, or of a workbook the first sheet that people see and that names columns best, whole: what is longer is refused.
 * @throws 422
 */
export function libraryTable(bytes: Buffer, columns: readonly Column[]): Table {
  if (!isZip(bytes)) return { name: '', rows: checkedRows(csvOf(bytes)), faults: [], hiddenLines: [], others: [] };
  const filled = workbookOf(bytes).sheets.filter(({ lines }) => lines.length > 0);
  const seen = filled.filter(({ hidden }) => !hidden);
  const named = (seen.length > 0 ? seen : filled).map((sheet) => ({
    sheet,
    count: columnsNamed(
      sheet.lines.slice(0, LOOKED_AT).map(({ cells }) => cells.map(textOf)),
      columns,
    ),
  }));
  const [best] = named.toSorted((a, b) => b.count - a.count);
  if (!best) return { name: '', rows: [], faults: [], hiddenLines: [], others: [] };
  return {
    ...tableOf(best.sheet),
    others: filled.filter((sheet) => sheet !== best.sheet).map(({ name }) => name),
  };
}

/** Lines of a sheet that may name its columns. */
const LOOKED_AT = 40;

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

function tableOf({ name, lines }: Sheet): Omit<Table, 'others'> {
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
    rows: checkedRows(rows),
    faults,
    hiddenLines: lines.flatMap((one) => (one.hidden ? [one.line] : [])),
  };
}

const isTruth = ({ text }: { text: string }): boolean => text === 'VRAI' || text === 'FAUX';

function csvOf(bytes: Buffer): string[][] {
  const why = whyNoText(bytes);
  if (why !== null) throw invalid([bodyFault('file', why)]);
  return givenCsv(decodedText(bytes));
}

/** @throws 422 */
function checkedRows(read: string[][]): string[][] {
  // A text ends with a line that is none.
  const rows = read.slice(0, read.findLastIndex((cells) => cells.some((cell) => cell !== '')) + 1);
  const fault = faultOf(rows);
  if (fault !== null) throw invalid([bodyFault('file', fault)]);
  return rows;
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
