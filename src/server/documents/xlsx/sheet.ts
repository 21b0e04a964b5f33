import { withoutEnds } from '#shared/fields/text.ts';
import { attributesOf, decodeXml, localName, scanXml } from '../docx/xml.ts';
import { BadZip, inflate, readZip, type ZipEntry } from '../docx/zip.ts';

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

/** Bytes of one part once inflated; a workbook of formulas has some hundred thousand. */
const PART_BYTES = 16 * 1024 * 1024;
/** Bytes of all parts that are read. */
const TOTAL_BYTES = 50 * 1024 * 1024;
/** Columns read, whatever the sheet says of its dimension. */
const COLUMNS = 50;
/** Characters of a cell. */
const CELL_LENGTH = 10_000;
/** Characters that a sheet gives back, all cells together: fifty thousand cells may share one long text. */
export const SHEET_LENGTH = 20_000_000;

/**
 * The first sheet of a workbook (.xlsx) as texts: stored values, formulas never evaluated, a cell that is formatted as a
 * percentage with its sign (0,724 is « 72.4 % »).
 * Source: ECMA-376, part 1, 18.3 (worksheets), 18.4 (shared strings), 18.8 (styles).
 * @param most rows read, whatever the sheet says of its dimension
 * @param length characters read
 * @throws NotSheet; TooMuch above `length`
 */
export function readSheet(bytes: Buffer, most: number, length = SHEET_LENGTH): string[][] {
  let entries: Map<string, ZipEntry>;
  let left = TOTAL_BYTES;
  try {
    entries = new Map(readZip(bytes).map((entry) => [entry.name.replace(/^\//, ''), entry]));
    const part = (name: string): string | null => {
      const entry = entries.get(name);
      if (!entry) return null;
      left -= entry.size;
      if (left < 0) throw new NotSheet();
      return inflate(entry, PART_BYTES)
        .toString('utf8')
        .replace(/^\ufeff/, '');
    };
    const workbook = part('xl/workbook.xml');
    const sheet = workbook === null ? null : part(firstSheetOf(workbook, part('xl/_rels/workbook.xml.rels') ?? ''));
    if (sheet === null) throw new NotSheet();
    const strings = stringsOf(part('xl/sharedStrings.xml'));
    return rowsOf(sheet, { strings, isPercent: percentStylesOf(part('xl/styles.xml')), most, length });
  } catch (error) {
    if (error instanceof BadZip) throw new NotSheet();
    throw error;
  }
}

const attributes = (xml: string, start: number, openEnd: number): Map<string, string> =>
  new Map(attributesOf(xml, { start, openEnd }).map(({ name, value }) => [localName(name), value]));

function firstSheetOf(workbook: string, relations: string): string {
  let id = '';
  scanXml(workbook, {
    open(name, start, openEnd) {
      if (!id && localName(name) === 'sheet') id = attributes(workbook, start, openEnd).get('id') ?? '';
    },
    close: () => undefined,
  });
  let target = '';
  if (relations)
    scanXml(relations, {
      open(name, start, openEnd) {
        if (localName(name) !== 'Relationship') return;
        const found = attributes(relations, start, openEnd);
        if (found.get('Id') === id) target = found.get('Target') ?? '';
      },
      close: () => undefined,
    });
  return target.startsWith('/') ? target.slice(1) : `xl/${target || 'worksheets/sheet1.xml'}`;
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
      if (local === 'si') strings.push(text.slice(0, CELL_LENGTH));
    },
  });
  return strings;
}

/** Percentages among the formats that every workbook knows: `0%` and `0.00%`. */
const BUILT_IN_PERCENTS = new Set(['9', '10']);

/** Whether a style, by its rank, shows a percentage. */
function percentStylesOf(xml: string | null): (style: number) => boolean {
  if (!xml) return () => false;
  const formats = new Set(BUILT_IN_PERCENTS);
  const styles: boolean[] = [];
  let inCells = false;
  scanXml(xml, {
    open(name, start, openEnd) {
      const local = localName(name);
      if (local === 'cellXfs') inCells = true;
      if (local !== 'numFmt' && !(local === 'xf' && inCells)) return;
      const found = attributes(xml, start, openEnd);
      const id = found.get('numFmtId') ?? '0';
      // A percent sign between quotes, or after a backslash, is a character like another.
      const code = (found.get('formatCode') ?? '').replace(/"[^"]*"|\\./g, '');
      if (local === 'numFmt' && code.includes('%')) formats.add(id);
      if (local === 'xf') styles.push(formats.has(id));
    },
    close(name) {
      if (localName(name) === 'cellXfs') inCells = false;
    },
  });
  return (style) => styles[style] ?? false;
}

interface Known {
  strings: readonly string[];
  isPercent: (style: number) => boolean;
  most: number;
  length: number;
}

function rowsOf(xml: string, { strings, isPercent, most, length }: Known): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell: { type: string; style: number; column: number } | null = null;
  let [value, from, read] = ['', -1, 0];
  let left = length;
  scanXml(xml, {
    open(name, start, openEnd) {
      if (read >= most) return;
      const local = localName(name);
      if (local === 'row') row = [];
      else if (local === 'c') {
        const found = attributes(xml, start, openEnd);
        cell = {
          type: found.get('t') ?? 'n',
          style: Number(found.get('s') ?? 0),
          column: columnOf(found.get('r') ?? '') ?? row.length,
        };
        value = '';
      } else if (cell && (local === 'v' || local === 't')) from = openEnd;
    },
    close(name, closeStart) {
      if (read >= most) return;
      const local = localName(name);
      if (cell && (local === 'v' || local === 't') && from >= 0) {
        value += decodeXml(xml.slice(from, Math.max(from, closeStart)));
        from = -1;
      } else if (cell && local === 'c') {
        const { type, style, column } = cell;
        if (column < COLUMNS) {
          while (row.length < column) row.push('');
          const text = textOf(value, { type, strings, asPercent: isPercent(style) });
          left -= text.length;
          if (left < 0) throw new TooMuch();
          row[column] = text;
        }
        cell = null;
      } else if (local === 'row') {
        rows.push(row);
        read += 1;
      }
    },
  });
  return rows;
}

/** `BC12` → 54, from 0. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (!letters) return null;
  return [...letters].reduce((rank, letter) => rank * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function textOf(
  value: string,
  { type, strings, asPercent }: { type: string; strings: readonly string[]; asPercent: boolean },
): string {
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'e' || type === 'b') return '';
  if (type !== 'n' || value.trim() === '') return value.slice(0, CELL_LENGTH);
  const number = Number(value);
  if (!Number.isFinite(number)) return '';
  // What a spreadsheet keeps in binary is not what was typed: twelve digits are more than anybody weighs.
  const plain = (one: number): string => (Math.abs(one) < 1e15 ? String(Number(one.toFixed(10))) : '');
  const bare = plain(asPercent ? number * 100 : number);
  const written = bare.includes('e') ? withoutEnds(Number(bare).toFixed(10), null, /0/) : bare;
  return asPercent ? `${written} %` : written;
}
