import { dayInWords, isDay, printDay, readDay } from '../fields/date.ts';
import { readField } from '../fields/field.reading.ts';
import { type FieldKind, type FieldValue, kindOf } from '../fields/field.ts';
import { nameKey } from '../fields/name.ts';
import { sayDecimals } from '../fields/number.ts';
import type { ProductField } from '../products/product.fields.ts';
import { isSameUnit } from '../products/product.words.ts';
import { type Cell, printSerial, UNWRITABLE } from './workbook.ts';

/** What a cell says of a field. */
export interface CellValue {
  value: FieldValue;
  fault: string | null;
  warning: string | null;
}

/** What people write where they have nothing to say: nothing changes. */
const EMPTY = new Set(['', '-', '–', '—', 'nc', 'n.c.', 'n.c', 'a completer', 'à compléter']);
/** What empties a field. */
const EMPTIED = '[vide]';
/** What a spreadsheet leaves in a CSV where it could not compute, and its truths. */
const LEFT_BY_EXCEL =
  /^(?:#(?:N\/A|REF!|VALUE!|VALEUR!|DIV\/0!|NAME\?|NOM\?|NUM!|NOMBRE!|NULL!|NUL!)|VRAI|FAUX|TRUE|FALSE)$/;
/** Characters of a text that may be empty, or a date. */
const SHORT = 40;

export const saysNothing = (text: string): boolean => text.length <= SHORT && EMPTY.has(nameKey(text));

/** Days of this century's first half, as spreadsheets number them: 1 January 2000 to 31 December 2050. */
const SERIALS = { from: 36_526, to: 55_153 };

/** A cell as its field reads it; `null` when it says nothing. */
export function readCell(field: ProductField, cell: Cell, { from1904 }: { from1904: boolean }): CellValue | null {
  const known = typeof cell === 'object' ? cell : { text: cell };
  if (known.fault) return { value: null, fault: known.fault, warning: null };
  const text = known.text.replace(/\r\n?/g, '\n').trim();
  if (text.length <= SHORT && LEFT_BY_EXCEL.test(text))
    return fault(`« ${text} » est une erreur d’Excel, ou un VRAI ou FAUX : écrivez la valeur en toutes lettres.`);
  if (saysNothing(text)) return null;
  if (text.toLowerCase() === EMPTIED) return { value: null, fault: null, warning: null };
  const kind = kindOf(field);
  if (kind === 'date') return readDate(text, { isNumber: known.kind === 'number', from1904 });
  if (known.kind === 'date') {
    const isText = kind === 'text' || kind === 'longtext';
    if (!isText)
      return fault(`Excel a fait une date (${text}) de ce qui était écrit : mettez la cellule au format « Texte ».`);
    return {
      value: text,
      fault: null,
      warning: `La cellule contient une date (${text}) : est-ce bien ce que l’on a écrit ?`,
    };
  }
  const isNumberAsText = known.kind === 'number' && (kind === 'text' || kind === 'longtext');
  const bareText = isNumberAsText ? text.replace('.', ',') : withoutSameUnit(text, field.unit);
  const { value, faults } = readField(field, bareText);
  if (faults.length > 0) return fault(faults.join(' '));
  return { value, fault: null, warning: known.kind === 'number' ? null : doubtOf(text, kind) };
}

/** « 12 000 cP » for a field in mPa.s: a unit that is the same one, by another name, is taken off. */
function withoutSameUnit(text: string, unit: string | undefined): string {
  if (!unit || text.length > SHORT) return text;
  let digit = text.length;
  while (digit > 0 && !/\d/.test(text[digit - 1] ?? '')) digit -= 1;
  // « cm2 » ends with a digit of its own.
  const at = [digit, text.lastIndexOf(' ')].find((from) => from > 0 && isSameUnit(unit, text.slice(from).trim()));
  return at === undefined ? text : text.slice(0, at).trim();
}

/** What is read, and may have meant something else. */
function doubtOf(text: string, kind: FieldKind): string | null {
  if (text.length > SHORT) return null;
  if ((kind === 'number' || kind === 'measure') && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return sayDecimals(text);
  if (/^\d[.,]?\d*E\+\d+$/i.test(text))
    return `Excel a arrondi ce nombre (${text}) : mettez la colonne au format « Texte ».`;
  return null;
}

const fault = (message: string): CellValue => ({ value: null, fault: message, warning: null });

function readDate(text: string, { isNumber, from1904 }: { isNumber: boolean; from1904: boolean }): CellValue {
  if (text.length > SHORT) return fault(NOT_DAY);
  const serial = /^\d{5}$/.test(text) ? Number(text) : Number.NaN;
  if (serial >= SERIALS.from && serial <= SERIALS.to) {
    const day = readDay(printSerial(serial, from1904 && isNumber)) ?? '';
    const warning = `Le nombre ${text} est lu comme le ${printDay(day)} : vérifiez, puis mettez la colonne au format « Date ».`;
    return { value: day, fault: null, warning };
  }
  // Eight digits are a day; with one less, Excel took the zero of the day or of the month.
  if (/^\d{6,7}$/.test(text)) return fault(NOT_DAY);
  const bare = text.replace(/[T ]00:00(?::00)?(?:\.0+)?Z?$/, '');
  const day = isDay(bare) ? bare : (readDay(bare) ?? dayInWords(bare));
  if (day) return { value: day, fault: null, warning: null };
  if (/^\d{1,2}[/. -]\d{1,2}[/. -]\d{2}$/.test(bare))
    return fault('L’année n’a que deux chiffres : écrivez-la en entier, par exemple 15/03/2026.');
  if (/^\d{1,2}[/. -]\d{4}$/.test(bare) || /^\p{L}+\.? \d{4}$/u.test(bare))
    return fault('Il manque le jour : écrivez la date en entier, par exemple 15/03/2026.');
  if (/^\d{1,2}[/. -](?:\d{1,2}|\p{L}+)$/u.test(bare))
    return fault('Il manque l’année : écrivez la date en entier, par exemple 15/03/2026.');
  return fault(NOT_DAY);
}
const NOT_DAY = 'Date invalide. Écrivez-la ainsi : 15/03/2026, ou 15 mars 2026.';

/** Characters that no workbook keeps, and how lines end: what differs by these alone is the same. */
const bare = (value: FieldValue): FieldValue =>
  typeof value === 'string' ? value.replace(UNWRITABLE, '').replace(/\r\n?/g, '\n').trim() : value;

/** Whether a value from a file is the one that is kept. */
export const isSameValue = (kept: FieldValue, read: FieldValue): boolean => {
  const [a, b] = [bare(kept), bare(read)];
  return a === b || ((a === '' || a === null) && (b === '' || b === null));
};
