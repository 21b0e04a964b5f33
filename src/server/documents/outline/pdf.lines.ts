import { foldText } from '#shared/imports/document.outline.ts';

/** Texts that stand side by side on one line, as a PDF has them: positions in points, from the left and from the top. */
export interface Cell {
  text: string;
  from: number;
  to: number;
}
export interface Line {
  cells: Cell[];
  /** Its baseline, and the height of its letters. */
  top: number;
  height: number;
  page: number;
  /** It is of the row below, and not of the one above. */
  isAbove?: boolean;
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

export function linesOf(items: readonly object[], page: number, pageHeight: number): Line[] {
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

export const textOf = ({ cells }: Line): string => cells.map(({ text }) => text.trim()).join('\t');
/** Its words, whatever number of page is among them. */
export const keyOf = (line: Line): string => `${Math.round(line.top / 4)} ${textOf(line).replace(/\d{1,6}/g, '#')}`;

/** Lines that come back at the same height of most pages: headers and footers. */
export function repeatedOf(lines: readonly Line[], pages: number): ReadonlySet<string> {
  const seen = new Map<string, Set<number>>();
  for (const line of lines) {
    const key = keyOf(line);
    const on = seen.get(key) ?? new Set<number>();
    seen.set(key, on.add(line.page));
  }
  return new Set([...seen].filter(([, on]) => on.size >= 3 && on.size > pages / 2).map(([key]) => key));
}
