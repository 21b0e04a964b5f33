import writeExcelFile from 'write-excel-file/node';

/** Characters that XML cannot hold. Source: XML 1.0, 2.2 */
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A workbook of one sheet, its first row in bold and in sight, all cells text: nothing becomes a number or a formula. */
export async function writeSheet(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const cells = rows.map((row, index) =>
    row.map((value) => ({
      value: value.replace(UNWRITABLE, ''),
      type: String,
      ...(index === 0 ? { fontWeight: 'bold' as const } : {}),
    })),
  );
  return writeExcelFile(cells, { stickyRowsCount: 1, columns: widthsOf(rows) }).toBuffer();
}

/** As wide as what stands in them, within reason. */
function widthsOf(rows: readonly (readonly string[])[]): { width: number }[] {
  const [narrow, wide] = [10, 48];
  const first = rows[0] ?? [];
  return first.map((_, column) => {
    const longest = rows.slice(0, 200).reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0);
    return { width: Math.min(wide, Math.max(narrow, longest + 2)) };
  });
}
