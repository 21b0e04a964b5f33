import { type FieldName, getField } from '../products/product.fields.ts';
import { HEADER_LENGTH, wordKey } from '../products/product.words.ts';
import type { ImportColumn, Layout, LeftLine } from './import.contract.ts';
import { type RawColumn, suggestColumns } from './sheet.columns.ts';
import { formulaOf } from './sheet.ingredients.ts';
import { type LabelPlace, labelsOf, leftOf, shapeOf, usualWidth, valueAt, whyLeft } from './sheet.layout.ts';
import { type CellValue, readCell } from './sheet.values.ts';
import {
  columnName,
  isBlank,
  printCell,
  SHEET_LIMITS,
  type Sheet,
  type SheetLine,
  textOf,
  type Workbook,
} from './workbook.ts';

/** What a person said of a file; `null` where Diplo says it. */
export interface Mapping {
  layout: Layout | null;
  header_line: number | null;
  /** A field for each column, in their order. */
  fields: readonly (string | null)[] | null;
  /** Whether hidden lines are read. */
  hidden: boolean;
}

export const NO_MAPPING: Mapping = { layout: null, header_line: null, fields: null, hidden: true };

export interface ReadSheet {
  name: string;
  layout: Layout | null;
  left: LeftLine[];
  why: string | null;
}

export interface ReadFile {
  sheets: ReadSheet[];
  layout: Layout | null;
  header_line: number | null;
  columns: ImportColumn[];
  hidden: { lines: number[]; columns: string[]; sheets: string[] };
  head: { line: number; cells: string[] }[];
}

/** What a line, or a sheet of one product, says of a product. */
export interface Draft {
  /** `null` for a sheet. */
  line: number | null;
  sheet: string;
  cells: ({ field: FieldName; source: string } & CellValue)[];
}

/** More in a file than is read: said before anything is kept. */
export class SheetTooLong extends Error {
  readonly what: 'lines' | 'columns' | 'sheets';
  constructor(what: SheetTooLong['what']) {
    super(`too many ${what}`);
    this.name = 'SheetTooLong';
    this.what = what;
  }
}

/** A sheet whose products are read, and what is in it. */
interface Table {
  sheet: Sheet;
  header: SheetLine;
  lines: readonly SheetLine[];
  left: LeftLine[];
}

/** Twice as many as are looked at: a person may know better. */
const HEAD_LINES = 40;
const HEAD_CELLS = 12;
const HEAD_LENGTH = 60;
/** Lines of a sheet that are said to be left. */
const LEFT_MAX = 200;

/**
 * How a file is laid out and what its columns are.
 * @param kept what was said of columns of these very names, by their names
 * @throws SheetTooLong above the limits
 */
export function readFile(
  workbook: Workbook,
  mapping: Mapping,
  kept: (headers: readonly string[]) => readonly (string | null)[] | null = () => null,
): ReadFile {
  const { visible, layout, tables, cards, whys } = placesOf(workbook, mapping);
  const [main] = tables;
  const raw = layout === 'sheet' ? labelColumns(cards) : main ? rawColumns(main) : [];
  if (raw.length > SHEET_LIMITS.columns) throw new SheetTooLong('columns');
  const headers = raw.map(({ header }) => header);
  const columns = suggestColumns(raw, kept(headers));
  if (mapping.fields)
    for (const [at, column] of columns.entries()) {
      const field = mapping.fields[at] ?? null;
      if (field !== column.field)
        Object.assign(column, { field, why: field ? 'Dit par vous.' : 'Laissée de côté par vous.' });
    }
  const first = main?.sheet ?? visible[0];
  const hiddenLines = [...tables, ...cards].flatMap(({ sheet }) =>
    sheet.lines.filter(({ hidden }) => hidden).map(({ line }) => line),
  );
  return {
    sheets: workbook.sheets
      .filter(({ hidden }) => !hidden)
      .map(({ name }) => {
        const table = tables.find(({ sheet }) => sheet.name === name);
        const isCard = cards.some((card) => card.sheet.name === name);
        const left = table ? table.left.slice(0, LEFT_MAX) : [];
        return { name, layout: table ? 'rows' : isCard ? 'sheet' : null, left, why: whys.get(name) ?? null };
      }),
    layout,
    header_line: layout === 'rows' ? (main?.header.line ?? null) : null,
    columns,
    hidden: {
      lines: hiddenLines,
      columns: (main?.sheet.hiddenColumns ?? []).map(columnName),
      sheets: workbook.sheets.filter(({ hidden }) => hidden).map(({ name }) => name),
    },
    head: (first?.lines ?? []).slice(0, HEAD_LINES).map(({ line, cells }) => ({
      line,
      cells: cells.slice(0, HEAD_CELLS).map((cell) => printCell(cell).slice(0, HEAD_LENGTH)),
    })),
  };
}

