import {
  type Cell,
  printSerial,
  type Sheet,
  type SheetLine,
  textOf,
  unescapeText,
  type Workbook,
} from '#shared/imports/workbook.ts';
import { attributesOf, decodeXml, localName, scanXml } from '../docx/xml.ts';
import { BadZip, inflate, readZip, type ZipEntry } from '../docx/zip.ts';
import { formatsOf, type NumberFormat, printNumber } from './formats.ts';

/** Not a workbook, or one that holds more than is read. */
export class NotSheet extends Error {
  constructor() {
    super('not a workbook');
    this.name = 'NotSheet';
  }
}

/** A workbook whose cells say more than is read. */
export class TooMuch extends Error {
  constructor() {
    super('too much in a sheet');
    this.name = 'TooMuch';
  }
}

/** Lines of a sheet of Excel. */
const MOST_LINES = 1_048_576;
/** Characters of a cell: as many as Excel takes. */
const CELL_LENGTH = 32_767;
/** Characters that a file gives back, all cells together: fifty thousand cells may share one long text. */
export const SHEET_LENGTH = 20_000_000;

interface Limits {
  /** Bytes of one part once inflated; a workbook of formulas has some hundred thousand. */
  part: number;
  /** Bytes of all parts that are read. */
  total: number;
  /** Columns read, whatever the sheet says of its dimension. */
  columns: number;
  /** Lines read of a sheet, the empty ones not counted. */
  lines: number;
  /** Characters read. */
  length: number;
  /** Sheets read. */
  sheets: number;
}
const MIB = 1024 * 1024;

/**
 * The first sheet of a workbook (.xlsx) as texts: stored values, formulas never evaluated, a cell that is formatted as a
 * percentage with its sign (0,724 is « 72.4 % »), a date as `dd/MM/yyyy`.
 * @param most rows read, whatever the sheet says of its dimension
 * @param length characters read
 * @throws NotSheet; TooMuch above `length`
 */
export function readSheet(bytes: Buffer, most: number, length = SHEET_LENGTH): string[][] {
  const limits = { part: 16 * MIB, total: 50 * MIB, columns: 50, lines: most, length, sheets: 1 };
  const [sheet] = readWorkbook(bytes, limits).sheets;
  const rows: string[][] = [];
  for (const { line, cells } of sheet?.lines ?? []) {
    while (rows.length < line - 1 && rows.length < most) rows.push([]);
    if (rows.length < most)
      rows.push(cells.map((cell) => (typeof cell === 'object' && cell.fault ? '' : textOf(cell))));
  }
  return rows;
}

/**
 * A workbook (.xlsx) with what is hidden in it: stored values, formulas never evaluated.
 * Source: ECMA-376, part 1, 18.2 (workbook), 18.3 (worksheets), 18.4 (shared strings), 18.8 (styles); part 4 for « strict ».
 * @throws NotSheet; TooMuch above the length
 */
