import type { OutlineBlock, OutlineTable } from '#shared/imports/document.outline.ts';
import { fieldsMeant } from '#shared/products/product.words.ts';
import { type Cell, type Line, textOf } from './pdf.lines.ts';

/** Lines as paragraphs and tables; headings are larger than most lines. */
export function blocksOf(lines: readonly Line[]): OutlineBlock[] {
  const heights = lines.map(({ height }) => height).toSorted((a, b) => a - b);
  const usual = heights[Math.floor(heights.length / 2)] ?? 10;
  const large = [...new Set(heights.filter((height) => height > usual * 1.15).map(Math.round))].toSorted(
    (a, b) => b - a,
  );
  const right = Math.max(0, ...lines.map(({ cells }) => cells.at(-1)?.to ?? 0));
  const blocks: OutlineBlock[] = [];
  let table: Line[] = [];
  const closeTable = (): void => {
    if (table.length > 0) blocks.push(tableOf(table));
    table = [];
  };
  let last: Line | null = null;
  for (const [index, line] of lines.entries()) {
    const isNear =
      last !== null && last.page === line.page && line.top - last.top < 1.6 * Math.max(line.height, last.height);
    const next = lines[index + 1];
    const isAbove = belongsBelow(line, next, last);
    if (line.cells.length > 1) table.push(line);
    else if (isAbove) table.push({ ...line, isAbove });
    else if (table.length > 0 && isNear && goesOn(table, line)) table.push(line);
    else {
      closeTable();
      const rank = large.indexOf(Math.round(line.height));
      const text = textOf(line).trim();
      const before = blocks.at(-1);
      const wraps =
        isNear && last !== null && (last.cells.at(-1)?.to ?? 0) > right * 0.85 && last.height === line.height;
      if (wraps && rank < 0 && before?.kind === 'paragraph' && before.level === null && !beginsLabel(text))
        before.text += ` ${text}`;
      else blocks.push({ kind: 'paragraph', text, level: rank < 0 ? null : Math.min(rank + 1, 9), page: line.page });
    }
    last = line;
  }
  closeTable();
  return blocks;
}

const beginsLabel = (text: string): boolean => {
  const sign = text.slice(0, 120).indexOf(':');
  return sign > 0 && fieldsMeant(text.slice(0, sign)).length > 0;
};

/** Whether a line of one text is the first of a cell whose row is named below: nearer to it than to what is above. */
function belongsBelow(line: Line, next: Line | undefined, last: Line | null): boolean {
  const [cell] = line.cells;
  if (!cell || line.cells.length > 1 || !next || next.page !== line.page || next.cells.length < 2) return false;
  const [toNext, toLast] = [
    next.top - line.top,
    last?.page === line.page ? line.top - last.top : Number.POSITIVE_INFINITY,
  ];
  const under = next.cells.findIndex((one) => one.from < cell.to && cell.from < one.to);
  return under > 0 && toNext < 1.5 * line.height && toNext < toLast;
}

/** Whether a line of one text goes on with a cell of the table above it. */
function goesOn(table: readonly Line[], { cells: [cell] }: Line): boolean {
  const last = table.at(-1);
  if (!cell || !last) return false;
  const reference = columnsOf(table);
  const at = columnAt(reference, cell);
  if (at > 0) return true;
  const label = last.cells[0];
  return label !== undefined && fieldsMeant(`${label.text.trim()} ${cell.text.trim()}`).length > 0;
}

/** The cells of the fullest line: the columns of all. */
const columnsOf = (table: readonly Line[]): Cell[] =>
  table.reduce<Cell[]>((best, { cells }) => (cells.length > best.length ? cells : best), []);

/** The column that a cell stands in: the one that begins, or has its middle, nearest. */
function columnAt(columns: readonly Cell[], cell: Cell): number {
  const middle = (one: Cell): number => (one.from + one.to) / 2;
  const distance = (one: Cell): number =>
    Math.min(Math.abs(one.from - cell.from), Math.abs(middle(one) - middle(cell)), Math.abs(one.to - cell.to));
  let best = 0;
  for (const [at, column] of columns.entries()) if (distance(column) < distance(columns[best] ?? column)) best = at;
  return best;
}

function tableOf(lines: readonly Line[]): OutlineTable {
  const columns = columnsOf(lines);
  const rows: string[][] = [];
  let above: Cell[] = [];
  for (const { cells, isAbove } of lines) {
    if (isAbove) {
      above.push(...cells);
      continue;
    }
    const last = rows.at(-1);
    const [only] = cells;
    if (cells.length === 1 && only && last) {
      const at = columnAt(columns, only);
      last[at] = `${last[at] ?? ''} ${only.text.trim()}`.trim();
      continue;
    }
    const row = columns.map(() => '');
    for (const cell of above) row[columnAt(columns, cell)] += `${cell.text.trim()} `;
    above = [];
    for (const [index, cell] of cells.entries()) {
      const at = cells.length === columns.length ? index : columnAt(columns, cell);
      row[at] = `${row[at] ?? ''} ${cell.text.trim()}`.trim();
    }
    rows.push(row);
  }
  const page = lines[0]?.page ?? null;
  return {
    kind: 'table',
    rows: rows.map((row) =>
      row.map((text) => ({ blocks: [{ kind: 'paragraph', text, level: null, page }], span: 1, continues: false })),
    ),
    page,
  };
}
