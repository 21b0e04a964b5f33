import { nameKey } from '../fields/name.ts';

/** Records as a table that people open in a spreadsheet: what its columns are, and how its cells are read. No I/O. */

export interface Column {
  name: string;
  label: string;
  /** Other headers that mean it, in the languages of suppliers. */
  words?: readonly string[];
}

/** A row of the file by the names of its columns; a column that is not there is not there. */
export interface SheetRow {
  /** The line of the file, from 1. */
  line: number;
  cells: Readonly<Record<string, string>>;
}

export interface SheetRead {
  columns: { header: string; field: string | null }[];
  rows: SheetRow[];
  /** Lines that sum the others, from 1: they are no records. */
  totals: number[];
}

/** What a record of the file says, before it is held against what there is. */
export interface Draft {
  line: number;
  id: string | null;
  label: string;
  faults: string[];
}

/** What a file says, before it is held against what there is. */
export interface Drafts<D extends Draft> extends Pick<SheetRead, 'columns' | 'totals'> {
  drafts: D[];
}

/** Rows looked at for one that names the columns. */
const HEADER_WITHIN = 20;

const headerKey = (header: string): string =>
  nameKey(header)
    .replace(/[^a-z0-9%]+/g, ' ')
    .trim();

/**
 * Reads rows by their header.
 * @param chosen what each column is, where a person said so; otherwise it is what its header says
 */
export function readSheetRows(
  rows: readonly (readonly string[])[],
  { columns, chosen }: { columns: readonly Column[]; chosen?: readonly (string | null)[] | undefined },
): SheetRead {
  const byKey = new Map(
    columns.flatMap(({ name, label, words = [] }) => [label, name, ...words].map((word) => [headerKey(word), name])),
  );
  const fieldsOf = (cells: readonly string[]): (string | null)[] => {
    const taken = new Set<string>();
    return cells.map((cell) => {
      const field = byKey.get(headerKey(cell)) ?? null;
      if (field === null || taken.has(field)) return null;
      taken.add(field);
      return field;
    });
  };
  const known = (cells: readonly string[]): number => fieldsOf(cells).filter((field) => field !== null).length;
  const filled = rows.map((cells) => cells.some((cell) => cell.trim() !== ''));
  let head = filled.indexOf(true);
  if (head === -1) return { columns: [], rows: [], totals: [] };
  for (const [index, cells] of rows.slice(0, head + HEADER_WITHIN).entries())
    if (known(cells) > known(rows[head] ?? [])) head = index;
  const headers = rows[head] ?? [];
  const fields = chosen ? headers.map((_, index) => chosen[index] ?? null) : fieldsOf(headers);
  const read: SheetRow[] = [];
  const totals: number[] = [];
  for (const [index, cells] of rows.entries()) {
    if (index <= head || !filled[index]) continue;
    if (isTotal(cells)) {
      totals.push(index + 1);
      continue;
    }
    const named: Record<string, string> = {};
    for (const [at, field] of fields.entries()) if (field) named[field] = (cells[at] ?? '').trim();
    read.push({ line: index + 1, cells: named });
  }
  return {
    columns: headers.map((header, index) => ({ header: header.trim(), field: fields[index] ?? null })),
    rows: read,
    totals,
  };
}

/** How many columns of a sheet its header names. */
export const columnsNamed = (rows: readonly (readonly string[])[], columns: readonly Column[]): number =>
  readSheetRows(rows.slice(0, HEADER_WITHIN * 2), { columns }).columns.filter(({ field }) => field !== null).length;

/** A line that sums the others, as people end a table. */
const isTotal = (cells: readonly string[]): boolean =>
  /^(?:sous[- ]?)?total(?: (?:g[ée]n[ée]ral|final))?\s{0,3}:?$/i.test(
    cells.find((cell) => cell.trim() !== '')?.trim() ?? '',
  );

/** Several values in one cell: « a ; b ». What holds a semicolon is written with a backslash before it. */
export const printList = (values: readonly string[]): string =>
  values.map((value) => value.replace(/\\(?=[\\;])|;/g, (sign) => `\\${sign}`)).join(' ; ');

export function readList(cell: string): string[] {
  const values: string[] = [];
  let value = '';
  for (let at = 0; at < cell.length; at += 1) {
    const [sign, next] = [cell[at], cell[at + 1]];
    if (sign === '\\' && (next === ';' || next === '\\')) {
      value += next;
      at += 1;
    } else if (sign === ';' || sign === '\n') {
      values.push(value);
      value = '';
    } else value += sign;
  }
  return [...values, value].map((one) => one.trim()).filter(Boolean);
}

const YES = new Set(['oui', 'o', 'yes', 'y', 'ja', 'si', 'vrai', 'true', '1', 'x', 'nano']);
const NO = new Set(['non', 'n', 'no', 'nein', 'faux', 'false', '0', '', '-']);

/** A number of a column of percents, which may hold their sign. */
export const withoutPercent = (cell: string): string => cell.replace(/\s{0,3}%\s{0,3}$/, '');

/** A cell that says yes or no; what says neither is a fault that quotes it, and no value. */
export function yesOf(label: string, cell: string | undefined, faults: string[]): boolean | undefined {
  if (cell === undefined) return undefined;
  const said = readYes(cell);
  if (said === null) faults.push(`${label} : « ${cell} » n’est ni « Oui » ni « Non ».`);
  return said ?? undefined;
}

/** « Oui », « x », « 1 ». @returns null for what is neither yes nor no */
export function readYes(cell: string): boolean | null {
  const key = nameKey(cell);
  if (YES.has(key)) return true;
  return NO.has(key) ? false : null;
}
