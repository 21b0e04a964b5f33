import { isSameUnit } from '../products/product.words.ts';
import { bareLabel, type Context, LABEL_LENGTH } from './document.context.ts';
import { cutAtLabels, type Named, named, type Reading, readLines, say } from './document.lines.ts';
import type { OutlineCell, OutlineTable } from './document.outline.ts';
import {
  type Header,
  headerOf,
  isIdentity,
  isLabel,
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
  const lines = rows.map((cells, line) => ({ line, cells }));
  if (formulaOf({ lines })) {
    reading.read.formulas.push(table);
    reading.read.taken.add(table);
    return;
  }
  if (rows.some(([first = '', second = '']) => second !== '' && OF_SUBSTANCE.has(keyOf(bareLabel(first))))) return;
  const header = headerOf(rows);
  if (header) readResults(texts, header, reading);
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
    const subject = cells[header.subject] ?? '';
    const context = within(reading.context, group);
    const label = named(subject, context);
    const results = header.results.filter((one) => (cells[one] ?? '') !== '');
    const [first] = results;
    if (!label || first === undefined) continue;
    const unit = header.unit < 0 ? '' : (cells[header.unit] ?? '');
    const doubts = results.length > 1 ? [...label.doubts, 'Le tableau donne plusieurs résultats.'] : label.doubts;
    const place = { ...reading.place, row: at ?? row };
    const before = reading.read.found.length;
    for (const one of results)
      say(
        { ...reading, context, place },
        { ...label, doubts, isOwn: label.isOwn && results.length === 1, unit: label.unit ?? foreignUnit(label, unit) },
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
  const [head = [], ...below] = rows.filter((cells) => cells.some(Boolean));
  const isHead =
    head.length >= 2 && head.every((text) => isLabel(text)) && new Set(head.map(keyOf)).size === head.length;
  const [values = []] = below;
  if (!isHead || below.length === 0 || values.length !== head.length || values.some((text) => isLabel(text)))
    return false;
  if (below.length > 1) {
    if (head.some(isIdentity)) reading.read.isOfSeveral = true;
    return true;
  }
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
  return true;
}

/** Labels with their values beside them, one or two in a row; a cell of its own row says what those below are about. */
function readPairs(texts: Texts, reading: Reading): void {
  const { rows, table } = texts;
  if (looksLikeList(rows)) return;
  let group = '';
  for (const [row, cells] of rows.entries()) {
    const filled = cells.filter(Boolean);
    const before = reading.read.found.length;
    const place = { ...reading.place, row: reading.place.row ?? row };
    const context = within(reading.context, group);
    if (filled.length === 1) {
      const only = cells.findIndex(Boolean);
      readCellOf(table.rows[row]?.[only], { ...reading, context, place });
      if (reading.read.found.length === before && cutAtLabels(filled[0] ?? '', context).length === 0)
        group = filled[0] ?? '';
    } else readRow(cells, table.rows[row] ?? [], { ...reading, context, place });
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
    say(
      reading,
      { ...label, doubts, isOwn: label.isOwn && isCut, unit: label.unit ?? foreignUnit(label, unit) },
      { raw: isUnitSecond ? third : beside, way: 'table' },
    );
    hasPair = true;
    at += isUnitThird || isUnitSecond ? 2 : 1;
  }
  // Cells that each say all of what they say: a layout, and no label beside its value.
  const isLayout = cells.every(
    (text) => text === '' || cutAtLabels(text.split('\n')[0] ?? '', reading.context).length > 0,
  );
  if (!hasPair && isLayout) for (const cell of from) readCellOf(cell, reading);
}

const isPairLabel = (text: string, context: Context): boolean =>
  text !== '' &&
  text.length <= LABEL_LENGTH &&
  !text.includes('\n') &&
  named(text, context) !== null &&
  cutAtLabels(text, context).every(({ raw }) => raw.trim() === '');

/** A cell that lays out what could stand outside of a table. */
function readCellOf(cell: OutlineCell | undefined, reading: Reading): void {
  const blocks = cell?.blocks ?? [];
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'table') readTable(block, reading);
    else if (cutAtLabels(block.text.split('\n')[0] ?? '', reading.context).length > 0)
      readLines(block, { ...reading, next: blocks[index + 1], isTaken: () => true });
  }
}