export function readWorkbook(bytes: Buffer, limits: Limits): Workbook {
  let left = limits.total;
  try {
    const entries = new Map(readZip(bytes).map((entry): [string, ZipEntry] => [entry.name.replace(/^\//, ''), entry]));
    const part = (name: string): string | null => {
      const entry = entries.get(name);
      if (!entry) return null;
      left -= entry.size;
      if (left < 0) throw new NotSheet();
      return inflate(entry, limits.part)
        .toString('utf8')
        .replace(/^\ufeff/, '');
    };
    const workbook = part('xl/workbook.xml');
    if (workbook === null) throw new NotSheet();
    const { named, from1904 } = sheetsOf(workbook, part('xl/_rels/workbook.xml.rels') ?? '');
    const strings = stringsOf(part('xl/sharedStrings.xml'));
    const formatOf = formatsOf(part('xl/styles.xml'));
    const counter = { left: limits.length };
    const sheets = named.slice(0, limits.sheets).map(({ name, hidden, path }): Sheet => {
      const xml = part(path);
      if (xml === null) return { name, hidden, lines: [], hiddenColumns: [] };
      return { name, hidden, ...linesOf(xml, { strings, formatOf, from1904, limits, counter }) };
    });
    if (sheets.length === 0 || (limits.sheets === 1 && !entries.has(named[0]?.path ?? ''))) throw new NotSheet();
    return { sheets, from1904 };
  } catch (error) {
    if (error instanceof BadZip) throw new NotSheet();
    throw error;
  }
}

const attributes = (xml: string, start: number, openEnd: number): Map<string, string> =>
  new Map(attributesOf(xml, { start, openEnd }).map(({ name, value }) => [localName(name), value]));

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

interface NamedSheet {
  name: string;
  hidden: boolean;
  path: string;
}

/** The sheets in their order, each with the part that holds it. */
function sheetsOf(workbook: string, relations: string): { named: NamedSheet[]; from1904: boolean } {
  const targets = new Map<string, string>();
  if (relations)
    scanXml(relations, {
      open(name, start, openEnd) {
        if (localName(name) !== 'Relationship') return;
        const found = attributes(relations, start, openEnd);
        targets.set(found.get('Id') ?? '', found.get('Target') ?? '');
      },
      close: () => undefined,
    });
  const named: NamedSheet[] = [];
  let from1904 = false;
  scanXml(workbook, {
    open(name, start, openEnd) {
      const local = localName(name);
      if (local !== 'sheet' && local !== 'workbookPr') return;
      const found = attributes(workbook, start, openEnd);
      if (local === 'workbookPr') from1904 ||= isTrue(found.get('date1904'));
      else {
        const target = targets.get(found.get('id') ?? '') || `worksheets/sheet${named.length + 1}.xml`;
        named.push({
          name: found.get('name') ?? '',
          hidden: (found.get('state') ?? 'visible') !== 'visible',
          path: target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`,
        });
      }
    },
    close: () => undefined,
  });
  return { named, from1904 };
}

/** The texts that cells point at; how they are pronounced is left out. */
function stringsOf(xml: string | null): string[] {
  if (!xml) return [];
  const strings: string[] = [];
  let [text, from, phonetic] = ['', -1, 0];
  scanXml(xml, {
    open(name, _start, openEnd) {
      const local = localName(name);
      if (local === 'si') text = '';
      if (local === 'rPh') phonetic += 1;
      if (local === 't' && phonetic === 0) from = openEnd;
    },
    close(name, closeStart) {
      const local = localName(name);
      if (local === 'rPh') phonetic -= 1;
      if (local === 't' && from >= 0) {
        text += decodeXml(xml.slice(from, Math.max(from, closeStart)));
        from = -1;
      }
      if (local === 'si') strings.push(unescapeText(text).slice(0, CELL_LENGTH + 1));
    },
  });
  return strings;
}

interface Known {
  strings: readonly string[];
  formatOf: (style: number) => NumberFormat;
  from1904: boolean;
  limits: Limits;
  /** Characters that all sheets together may still give. */
  counter: { left: number };
}

interface OpenCell {
  type: string;
  style: number;
  column: number;
  value: string | null;
  hasFormula: boolean;
}

function linesOf(xml: string, known: Known): Pick<Sheet, 'lines' | 'hiddenColumns'> {
  const { limits, counter } = known;
  const lines: SheetLine[] = [];
  const hiddenColumns: number[] = [];
  let [number, hidden, cells] = [0, false, [] as Cell[]];
  let cell: OpenCell | null = null;
  let [from, phonetic] = [-1, 0];
  const put = ({ column, ...rest }: OpenCell): void => {
    const made = cellOf(rest, known);
    if (made === '' || column >= limits.columns) return;
    counter.left -= textOf(made).length;
    if (counter.left < 0) throw new TooMuch();
    while (cells.length < column) cells.push('');
    cells[column] = made;
  };
  scanXml(xml, {
    open(name, start, openEnd) {
      if (lines.length >= limits.lines) return;
      const local = localName(name);
      if (local === 'row') {
        const found = attributes(xml, start, openEnd);
        const said = Number(found.get('r'));
        number = Number.isInteger(said) && said > 0 && said <= MOST_LINES ? said : number + 1;
        hidden = isTrue(found.get('hidden'));
        cells = [];
      } else if (local === 'col') {
        const found = attributes(xml, start, openEnd);
        const last = Math.min(Number(found.get('max') ?? 0), limits.columns);
        if (isTrue(found.get('hidden')))
          for (let at = Number(found.get('min') ?? 1); at <= last; at += 1) hiddenColumns.push(at - 1);
      } else if (local === 'c') {
        const found = attributes(xml, start, openEnd);
        cell = {
          type: found.get('t') ?? 'n',
          style: Number(found.get('s') ?? 0),
          column: columnOf(found.get('r') ?? '') ?? cells.length,
          value: null,
          hasFormula: false,
        };
      } else if (cell && local === 'f') cell.hasFormula = true;
      else if (local === 'rPh') phonetic += 1;
      else if (cell && phonetic === 0 && (local === 'v' || local === 't')) from = openEnd;
    },
    close(name, closeStart) {
      if (lines.length >= limits.lines) return;
      const local = localName(name);
      if (local === 'rPh') phonetic -= 1;
      else if (cell && (local === 'v' || local === 't') && from >= 0) {
        cell.value = (cell.value ?? '') + decodeXml(xml.slice(from, Math.max(from, closeStart)));
        from = -1;
      } else if (cell && local === 'c') {
        put(cell);
        cell = null;
      } else if (local === 'row' && cells.length > 0)
        lines.push({ line: number, cells, ...(hidden ? { hidden } : {}) });
    },
  });
  return { lines, hiddenColumns };
}

/** `BC12` → 54, from 0. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (!letters) return null;
  return [...letters].reduce((rank, letter) => rank * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellOf({ type, style, value, hasFormula }: Omit<OpenCell, 'column'>, known: Known): Cell {
  if (value === null || value === '') {
    // A formula that gives an empty text keeps it; one that keeps nothing was never computed.
    if (!hasFormula || type === 'str' || (value === '' && type !== 'n')) return '';
    return {
      text: '',
      fault:
        'La formule de cette cellule n’a pas de valeur enregistrée : ouvrez le fichier dans Excel, enregistrez-le, puis redonnez-le.',
    };
  }
  if (type === 's') return whole(known.strings[Number(value)] ?? '');
  if (type === 'e')
    return { text: value.slice(0, 40), fault: `Cette cellule contient une erreur d’Excel (${value.slice(0, 40)}).` };
  if (type === 'b')
    return {
      text: value === '1' ? 'VRAI' : 'FAUX',
      fault: 'Cette cellule contient VRAI ou FAUX : écrivez la valeur en toutes lettres.',
    };
  if (type === 'd') return dayOfIso(value);
  if (type !== 'n') return whole(unescapeText(value));
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) return '';
  const format = known.formatOf(style);
  if (format.date === 'day' && number >= 1) return { text: printSerial(number, known.from1904), kind: 'date' };
  // Only a part of the date is shown: that part is what was meant.
  if (format.date === 'month') return { text: printSerial(number, known.from1904).slice(3), kind: 'date' };
  if (format.date === 'year') return printSerial(number, known.from1904).slice(6);
  if (format.date === 'no year') return { text: printSerial(number, known.from1904).slice(0, 5), kind: 'date' };
  const { text, isPlain } = printNumber(number, format);
  return isPlain ? { text, kind: 'number' } : text;
}

/** A text that Excel cannot hold is no text that it wrote: what is cut is not kept. */
const whole = (text: string): Cell =>
  text.length <= CELL_LENGTH
    ? text
    : {
        text: text.slice(0, CELL_LENGTH),
        fault:
          'Ce texte dépasse ce qu’une cellule peut contenir (32 767 caractères) : donnez-le dans la fiche du produit.',
      };

/** `2026-03-15T00:00:00`, as some programs keep a date. ECMA-376, part 1, 18.18.11 */
function dayOfIso(value: string): Cell {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(value);
  return match ? { text: `${match[3]}/${match[2]}/${match[1]}`, kind: 'date' } : value.slice(0, 40);
}
