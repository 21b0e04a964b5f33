import { parseMeasure } from '../fields/number.ts';
import { singleSpaced } from '../fields/text.ts';
import { getField } from '../products/product.fields.ts';
import { isSameUnit } from '../products/product.words.ts';
import { bareLabel, type Context, LABEL_LENGTH } from './document.context.ts';
import { cutAtLabels, type Named, named } from './document.cuts.ts';
import { type Reading, readLines, say } from './document.lines.ts';
import type { OutlineCell, OutlineTable } from './document.outline.ts';
import { doubtHere, fieldsHere } from './document.standing.ts';
import {
  columnsOf,
  type Header,
  headerOf,
  isIdentity,
  isLabel,
  isOfPeople,
  isOfProducts,
  keyOf,
  looksLikeList,
  OF_SUBSTANCE,
  type Texts,
  textsOf,
} from './document.table.shape.ts';
import { looksLikeUnit } from './document.values.ts';
import { formulaOf } from './sheet.ingredients.ts';

/** Pairs of a table, its results, its rows; not what is said of substances, nor of several products. */
export function readTable(table: OutlineTable, reading: Reading): void {
  const texts = textsOf(table);
  const { rows } = texts;
  // No table that people read is as wide.
  if (rows.some((cells) => cells.length > COLUMNS_MAX) || isOfPeople(rows)) return;
  const lines = rows.map((cells, line) => ({ line, cells }));
  if (formulaOf({ lines })) {
    if (fieldsHere([getField('ingredients')], reading.context).length === 0) return;
    reading.read.formulas.push({ table, doubt: doubtHere([getField('ingredients')], reading.context) });
    reading.read.taken.add(table);
    return;
  }
  if (rows.some(([first = '', second = '']) => second !== '' && OF_SUBSTANCE.has(keyOf(bareLabel(first))))) return;
  const columns = columnsOf(texts);
  const header = headerOf(columns);
  if (header) readResults({ ...texts, rows: columns }, header, reading);
  else if (isOfProducts(rows)) reading.read.isOfSeveral = true;
  else if (!readColumns(texts, reading)) readPairs(texts, reading);
}

/** A parameter a row: of its columns, only the result. */
function readResults({ rows, table }: Texts, header: Header, reading: Reading): void {
  const at = reading.place.row;
  let group = '';
  for (const [row, cells] of rows.entries()) {
    if (row <= header.row) continue;
    const filled = cells.filter(Boolean);
    if (filled.length === 1) group = filled[0] ?? '';
    const context = within(reading.context, group);
    const label = header.subjects.map((at) => named(cells[at] ?? '', context)).find((one) => one !== null);
    const results = header.results.filter((one) => (cells[one] ?? '') !== '');
    const [first] = results;
    if (!label || first === undefined) continue;
    const unit = (at: number): string => header.units[at] ?? (header.unit < 0 ? '' : (cells[header.unit] ?? ''));
    const doubts = results.length > 1 ? [...label.doubts, 'Le tableau donne plusieurs résultats.'] : label.doubts;
    const place = { ...reading.place, row: at ?? row };
    const before = reading.read.found.length;
    for (const one of results)
      say(
        { ...reading, context, place },
        {
          ...label,
          doubts,
          isOwn: label.isOwn && results.length === 1,
          unit: label.unit ?? foreignUnit(label, unit(one)),
        },
        { raw: cells[one] ?? '', way: 'table' },
      );
    take(reading, { table, row, before });
  }
}

/** A unit of a column of units that is not the field's own. */
const foreignUnit = ({ fields }: Named, unit: string): string | null => {
  const text = unit.trim();
  return text === '' || text === '-' || fields.some((field) => field.unit === undefined || isSameUnit(field.unit, text))
    ? null
    : text;
};

/** What is said of a row was said: the table is taken row by row. */
function take({ read }: Reading, { table, row, before }: { table: OutlineTable; row: number; before: number }): void {
  read.taken.delete(table);
  const cells = table.rows[row];
  if (cells && read.found.length > before) read.taken.add(cells);
}

const within = (context: Context, group: string): Context => (group === '' ? context : { ...context, above: group });