/**
 * What the file says of products, by its columns.
 * @param fields of the columns, as they are to be read
 */
export function readDrafts(workbook: Workbook, mapping: Mapping, fields: readonly (string | null)[]): Draft[] {
  const { layout, tables, cards } = placesOf(workbook, mapping);
  if (layout === 'sheet') return draftsOfCards(workbook, cards, fields);
  const known = fields.map((name) => (name === null ? null : getField(name as FieldName)));
  return tables.flatMap(({ sheet, lines }) =>
    lines.map((line): Draft => {
      const cells = known.flatMap((field, at) => {
        const cell = line.cells[at] ?? '';
        const read = field ? readCell(field, cell, workbook) : null;
        return field && read ? [{ field: field.name, source: printCell(cell), ...read }] : [];
      });
      return { line: line.line, sheet: sheet.name, cells };
    }),
  );
}

/** Which sheets hold products, and how. */
function placesOf(workbook: Workbook, mapping: Mapping) {
  if (workbook.sheets.length > SHEET_LIMITS.sheets) throw new SheetTooLong('sheets');
  const visible = workbook.sheets.filter(({ hidden }) => !hidden);
  const shapes = visible.map((sheet) => ({ sheet, shape: shapeOf(sheet) }));
  const layout =
    mapping.layout ??
    (mapping.header_line !== null || shapes.some(({ shape }) => shape.layout === 'rows')
      ? 'rows'
      : shapes.some(({ shape }) => shape.layout === 'sheet')
        ? 'sheet'
        : null);
  /** The sheet whose first lines are shown: that of which somebody says which line names the columns. */
  const chosen = shapes.find(({ shape }) => shape.layout === 'rows')?.sheet ?? visible[0];
  const whys = new Map<string, string>();
  const tables: Table[] = [];
  const cards: { sheet: Sheet; labels: readonly LabelPlace[] }[] = [];
  for (const { sheet, shape } of shapes) {
    if (sheet.lines.length === 0) whys.set(sheet.name, 'Cette feuille est vide.');
    else if (layout === 'sheet') {
      if (shape.layout === 'sheet' || mapping.layout === 'sheet')
        cards.push({ sheet, labels: labelsOf(sheet, mapping.hidden) });
      else whys.set(sheet.name, NO_PRODUCT);
    } else {
      const header = sheet === chosen && mapping.header_line !== null ? mapping.header_line : shape.headerLine;
      const table = header === null || layout === null ? null : tableOf(sheet, header, mapping.hidden);
      const [main] = tables;
      if (!table) whys.set(sheet.name, shape.layout === 'sheet' ? ONE_EACH : NO_PRODUCT);
      else if (main && headerKeys(main.header).join('\n') !== headerKeys(table.header).join('\n'))
        whys.set(sheet.name, 'Ses colonnes sont autres que celles de la première : importez-la à part.');
      else tables.push(table);
    }
  }
  const lines = tables.reduce((sum, table) => sum + table.lines.length, 0) + cards.length;
  if (lines > SHEET_LIMITS.lines) throw new SheetTooLong('lines');
  return { visible, layout, tables, cards, whys };
}
const ONE_EACH = 'Elle décrit un seul produit : elle n’est pas lue avec une liste. Importez-la dans un fichier à part.';
const NOT_WHOLE =
  'Une ligne de cette formule n’a pas de nom INCI, ou contient une erreur : complétez-la dans le fichier, ou collez la formule dans la fiche.';
