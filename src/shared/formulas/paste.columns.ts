/** Which column of a pasted table is what: by its header, or by what stands in it. */
import { CAS, EC, nameKey } from '../fields/name.ts';
import { amountOfCell, cleanName } from './paste.amount.ts';
import type { Row } from './paste.cells.ts';
import { type Column, headOf, titleOf } from './paste.words.ts';

export type Columns = Partial<Record<Column, number[]>>;

/** What each cell is the head of. @returns null when the row is no row of heads */
export function headsOf(cells: readonly string[]): Columns | null {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const found = cells.map(headOf);
  const named = found.filter((column) => column !== null).length;
  if (filled.length < 2 || named < 2 || named * 2 < filled.length) return null;
  if (filled.some((cell) => amountOfCell(cell)?.percent != null && headOf(cell) === null)) return null;
  const columns: Columns = {};
  for (const [index, column] of found.entries()) if (column) columns[column] = [...(columns[column] ?? []), index];
  // « Concentration (%) of raw material » is the amount where no other column is.
  // « Ingredient » beside « INCI » is how the raw material is called.
  if (columns.inci && columns.label && !columns.trade_name) {
    columns.trade_name = columns.label;
    delete columns.label;
  }
  // « Ingredient name » beside « Trade name »: the first is the INCI name.
  if (columns.label && columns.trade_name && !columns.inci) {
    columns.inci = columns.label;
    delete columns.label;
  }
  const { share, ...others } = columns;
  return share && !columns.percent && !columns.grams && !columns.percent_max && !(columns.inci && columns.trade_name)
    ? { ...others, percent: share }
    : columns;
}

/** Columns that have a head, and what is in those that have none. */
export function completed(head: Columns, rows: readonly Row[], isKnown: (name: string) => boolean): Columns {
  const taken = new Set(Object.values(head).flat());
  const guessed = columnsByContent(rows, isKnown, taken);
  const columns: Columns = { ...head };
  for (const [column, places] of Object.entries(guessed) as [Column, number[]][]) {
    if (columns[column]) continue;
    const isName = column === 'label' || column === 'inci' || column === 'trade_name';
    if (isName && (columns.label || columns.inci || columns.trade_name)) continue;
    if ((column === 'percent' || column === 'grams') && (columns.percent || columns.grams || columns.percent_max))
      continue;
    columns[column] = places;
  }
  return columns;
}

/** What the columns of a table without heads hold, by what most of their cells look like. */
export function columnsByContent(
  rows: readonly Row[],
  isKnown: (name: string) => boolean,
  taken: ReadonlySet<number> = new Set(),
): Columns {
  const body = rows.filter(
    ({ cells }) =>
      cells.filter((cell) => cell.trim() !== '').length > 1 &&
      headsOf(cells) === null &&
      titleOf(cells.filter(Boolean).join(' ')) === null,
  );
  const width = body.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const columns: Columns = {};
  const texts: number[] = [];
  for (let index = 0; index < width; index += 1) {
    if (taken.has(index)) continue;
    const cells = body.map((row) => row.cells[index]?.trim() ?? '').filter(Boolean);
    if (cells.length === 0) continue;
    const most = (test: (cell: string) => boolean): boolean => cells.filter(test).length * 2 > cells.length;
    const push = (column: Column): void => {
      columns[column] = [...(columns[column] ?? []), index];
    };
    if (most((cell) => CAS.test(cell))) push('cas');
    else if (most((cell) => EC.test(cell))) push('ec');
    else if (cells.length >= 3 && cells.every((cell, rank) => Number(cell) === rank + 1)) push('rank');
    else if (most((cell) => amountOfCell(cell) !== null)) push('percent');
    else if (cells.every((cell) => /^(?:phase )?[a-z]\d?$/i.test(cell))) push('phase');
    else if (most((cell) => /\p{L}{2}/u.test(cell))) texts.push(index);
  }
  const score = (index: number): number => body.filter(({ cells }) => isKnown(cleanName(cells[index] ?? ''))).length;
  const cellsAt = (index: number): string[] => body.map(({ cells }) => cells[index]?.trim() ?? '').filter(Boolean);
  const isFunction = (index: number): boolean => {
    const cells = cellsAt(index);
    return cells.filter((cell) => FUNCTION.test(nameKey(cell))).length * 2 > cells.length;
  };
  /** Of two columns of names the INCI has no accent, no mark and no number at its end, and says mixtures. */
  const looksTrade = (index: number): number =>
    cellsAt(index).reduce(
      (sum, cell) => sum + (/[àâäéèêëîïôöùûüç®™©]|\d\s*$/i.test(cell) ? 1 : 0) - (/\((?:and|et)\)/i.test(cell) ? 1 : 0),
      0,
    );
  const names = texts.filter((index) => !isFunction(index));
  const [label] = names.toSorted(
    (a, b) => score(b) - score(a) || (bothBefore(names, columns) ? looksTrade(a) - looksTrade(b) || b - a : a - b),
  );
  const [first] = texts;
  const chosen = label ?? first;
  if (chosen !== undefined) {
    const isPair = bothBefore(names, columns);
    columns[isPair ? 'inci' : 'label'] = [chosen];
    const other = texts.find((index) => index !== chosen);
    if (other !== undefined)
      columns[names.includes(other) && (other < chosen || isPair) ? 'trade_name' : 'function'] = [other];
  }
  return columns;
}

/** Two columns of names before the amounts: the trade name, and the INCI. */
const bothBefore = (names: readonly number[], { percent = [], grams = [] }: Columns): boolean => {
  const [amount] = [...percent, ...grams];
  return amount !== undefined && names.length === 2 && names.every((index) => index < amount);
};

/** What an ingredient is there for, as the five languages write it, folded. */
const FUNCTION =
  /^(?:agent |ingredient )?(?:solvants?|solvents?|losungsmittel|solvente|humectants?|hydratants?|moisturi[sz]\w*|emollients?|emulsi\w*|conservateurs?|preservatives?|konservier\w*|conservante|epaissi\w*|thicken\w*|gelifi\w*|gelling\w*|viscosi\w*|tensioactifs?|surfactants?|tensid\w*|parfums?|fragrance|perfume|antioxyd\w*|antioxid\w*|chelat\w*|sequestr\w*|(?:regulateur|ajusteur|adjust\w*|correct\w*)(?: de)? ?ph|ph\b.*|tampon|buffer\w*|colorants?|colou?rants?|pigments?|filtres?.*|uv .*|(?:skin|hair) .*|liants?|binder|filmog\w*|film form\w*|opacif\w*|absorb\w*|textur\w*|stabili\w*|actifs?|actives?|phase .*)\b/;
