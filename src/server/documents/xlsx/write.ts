import writeExcelFile from 'write-excel-file/node';
import { escapeText } from '#shared/imports/workbook.ts';
import { deflate, inflate, readZip, writeZip } from '../docx/zip.ts';

/** A cell: a text stays one, whatever it looks like; only what we compute ourselves is a number or a formula, written without its "=". */
export type SheetCell = string | number | { formula: string; value: number };

/** A workbook of one sheet, its first row in bold and in sight. */
export async function writeSheet(rows: readonly (readonly SheetCell[])[]): Promise<Buffer> {
  const cells = rows.map((row, index) =>
    row.map((cell) => ({ ...typed(cell), ...(index === 0 ? { fontWeight: 'bold' as const } : {}) })),
  );
  const values = rows.flat().flatMap((cell) => (typeof cell === 'object' ? [cell.value] : []));
  return withValues(await writeExcelFile(cells, { stickyRowsCount: 1, columns: widthsOf(rows) }).toBuffer(), values);
}

/**
 * The library writes a formula without its result: a program that does not compute, or a preview, would show nothing. Written
 * anew, the workbook carries no clock either. ECMA-376, part 1, 18.3.1.4 (cell) and 18.3.1.96 (value).
 */
function withValues(workbook: Buffer, values: readonly number[]): Buffer {
  let index = 0;
  return writeZip(
    readZip(workbook).map((entry) => {
      if (!/^xl\/worksheets\/sheet\d+\.xml$/.test(entry.name)) return entry;
      const text = inflate(entry).toString('utf8');
      const written = text.replace(/<f>[^<]*<\/f>/g, (formula) => {
        index += 1;
        return `${formula}<v>${values[index - 1]}</v>`;
      });
      return deflate(entry.name, Buffer.from(written));
    }),
  );
}

function typed(cell: SheetCell) {
  if (typeof cell === 'number') return { value: cell, type: Number };
  if (typeof cell === 'object') return { value: cell.formula, type: 'Formula' as const };
  return { value: escapeText(cell), type: String };
}

/** As wide as what stands in them, within reason. */
function widthsOf(rows: readonly (readonly SheetCell[])[]): { width: number }[] {
  const [narrow, wide] = [10, 48];
  const first = rows[0] ?? [];
  return first.map((_, column) => {
    const longest = rows.slice(0, 200).reduce((most, row) => Math.max(most, lengthOf(row[column])), 0);
    return { width: Math.min(wide, Math.max(narrow, longest + 2)) };
  });
}

/** Of a number about what is shown; of a formula, its result is as short. */
const lengthOf = (cell: SheetCell | undefined): number => (typeof cell === 'string' ? cell.length : 8);