const NO_PRODUCT = 'Aucune ligne n’y nomme deux champs d’un produit : elle n’est pas lue.';

const headerKeys = ({ cells }: SheetLine): string[] =>
  cells.map((cell) => wordKey(textOf(cell).slice(0, HEADER_LENGTH)));

function tableOf(sheet: Sheet, headerLine: number, hidden: boolean): Table | null {
  const header = sheet.lines.find(({ line }) => line === headerLine);
  if (!header) return null;
  const keys = headerKeys(header);
  const below = sheet.lines.filter((one) => one.line > headerLine && one.cells.some((cell) => !isBlank(cell)));
  const usual = usualWidth(below);
  const lines: SheetLine[] = [];
  const left: LeftLine[] = [];
  for (const line of below) {
    const why = !hidden && line.hidden ? 'Une ligne masquée.' : whyLeft(line, keys, usual);
    if (why === null) lines.push(line);
    else left.push(leftOf(line, why));
  }
  return { sheet, header, lines, left };
}

/** Names of the columns and what stands below them; columns without either are none. */
function rawColumns({ header, lines }: Table): RawColumn[] {
  let width = header.cells.length;
  for (const { cells } of lines) width = Math.max(width, cells.length);
  const columns = Array.from({ length: width }, (_, at) => ({
    header: textOf(header.cells[at]).replace(/\s+/g, ' ').trim(),
    values: lines.map(({ cells }) => printCell(cells[at])),
  }));
  while (
    columns.length > 0 &&
    columns.at(-1)?.header === '' &&
    columns.at(-1)?.values.every((text) => text.trim() === '')
  )
    columns.pop();
  return columns;
}

/** The labels of all sheets, as columns. */
function labelColumns(cards: readonly { labels: readonly LabelPlace[] }[]): RawColumn[] {
  const columns = new Map<string, { header: string; values: string[] }>();
  for (const { labels } of cards)
    for (const { label, line, at } of labels) {
      const place = valueAt(line, at);
      const column = columns.get(wordKey(label)) ?? { header: label, values: [] };
      column.values.push(place === null ? '' : printCell(line.cells[place]));
      columns.set(wordKey(label), column);
    }
  return [...columns.values()];
}

function draftsOfCards(
  workbook: Workbook,
  cards: readonly { sheet: Sheet; labels: readonly LabelPlace[] }[],
  fields: readonly (string | null)[],
): Draft[] {
  const byLabel = new Map(labelColumns(cards).map(({ header }, at) => [wordKey(header), fields[at] ?? null]));
  return cards.map(({ sheet, labels }): Draft => {
    const cells: Draft['cells'] = [];
    for (const { label, line, at } of labels) {
      const name = byLabel.get(wordKey(label)) ?? null;
      const place = valueAt(line, at);
      if (name === null || place === null) continue;
      const cell = line.cells[place] ?? '';
      const read = readCell(getField(name as FieldName), cell, workbook);
      const known = cells.find(({ field }) => field === name);
      if (read && !known) cells.push({ field: name as FieldName, source: printCell(cell), ...read });
      // Nobody chooses between two values of one label.
      else if (read && known && known.value !== read.value)
        known.fault = `Cette feuille le dit deux fois : « ${known.source.slice(0, 80)} » et « ${printCell(cell).slice(0, 80)} ». Gardez l’un des deux.`;
    }
    const formula = formulaOf(sheet);
    const ingredients = formula && readCell(getField('ingredients'), formula.text, workbook);
    if (ingredients && !cells.some(({ field }) => field === 'ingredients'))
      cells.push({
        field: 'ingredients',
        source: formula.text,
        ...ingredients,
        ...(formula.isWhole ? {} : { fault: NOT_WHOLE }),
      });
    return { line: null, sheet: sheet.name, cells };
  });
}
