import { withoutEnds } from '../fields/text.ts';
import { HEADER_LENGTH, readFieldName, wordKey } from '../products/product.words.ts';
import type { Layout, LeftLine } from './import.contract.ts';
import { formulaOf } from './sheet.ingredients.ts';
import { isBlank, type Sheet, type SheetLine, textOf } from './workbook.ts';

/** Lines looked at for the one that names the columns. */
const HEADER_WITHIN = 20;
/** Names of fields that make a line of names, and labels that make a sheet of one product. */
const NAMES_MIN = 2;
const LABELS_MIN = 3;

/** Lines of a sheet of one product: what is beyond is none. */
const LABELS_WITHIN = 500;

/** A label of a sheet of one product, and where its value stands: ranks from 0 of the line and the column. */
export interface LabelPlace {
  label: string;
  line: SheetLine;
  at: number;
}

export interface SheetShape {
  layout: Layout | null;
  /** The line that names the columns, as the spreadsheet numbers it. */
  headerLine: number | null;
}

/** What a name of a column says of a field: one that is asked counts too. */
const isName = (text: string): boolean =>
  text.length <= HEADER_LENGTH && text.trim() !== '' && readFieldName(text).meant.length > 0;

const namesIn = ({ cells }: SheetLine): number => new Set(cells.map(textOf).filter(isName).map(wordKey)).size;

/** How a sheet is laid out; `null` for notes, an invoice, an empty sheet. */
export function shapeOf(sheet: Sheet): SheetShape {
  const header = headerOf(sheet);
  const labels = labelsOf(sheet);
  const byColumn = Map.groupBy(labels, ({ at }) => at);
  const longest = Math.max(0, ...Array.from(byColumn.values(), (found) => found.length));
  const isList = header && (namesIn(header) >= longest || longest < LABELS_MIN);
  if (isList) return { layout: 'rows', headerLine: header.line };
  return { layout: longest >= LABELS_MIN ? 'sheet' : null, headerLine: null };
}

/** The first line with two names of fields; the next one, where it has more: names of groups stand above those of columns. */
function headerOf(sheet: Sheet): SheetLine | undefined {
  const taken = formulaOf(sheet)?.lines;
  const lines = sheet.lines
    .slice(0, HEADER_WITHIN)
    // A table of INCI names and shares is one product's, not a list of products.
    .filter(({ line }) => !taken?.has(line));
  const at = lines.findIndex((line) => namesIn(line) >= NAMES_MIN);
  const [first, next] = [lines[at], lines[at + 1]];
  return first && next && namesIn(next) > namesIn(first) ? next : first;
}

/** Labels with something beside them, the value of one being no label of the next. @param hidden whether hidden lines are read */
export function labelsOf(sheet: Sheet, hidden = true): LabelPlace[] {
  const found: LabelPlace[] = [];
  const taken = formulaOf(sheet)?.lines;
  const lines = sheet.lines.slice(0, LABELS_WITHIN).filter((one) => !taken?.has(one.line) && (hidden || !one.hidden));
  for (const line of lines)
    for (let at = 0; at < line.cells.length; at += 1) {
      const label = withoutEnds(textOf(line.cells[at]), /\s/, /[\s:]/);
      if (!isName(label)) continue;
      found.push({ label, line, at });
      // What stands beside is its value, whatever it looks like.
      at = valueAt(line, at) ?? at;
    }
  return found;
}

/** The rank of the value of a label: the next cell of its line that holds something; `null` without one. */
export function valueAt({ cells }: SheetLine, at: number): number | null {
  for (let next = at + 1; next < cells.length; next += 1) {
    if (isBlank(cells[next])) continue;
    // Further away, a name is the next label: this one has no value.
    return next > at + 1 && isName(withoutEnds(textOf(cells[next]), /\s/, /[\s:]/)) ? null : next;
  }
  return null;
}

const TOTAL = /^(?:sous[- ]?)?totau?x?(?:\s|:|$)|^(?:grand |sub)?total\b/i;
const NOTE =
  /^(?:\*|nb\b|n\.b\.|note|source|remarque|légende|mis à jour|mise à jour|extrait|extraction|imprimé|édité|page\b)/i;
const LONG_NOTE = 80;

/** Why a line below the header is no product; `null` for one that may be. @param headers keys of the names of the columns */
export function whyLeft(line: SheetLine, headers: readonly string[], usual: number): string | null {
  const filled = line.cells.map(textOf).filter((text) => text.trim() !== '');
  if (
    filled.length >= NAMES_MIN &&
    headers.every((header, at) => header === '' || wordKey(textOf(line.cells[at]).slice(0, HEADER_LENGTH)) === header)
  )
    return 'Les noms des colonnes, répétés.';
  const [first = ''] = filled;
  // « Total Repair » is a product: of a total, all the rest is numbers.
  const isSum = filled.slice(1).every((text) => /^[\d\s.,%€-]+$/.test(text.slice(0, LONG_NOTE)));
  if (isSum && TOTAL.test(first.trim().slice(0, LONG_NOTE))) return 'Un total.';
  // What stands alone in the first column is said of the list; elsewhere, something is missing before it.
  if (filled.length === 1 && usual > 2 && !isBlank(line.cells[0]))
    return NOTE.test(first.trim().slice(0, LONG_NOTE)) || first.length > LONG_NOTE
      ? 'Une note.'
      : 'Une seule cellule est remplie.';
  return null;
}

/** How many cells a line has, as most of them do. */
export function usualWidth(lines: readonly SheetLine[]): number {
  const widths = lines.map(({ cells }) => cells.filter((cell) => !isBlank(cell)).length).sort((a, b) => a - b);
  return widths[Math.floor(widths.length / 2)] ?? 0;
}

export const leftOf = (line: SheetLine, why: string): LeftLine => ({
  line: line.line,
  text: line.cells
    .map((cell) => textOf(cell).trim())
    .filter(Boolean)
    .join(' · ')
    .slice(0, 200),
  why,
});
