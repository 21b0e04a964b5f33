import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { DOCUMENT_LIMITS } from '#shared/imports/document.contract.ts';
import { foldText, type Outline, type OutlineBlock, type OutlineTable } from '#shared/imports/document.outline.ts';
import { fieldsMeant } from '#shared/products/product.words.ts';
import { bodyFault, invalid } from '../../errors.ts';

/** Texts that stand side by side on one line, as a PDF has them: positions in points, from the left and from the top. */
interface Cell {
  text: string;
  from: number;
  to: number;
}
interface Line {
  cells: Cell[];
  /** Its baseline, and the height of its letters. */
  top: number;
  height: number;
  page: number;
  /** It is of the row below, and not of the one above. */
  isAbove?: boolean;
}

/** Characters that are read of one PDF. */
const LENGTH_MAX = 2_000_000;

/**
 * A PDF in reading order: lines by their baseline, cells by the gaps between words. It runs nothing of the file and fetches
 * nothing. @throws 422 for what is none, is protected, or has more than 500 pages
 */
export async function outlineOfPdf(bytes: Buffer): Promise<Outline> {
  const lines: Line[] = [];
  let length = 0;
  const document = await open(bytes);
  try {
    if (document.numPages > DOCUMENT_LIMITS.pages)
      throw refused(`Ce PDF a plus de ${DOCUMENT_LIMITS.pages} pages : donnez le dossier seul.`);
    for (let number = 1; number <= document.numPages && length < LENGTH_MAX; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent({ disableNormalization: false });
      for (const line of linesOf(items, number, page.view[3] ?? 0)) {
        lines.push(line);
        length += line.cells.reduce((sum, { text }) => sum + text.length, 0);
      }
      page.cleanup();
    }
    const repeated = repeatedOf(lines, document.numPages);
    const isAside = (line: Line): boolean => repeated.has(keyOf(line));
    const aside = [...new Map(lines.filter(isAside).map((line) => [keyOf(line), line])).values()];
    return {
      parts: [
        { label: 'Corps du document', isBody: true, blocks: blocksOf(lines.filter((line) => !isAside(line))) },
        ...(aside.length > 0 ? [{ label: 'En-tête', isBody: false, blocks: blocksOf(aside) }] : []),
      ],
      isPdf: true,
      hasChanges: false,
    };
  } finally {
    await document.loadingTask.destroy();
  }
}

const refused = (message: string) => invalid([bodyFault('file', message)]);

async function open(bytes: Buffer): Promise<PDFDocumentProxy> {
  try {
    return await getDocument({
      data: new Uint8Array(bytes),
      useSystemFonts: false,
      disableFontFace: true,
      useWorkerFetch: false,
      useWasm: false,
      enableXfa: false,
      stopAtErrors: false,
      verbosity: 0,
    }).promise;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw refused(
      name === 'PasswordException'
        ? 'Ce PDF est protégé par un mot de passe : enregistrez-le sans protection, puis redonnez-le.'
        : 'Ce PDF est abîmé : ouvrez-le, enregistrez-le de nouveau, puis redonnez-le.',
    );
  }
}

interface TextItem {
  str: string;
  transform: number[];
  width: number;
  height: number;
}
const isText = (item: object): item is TextItem => 'str' in item && 'transform' in item;

/** Of the height of letters: how far apart baselines of one line are, and words of two cells. */
const [SAME_LINE, NEXT_CELL] = [0.4, 1.1];

function linesOf(items: readonly object[], page: number, pageHeight: number): Line[] {
  const texts = items
    .filter(isText)
    .filter(({ str }) => str.trim() !== '')
    .map(({ str, transform, width, height }) => ({
      text: foldText(str),
      from: transform[4] ?? 0,
      to: (transform[4] ?? 0) + width,
      top: pageHeight - (transform[5] ?? 0),
      height: height || Math.abs(transform[3] ?? 0) || 10,
    }))
    .toSorted((a, b) => a.top - b.top || a.from - b.from);
  const lines: Line[] = [];
  let row: typeof texts = [];
  const close = (): void => {
    const [first] = row;
    if (!first) return;
    const height = Math.max(...row.map((one) => one.height));
    const cells: Cell[] = [];
    for (const one of row.toSorted((a, b) => a.from - b.from)) {
      const last = cells.at(-1);
      const gap = last ? one.from - last.to : Number.POSITIVE_INFINITY;
      if (last && gap < NEXT_CELL * height) {
        last.text += (gap > 0.15 * height && !/\s$/.test(last.text) && !/^\s/.test(one.text) ? ' ' : '') + one.text;
        last.to = one.to;
      } else cells.push({ text: one.text, from: one.from, to: one.to });
    }
    lines.push({ cells, top: first.top, height, page });
    row = [];
  };
  for (const one of texts) {
    const [first] = row;
    if (first && Math.abs(one.top - first.top) > SAME_LINE * Math.max(first.height, one.height)) close();
    row.push(one);
  }
  close();
  return bandsOf(lines);
}

/** Of the height of letters: baselines nearer than that are of cells side by side, each in the middle of its row. */
const SAME_ROW = 0.9;

/** Lines that reach into one another are one row: the texts of a cell of several lines, one below the other. */
function bandsOf(lines: readonly Line[]): Line[] {
  const bands: Line[] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    const band = bands.at(-1);
    if (!band || line.top - bottom >= SAME_ROW * Math.min(line.height, band.height)) bands.push(line);
    else {
      for (const cell of line.cells) {
        const above = band.cells.find((one) => one.from < cell.to && cell.from < one.to);
        if (above) {
          above.text = `${above.text.trim()} ${cell.text.trim()}`;
          above.to = Math.max(above.to, cell.to);
          above.from = Math.min(above.from, cell.from);
        } else band.cells.push(cell);
      }
      band.cells.sort((a, b) => a.from - b.from);
    }
    bottom = line.top;
  }
  return bands;
}

const textOf = ({ cells }: Line): string => cells.map(({ text }) => text.trim()).join('\t');
/** Its words, whatever number of page is among them. */
const keyOf = (line: Line): string => `${Math.round(line.top / 4)} ${textOf(line).replace(/\d{1,6}/g, '#')}`;

/** Lines that come back at the same height of most pages: headers and footers. */
function repeatedOf(lines: readonly Line[], pages: number): ReadonlySet<string> {
  const seen = new Map<string, Set<number>>();
  for (const line of lines) {
    const key = keyOf(line);
    const on = seen.get(key) ?? new Set<number>();
    seen.set(key, on.add(line.page));
  }
  return new Set([...seen].filter(([, on]) => on.size >= 3 && on.size > pages / 2).map(([key]) => key));
}

/** Lines as paragraphs and tables; headings are larger than most lines. */
function blocksOf(lines: readonly Line[]): OutlineBlock[] {
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
