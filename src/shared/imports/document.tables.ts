import type { FieldName } from '../products/product.fields.ts';
import { fieldsMeant, isSameUnit, wordKey } from '../products/product.words.ts';
import { bareLabel, type Context, LABEL_LENGTH } from './document.context.ts';
import { cutAtLabels, type Named, named, type Reading, readLines, say } from './document.lines.ts';
import { cellText, type OutlineCell, type OutlineTable } from './document.outline.ts';
import { looksLikeUnit } from './document.values.ts';
import { formulaOf } from './sheet.ingredients.ts';

/** Names of columns that hold results, of those that hold what a result is held against, and others of such tables. */
const RESULT =
  /^(?:resultats?|valeurs?(?: mesurees?| obtenues?| trouvees?)?|mesures?|results?|values?|measured values?)\b/;
const AGAINST =
  /^(?:limites?|specifications?|specs?|normes?|criteres?(?: d acceptation)?|seuils?|exigences?|methodes?(?: d analyse)?|frequences?|limits?|requirements?|methods?|acceptance criteria|conformite|conforme|statut|reference(?: de la)? methode)\b/;
const UNIT = /^(?:unites?|units?)\b/;
const SUBJECT =
  /^(?:parametres?|essais?|analyses?|tests?|caracteristiques?|proprietes?|determinations?|parameters?|items?|designations?|rubriques?|donnees?)\b/;
/** What names one substance: a table with it is that substance's. */
const OF_SUBSTANCE = new Set(
  'inci,nom inci,inci name,cas,n cas,no cas,numero cas,cas number,cas no,ec,einecs,n ce,numero ce,substance,ingredient,matiere premiere,nom chimique'.split(
    ',',
  ),
);
/** Fields that say which product it is. */
const IDENTITY = new Set<FieldName>(['nom_commercial', 'nom_produit', 'ref_produit', 'ref_formule']);

const keyOf = (text: string): string => wordKey(text.slice(0, LABEL_LENGTH));
const isLabel = (text: string): boolean =>
  text !== '' && text.length <= LABEL_LENGTH && fieldsMeant(bareLabel(text)).length > 0;

/** A table as its texts; what goes on from the row above is said again. */
interface Texts {
  rows: string[][];
  table: OutlineTable;
}

function textsOf(table: OutlineTable): Texts {
  const rows: string[][] = [];
  for (const cells of table.rows) {
    const above = rows.at(-1);
    rows.push(cells.map((cell, at) => (cell.continues ? (above?.[at] ?? '') : cellText(cell))));
  }
  return { rows, table };
}

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

interface Header {
  row: number;
  results: number[];
  unit: number;
  subject: number;
}

/** The row that names columns of results, or of what they are held against. */
function headerOf(rows: readonly string[][]): Header | null {
  for (const [row, cells] of rows.entries()) {
    const keys = cells.map(keyOf);
    if (keys.filter(Boolean).length < 2) continue;
    const results = keys.flatMap((key, at) => (at > 0 && RESULT.test(key) ? [at] : []));
    const isHeader = results.length > 0 || (cells.length > 2 && keys.some((key, at) => at > 0 && AGAINST.test(key)));
    // « Résultats de stabilité | Conforme » is a pair.
    if (!isHeader || (cells.length === 2 && !SUBJECT.test(keys[0] ?? '') && keys[0] !== '')) {
      if (isLabel(cells[0] ?? '')) return null;
      continue;
    }
    return {
      row,
      results,
      unit: keys.findIndex((key) => UNIT.test(key)),
      subject: Math.max(
        0,
        keys.findIndex((key) => SUBJECT.test(key)),
      ),
    };
  }
  return null;
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

/** Whether its columns are products: names above them that are no words of a table, labels beside them. */
function isOfProducts(rows: readonly string[][]): boolean {
  const wide = rows.filter((cells) => cells.length >= 3 && cells.filter(Boolean).length >= 2);
  const labelled = wide.filter(
    ([first = '', second = '', third = '']) =>
      isLabel(first) && second !== '' && third !== '' && !isLabel(second) && !isLabel(third) && !looksLikeUnit(third),
  );
  if (labelled.length === 0) return false;
  const names = labelled.some(([first = '', second, third]) => isIdentity(first) && second !== third);
  const [head = []] = wide;
  const isHead =
    !isLabel(head[0] ?? '') &&
    head.slice(1).filter(Boolean).length >= 2 &&
    head.slice(1).every((text) => !isLabel(text) && !looksLikeUnit(text));
  return names || (isHead && labelled.length >= 2);
}
const isIdentity = (text: string): boolean =>
  fieldsMeant(bareLabel(text)).some(({ field }) => IDENTITY.has(field.name));

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

/** Rows that begin with a number or a date, below names: a follow-up of versions, a distribution list. */
function looksLikeList(rows: readonly string[][]): boolean {
  const [head = [], ...below] = rows.filter((cells) => cells.some(Boolean));
  return (
    below.length > 0 &&
    head.filter(Boolean).length >= 2 &&
    below.every(([first = '']) => first.length <= LABEL_LENGTH && /^[vV]?\d[\d./\s-]*$/.test(first))
  );
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
