import { type FieldDefinition, type FieldValue, isFilled, kindOf } from './field.ts';
import { printNumber } from './number.ts';
import { type Writer, writerOf } from './writer.ts';

/**
 * A stored value as a reader of a language writes it, a French one unless said otherwise: decimal comma, dd/MM/yyyy. Nothing
 * for an empty one. No unit.
 */
export function printValue(
  field: FieldDefinition,
  value: FieldValue | undefined,
  writer: Writer = writerOf('fr'),
): string {
  if (value === undefined || !isFilled(value)) return '';
  if (typeof value === 'number') return writer.figures(printNumber(value));
  if (typeof value === 'boolean') return writer.word(value ? 'Oui' : 'Non');
  const text = String(value);
  switch (kindOf(field)) {
    case 'date':
      return writer.day(text);
    case 'number':
    case 'measure':
      return printMeasure(text, writer);
    case 'choice':
      return writer.word(field.choices?.[text] ?? text);
    case 'text':
    case 'longtext':
    case 'yesno':
      // A declaration that is only said to be made.
      return field.declaration && text === 'Oui' ? writer.word(text) : text;
  }
}

/** A result of a laboratory (`parseMeasure` says which there are). */
function printMeasure(text: string, writer: Writer): string {
  const printed = writer.figures(text.replace(/\d+(?:\.\d+)?/g, (digits) => printNumber(Number(digits))));
  if (writer.language === 'fr') return printed;
  return writer
    .word(printed)
    .replace(/^Absence dans /, 'Absent in ')
    .replace(/(\d) à (?=[-−]?\d)/, '$1 to ');
}

/** The same in French, of a field that keeps a number or such a result. */
export const printResult = (value: number | string): string =>
  typeof value === 'number' ? printNumber(value) : printMeasure(value, writerOf('fr'));

/** Units that have a plural: below two there is none. */
const ONE_OF: Readonly<Record<string, string>> = { minutes: 'minute', unités: 'unité' };

/** The same with the unit, as on the detail page: `5,5 mg/kg`. Words of a laboratory (`Absence`) take no unit. */
export function printValueWithUnit(field: FieldDefinition, value: FieldValue | undefined): string {
  const text = printValue(field, value);
  if (text === '' || !field.unit || !/^\P{L}*\d/u.test(text)) return text;
  return `${text}\u00a0${/^[01](?:,\d+)?$/.test(text) ? (ONE_OF[field.unit] ?? field.unit) : field.unit}`;
}
