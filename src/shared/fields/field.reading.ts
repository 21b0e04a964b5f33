import { isDay, readDay } from './date.ts';
import { type FieldDefinition, type FieldKind, type FieldValue, kindOf } from './field.ts';
import { MEASURE_LENGTH, parseMeasure, parseNumber, printNumber, withoutUnit } from './number.ts';

/** Longest values taken, in characters. */
export const TEXT_MAX = 500;
export const LONGTEXT_MAX = 50_000;
/** The same for every kind: what is longer is refused before any expression reads it. */
export const LENGTHS: Record<FieldKind, number> = {
  text: TEXT_MAX,
  longtext: LONGTEXT_MAX,
  date: 40,
  number: MEASURE_LENGTH,
  measure: MEASURE_LENGTH,
  choice: TEXT_MAX,
  yesno: 40,
};
/** Beyond this a number is a slip of the hand, not a measurement. */
const NUMBER_MAX = 1e12;

const NOT_TEXT = 'Une valeur de texte est attendue.';

type Fault = (message: string) => void;

const tooLong = (max: number): string => `Ce texte est trop long : ${printNumber(max)} caractères au plus.`;

function readText(raw: unknown, { max, isLong, fault }: { max: number; isLong: boolean; fault: Fault }): string | null {
  // Ingredients may come as a list, one per line.
  const isLines = isLong && Array.isArray(raw) && raw.every((line) => typeof line === 'string');
  const joined = isLines ? raw.join('\n') : raw;
  const text = typeof joined === 'number' ? String(joined) : joined;
  if (typeof text !== 'string') {
    fault(NOT_TEXT);
    return null;
  }
  if (text.length > max) {
    fault(tooLong(max));
    return null;
  }
  return text.trim() === '' ? null : text.replace(/\r\n?/g, '\n');
}

const YES = new Set(['oui', 'true', '1', 'yes']);
const NO = new Set(['non', 'false', '0', 'no']);

function readYes(raw: unknown, fault: Fault): boolean | null {
  if (typeof raw === 'boolean') return raw;
  const text = typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim().toLowerCase() : null;
  if (text === '') return null;
  if (text === null) {
    fault('Oui ou non.');
    return null;
  }
  if (YES.has(text)) return true;
  if (!NO.has(text)) fault('Oui ou non.');
  return NO.has(text) ? false : null;
}

function readChoice({ choices = {} }: FieldDefinition, raw: unknown, fault: Fault): string | null {
  if (typeof raw === 'string' && raw.trim() === '') return null;
  const wanted = typeof raw === 'string' ? raw.trim() : '';
  const found = Object.keys(choices).find(
    (key) => key === wanted || choices[key]?.toLowerCase() === wanted.toLowerCase(),
  );
  if (found !== undefined) return found;
  fault(`Cette valeur n’est pas de la liste : ${Object.values(choices).join(', ')}.`);
  return null;
}

/** A declaration that is only said to be made is made in that word. */
const readDeclaration = (raw: unknown): unknown => (typeof raw === 'boolean' ? (raw ? 'Oui' : null) : raw);

function readDate(raw: unknown, fault: Fault): string | null {
  const day = typeof raw === 'string' ? raw.trim() : raw;
  if (day === '') return null;
  if (typeof day !== 'string' || !isDay(day)) {
    const isNoDay =
      typeof day === 'string' && /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}\/\d{4})$/.test(day) && readDay(day) === null;
    fault(
      isNoDay
        ? 'Date invalide : ce jour n’existe pas, ou l’année n’est pas entre 1900 et 2100.'
        : 'Date invalide : écrivez le jour, le mois et l’année, ainsi : 15/03/2026 (par l’API : 2026-03-15).',
    );
    return null;
  }
  return day;
}

function checkBounds(field: FieldDefinition, value: number, fault: Fault): void {
  const { min = 0, max } = field;
  if (value < min) {
    fault(
      min === 0 ? 'La valeur ne peut pas être négative.' : `La valeur doit être au moins égale à ${printNumber(min)}.`,
    );
  } else if (max !== undefined && value > max) {
    fault(`La valeur doit être au plus égale à ${printNumber(max)}.`);
  } else if (field.whole && !Number.isInteger(value)) {
    fault('Un nombre entier est attendu.');
  } else if (Math.abs(value) > NUMBER_MAX) {
    fault('Ce nombre est trop grand.');
  }
}

function readNumber(field: FieldDefinition, raw: unknown, fault: Fault): number | null {
  if (typeof raw === 'string' && raw.trim() === '') return null;
  const value =
    typeof raw === 'number' ? raw : typeof raw === 'string' ? parseNumber(withoutUnit(raw, field.unit)) : null;
  if (value === null || !Number.isFinite(value)) {
    fault('Nombre invalide. Écrivez par exemple 5,5 ou 1 200.');
    return null;
  }
  checkBounds(field, value, fault);
  return value;
}

function readMeasure(field: FieldDefinition, raw: unknown, fault: Fault): number | string | null {
  if (typeof raw === 'number') return readNumber(field, raw, fault);
  if (typeof raw === 'string' && raw.trim() === '') return null;
  const measure = typeof raw === 'string' ? parseMeasure(withoutUnit(raw, field.unit)) : undefined;
  if (!measure) {
    fault(
      field.ranges
        ? 'Nombre invalide. Écrivez un nombre (12 500), une limite (> 93) ou un intervalle (10 à 20).'
        : 'Résultat invalide. Écrivez un nombre (5,5), une limite (< 10), Absence, ND, NA ou Sans objet.',
    );
    return null;
  }
  for (const bound of measure.bounds) checkBounds(field, bound, fault);
  return measure.value;
}

function read(field: FieldDefinition, raw: unknown, fault: Fault): FieldValue {
  if (raw === null || raw === undefined) return null;
  const kind = kindOf(field);
  const max = LENGTHS[kind];
  if (typeof raw === 'string' && raw.length > max) {
    fault(tooLong(max));
    return null;
  }
  switch (kind) {
    case 'text':
    case 'longtext':
      return readText(field.declaration ? (readDeclaration(raw) ?? '') : raw, {
        max,
        isLong: kind === 'longtext',
        fault,
      });
    case 'date':
      return readDate(raw, fault);
    case 'number':
      return readNumber(field, raw, fault);
    case 'measure':
      return readMeasure(field, raw, fault);
    case 'choice':
      return readChoice(field, raw, fault);
    case 'yesno':
      return readYes(raw, fault);
  }
}

/** What a person, a client or a stored row says of a field, as its value today, and what is wrong with it. */
export function readField(field: FieldDefinition, raw: unknown): { value: FieldValue; faults: string[] } {
  const faults: string[] = [];
  const value = read(field, raw, (message) => faults.push(message));
  return { value, faults };
}
