import { readField } from '../fields/field.rule.ts';
import { type FieldValue, kindOf } from '../fields/field.ts';
import { printNumber } from '../fields/number.ts';
import type { ProductField } from '../products/product.fields.ts';
import { isUnit } from '../products/product.words.ts';
import { converted, cutResult } from './document.units.ts';
import { readCell, saysNothing } from './sheet.values.ts';

/** What a text of a document says of a field. */
export interface Read {
  value: FieldValue;
  /** Why a person has to look at it. */
  doubts: string[];
}

/** « Non renseigné », « Non communiquée. »: what people write where there is nothing. */
const UNSAID =
  /^\(?(?:non|pas) (?:renseign|communiqu|précis|disponible|défini|indiqu|fourni|encore)[\p{L} ]{0,20}[.)]?$/iu;
const UNSAID_LENGTH = 60;

/**
 * A text of a document as its field reads it; `null` when it says nothing, or another quantity.
 * @param unit said beside it, in its label or in a column of its own
 */
export function readText(field: ProductField, text: string, unit: string | null = null): Read | null {
  const raw = text.trim();
  if (saysNothing(raw) || UNSAID.test(raw.slice(0, UNSAID_LENGTH)) || raw.includes('{{')) return null;
  const kind = kindOf(field);
  if (kind === 'number' || kind === 'measure') return readResult(field, raw, unit);
  const read = readCell(field, raw, { from1904: false });
  if (!read || read.fault || read.value === null) return null;
  const doubts = read.warning ? [read.warning] : [];
  if (kind === 'text' && raw.includes('\n')) doubts.push('Le texte tient sur plusieurs lignes.');
  return { value: read.value, doubts };
}

function readResult(field: ProductField, raw: string, unit: string | null): Read | null {
  const own = readCell(field, raw, { from1904: false });
  if (own && !own.fault && own.value !== null && unit === null)
    return { value: own.value, doubts: own.warning ? [own.warning] : [] };
  const cut = unit === null ? cutResult(raw) : { result: raw, unit };
  if (!cut || !field.unit) return null;
  const text = converted(cut.result, cut.unit, field.unit);
  if (text === null) return null;
  const { value, faults } = readField(field, text);
  if (faults.length > 0 || value === null) return null;
  const shown = typeof value === 'number' ? printNumber(value) : value;
  return {
    value,
    doubts: [`« ${cut.result} ${cut.unit} » est converti : ${String(shown)} ${field.unit}.`],
  };
}

/** Whether what stands beside a name is a unit, and no condition: « Pa.s », « g/kg ». */
export const looksLikeUnit = (text: string): boolean =>
  isUnit(text) ||
  (text.length <= 20 && /^[%µ°a-zA-Z][a-zA-Zµ°²³./·%]{0,19}$/.test(text) && /[/%°.]|^(?:s|h|P|ppb)$/.test(text));
