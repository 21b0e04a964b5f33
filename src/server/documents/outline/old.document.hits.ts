import { dayInWords } from '#shared/fields/date.ts';
import { printValue } from '#shared/fields/field.text.ts';
import { kindOf } from '#shared/fields/field.ts';
import { bareLabel, LABEL_LENGTH } from '#shared/imports/document.context.ts';
import type { Place } from '#shared/imports/document.contract.ts';
import { foldText } from '#shared/imports/document.outline.ts';
import type { Hit } from '#shared/imports/document.proposals.ts';
import { readText } from '#shared/imports/document.values.ts';
import type { ProductField } from '#shared/products/product.fields.ts';
import { fieldsMeant } from '#shared/products/product.words.ts';
import { placeholderLabel } from '#shared/templates/placeholders.ts';
import { printed } from '../docx/evaluate.ts';
import type { Filter } from '../docx/grammar.ts';
import { type Capture, plain } from './template.capture.ts';

/** Whether a slot was printed empty: nothing, what stands for nothing, or the mark of an empty field. */
export function isEmptyPrint({ raw, slot }: Capture): boolean {
  const text = plain(raw);
  const otherwise = slot.filters.find(({ name }) => name === 'sinon')?.argument;
  return (
    text === '' ||
    (otherwise !== undefined && text.toLowerCase() === plain(foldText(otherwise)).toLowerCase()) ||
    text === plain(foldText(`[${placeholderLabel(slot.name) ?? slot.name}]`))
  );
}

/** What filters do to a value that cannot be told back. */
const LOSSY: Partial<Record<Filter['name'], string>> = {
  majuscules: 'Le modèle écrit cette valeur en majuscules.',
  minuscules: 'Le modèle écrit cette valeur en minuscules.',
  initiale: 'Le modèle écrit la première lettre en majuscule.',
  décimales: 'Le modèle arrondit cette valeur.',
};

/** A value that a template has printed, as its field reads it. */
export function printedHit(
  field: ProductField,
  capture: Capture,
  { isBody, place }: { isBody: boolean; place: Place },
): Hit | null {
  const { slot, raw, isExact, isDoubtful, first } = capture;
  const text = raw.trim();
  const read = readText(field, kindOf(field) === 'date' ? (dayInWords(text) ?? text) : text);
  if (!read) return null;
  const lossy = slot.filters.flatMap(({ name }) => LOSSY[name] ?? []);
  const isSame = plain(foldText(printed(printValue(field, read.value), slot.filters))) === plain(text);
  const isNumber = kindOf(field) === 'number' || kindOf(field) === 'measure';
  const checks = [
    ...lossy,
    // A number that we print as it stands was not written by somebody for whom a comma parts thousands.
    ...(isNumber && isSame ? [] : read.doubts),
    ...(isLabel(text) ? ['Ce texte est aussi un libellé.'] : []),
    ...(isDoubtful ? ['Plusieurs balises du modèle ont pu écrire ce texte.'] : []),
    ...(isBody ? [] : [`La valeur est dans : ${place.part.toLowerCase()}.`]),
  ];
  const looks = [
    ...(isExact ? [] : ['Le texte autour n’est plus celui du modèle.']),
    ...(isSame ? [] : ['Imprimée de nouveau, la valeur s’écrirait autrement.']),
    ...(first === null ? [] : ['La valeur tient sur plusieurs paragraphes.']),
  ];
  return {
    field,
    value: read.value,
    raw: text,
    way: 'template',
    confidence: checks.length > 0 ? 'check' : looks.length > 0 ? 'likely' : 'sure',
    reasons: [...checks, ...looks],
    place,
    isDoubtful,
    isOwn: true,
  };
}

/** Whether a text is what a field is called. */
const isLabel = (text: string): boolean =>
  text.length <= LABEL_LENGTH && fieldsMeant(bareLabel(text)).some(({ how }) => how === 'label');