/** Names of fields in a row, and what they hold in the one below; with several below, they are several products'. */
function readColumns({ rows, table }: Texts, reading: Reading): boolean {
  const filled = rows.filter((cells) => cells.some(Boolean));
  const isHead = (cells: readonly string[]): boolean =>
    cells.length >= 2 &&
    cells.every((text) => isLabel(text) || isAside(text)) &&
    cells.some(isLabel) &&
    new Set(cells.map(keyOf)).size === cells.length;
  const isBelow = (head: readonly string[], values: readonly string[] | undefined): boolean =>
    values !== undefined && values.length === head.length && !values.some((text) => isLabel(text));
  const [head = [], ...below] = filled;
  if (!isHead(head) || !isBelow(head, below[0])) return false;
  // Names, what they hold, other names, what those hold.
  const pairs = filled.flatMap((cells, at) => (at % 2 === 0 ? [{ head: cells, values: filled[at + 1] }] : []));
  const isInTurn = pairs.length > 1 && pairs.every((pair) => isHead(pair.head) && isBelow(pair.head, pair.values));
  if (below.length > 1 && !isInTurn) {
    if (head.some(isIdentity) && !head.some(isAside)) reading.read.isOfSeveral = true;
    return true;
  }
  for (const { head, values = [] } of pairs) {
    const row = rows.indexOf(values);
    const before = reading.read.found.length;
    for (const [at, text] of values.entries()) {
      const label = named(head[at] ?? '', reading.context);
      if (label)
        say({ ...reading, place: { ...reading.place, row: reading.place.row ?? row } }, label, {
          raw: text,
          way: 'table',
        });
    }
    take(reading, { table, row, before });
  }
  return true;
}

/** What stands beside results and names none of them: of which batch they are. */
const isAside = (text: string): boolean => /^(?:n )?(?:lots?|batch|echantillons?)\b/.test(keyOf(text));

/** Labels with their values beside them, one or two in a row; a cell of its own row says what those below are about. */
function readPairs(texts: Texts, reading: Reading): void {
  const { rows, cells: from, table } = texts;
  if (looksLikeList(rows)) return;
  let group = '';
  for (const [row, cells] of rows.entries()) {
    const filled = cells.filter(Boolean);
    const before = reading.read.found.length;
    const place = { ...reading.place, row: reading.place.row ?? row };
    const context = within(reading.context, group);
    if (filled.length === 1) {
      const only = cells.findIndex(Boolean);
      readCellOf(from[row]?.[only], { ...reading, context, place });
      if (reading.read.found.length === before && cutAtLabels(filled[0] ?? '', context).length === 0)
        group = filled[0] ?? '';
    } else readRow(cells, from[row] ?? [], { ...reading, context, place });
    take(reading, { table, row, before });
  }
}

function readRow(cells: readonly string[], from: readonly OutlineCell[], reading: Reading): void {
  let hasPair = false;
  for (let at = 0; at < cells.length; at += 1) {
    const [text = '', beside = '', third = ''] = cells.slice(at, at + 3);
    if (!isPairLabel(text, reading.context)) continue;
    // A group before its own labels.
    if (isLabel(beside) && third !== '') {
      reading = { ...reading, context: within(reading.context, text) };
      continue;
    }
    if (isLabel(beside) || beside === '') continue;
    const label = named(text, reading.context);
    if (!label) continue;
    const rest = cells.slice(at + 2).filter(Boolean);
    const isUnitThird = third !== '' && looksLikeUnit(third);
    // A unit may stand after the result, or before it.
    const isUnitSecond = looksLikeUnit(beside) && third !== '' && /\d/.test(third);
    const isCut = rest.length === 0 || isUnitThird || isUnitSecond || isPairLabel(cells[at + 2] ?? '', reading.context);
    const doubts = isCut ? label.doubts : [...label.doubts, 'La ligne a d’autres colonnes.'];
    const unit = isUnitThird ? third : isUnitSecond ? beside : '';
    // What a result is held against may stand before it.
    const isAgainst = isRange(beside) && isLoneNumber(third);
    say(
      reading,
      { ...label, doubts, isOwn: label.isOwn && isCut, unit: label.unit ?? foreignUnit(label, unit) },
      { raw: isUnitSecond || isAgainst ? third : beside, way: 'table' },
    );
    hasPair = true;
    at += isUnitThird || isUnitSecond ? 2 : 1;
  }
  // Cells that each say all of what they say: a layout, and no label beside its value.
  const isLayout = cells.every(
    (text) => text === '' || cutAtLabels(text.split('\n')[0] ?? '', reading.context).length > 0,
  );
  if (hasPair) return;
  for (const cell of from) if (isLayout || cell.blocks.some(({ kind }) => kind === 'table')) readCellOf(cell, reading);
}

const isRange = (text: string): boolean => (text.length <= MEASURE ? (parseMeasure(text)?.bounds.length ?? 0) : 0) > 1;
const isLoneNumber = (text: string): boolean => text.length <= MEASURE && typeof parseMeasure(text)?.value === 'number';
/** Characters of a result. */
const MEASURE = 60;
const COLUMNS_MAX = 200;

const isPairLabel = (text: string, context: Context): boolean =>
  text !== '' &&
  text.length <= LABEL_LENGTH &&
  named(text, context) !== null &&
  cutAtLabels(singleSpaced(text), context).every(({ raw }) => raw.trim() === '');

/** A cell that lays out what could stand outside of a table. */
function readCellOf(cell: OutlineCell | undefined, reading: Reading): void {
  const blocks = cell?.blocks ?? [];
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'table') readTable(block, reading);
    else if (cutAtLabels(block.text.split('\n')[0] ?? '', reading.context).length > 0)
      readLines(block, { ...reading, next: blocks[index + 1], isTaken: () => true });
  }
}
