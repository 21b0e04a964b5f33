import { printDay } from './date.ts';
import { type FieldDefinition, type FieldValue, isFilled, kindOf } from './field.ts';
import { printNumber } from './number.ts';

/** A stored value as a French reader writes it: decimal comma, dd/MM/yyyy. Nothing for an empty one. No unit. */
export function printValue(field: FieldDefinition, value: FieldValue | undefined): string {
  if (value === undefined || !isFilled(value)) return '';
  if (typeof value === 'number') return printNumber(value);
  if (typeof value === 'boolean') return value ? 'Oui' : 'Non';
  const text = String(value);
  switch (kindOf(field)) {
    case 'date':
      return printDay(text);
    case 'number':
    case 'measure':
      return text.replace(/\d+(?:\.\d+)?/g, (digits) => printNumber(Number(digits)));
    case 'choice':
      return field.choices?.[text] ?? text;
    case 'text':
    case 'longtext':
    case 'yesno':
      return text;
  }
}

/** The same with the unit, as on the detail page: `5,5 mg/kg`. Words of a laboratory (`Absence`) take no unit. */
export function printValueWithUnit(field: FieldDefinition, value: FieldValue | undefined): string {
  const text = printValue(field, value);
  return text !== '' && field.unit && /^\P{L}*\d/u.test(text) ? `${text}\u00a0${field.unit}` : text;
}
