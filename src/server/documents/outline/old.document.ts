import { dayInWords } from '#shared/fields/date.ts';
import { printValue } from '#shared/fields/field.text.ts';
import { type FieldValue, kindOf } from '#shared/fields/field.ts';
import { bareLabel, headingOf, LABEL_LENGTH } from '#shared/imports/document.context.ts';
import type { Confidence, DocumentReading, Place, Saying } from '#shared/imports/document.contract.ts';
import { readLabels } from '#shared/imports/document.labels.ts';
import {
  blockText,
  cellText,
  foldText,
  hasWords,
  type Outline,
  type OutlineBlock,
  type OutlinePart,
  type OutlineTable,
} from '#shared/imports/document.outline.ts';
import { createPlaces } from '#shared/imports/document.places.ts';
import { type Hit, hitsOf, proposalsOf } from '#shared/imports/document.proposals.ts';
import { readText } from '#shared/imports/document.values.ts';
import { formulaOf } from '#shared/imports/sheet.ingredients.ts';
import { FIELD_BY_NAME, FIELDS, type FieldName, getField, type ProductField } from '#shared/products/product.fields.ts';
import { fieldsMeant } from '#shared/products/product.words.ts';
import { placeholderLabel } from '#shared/templates/placeholders.ts';
import { printed } from '../docx/evaluate.ts';
import type { Filter } from '../docx/grammar.ts';
import { alignBlocks } from './template.align.ts';
import { templateBlocks } from './template.blocks.ts';
import { type Capture, plain } from './template.capture.ts';

/** What an old file says, read by the template that printed it and by its labels: proposed, never written. */

/** What was read, and the words that may be references, folded. */
export interface OldReading {
  reading: DocumentReading;
  words: string[];
}

const ORDER = FIELDS.map(({ name }) => name as FieldName);
/** Passages told that nobody has read, and characters of each. */
const [UNREAD_MAX, UNREAD_LENGTH] = [500, 500];

/**
 * Reads a document.
 * @param template the one that printed it, if one has
 * @param isTied another template fits as well: nothing is sure
 */
export function readOldDocument(
  outline: Outline,
  { template, isTied }: { template: Outline | null; isTied: boolean },
): DocumentReading {
  if (!hasWords(outline))
    return { proposals: [], formula: null, lists: [], unread: [], says: [{ code: 'no_text', message: NO_TEXT }] };
  const places = createPlaces(outline);
  const hits: Hit[] = [];
  const emptied = new Set<FieldName>();
  const taken = new Set<unknown>();
  const captures: { capture: Capture; isBody: boolean }[] = [];
  if (template)
    for (const part of outline.parts) {
      const own = template.parts.filter(({ label, isBody }) => (part.isBody ? isBody : label === part.label));
      for (const { blocks } of own) {
        const aligned = alignBlocks(templateBlocks(blocks), part.blocks);
        for (const one of aligned.taken) taken.add(one);
        for (const capture of aligned.captures) captures.push({ capture, isBody: part.isBody });
      }
    }
  const placeOf = ({ spot, raw }: Capture): Place =>
    places.place({ block: spot.table ?? spot.block, row: spot.row, raw: raw.trim() });
  for (const { capture, isBody } of captures) {
    if (capture.turn !== null || capture.slot.isOpaque) continue;
    const field = FIELD_BY_NAME.get(capture.slot.name);
    if (!field) continue;
    if (isEmptyPrint(capture)) {
      if (capture.isExact && !capture.isDoubtful && isBody) emptied.add(field.name as FieldName);
      continue;
    }
    const hit = printedHit(field, capture, { isBody, place: placeOf(capture) });
    if (hit) hits.push(hit);
  }
  const lists = listsOf(captures.map(({ capture }) => capture));
  const listed = ingredientsOf(lists);
  if (listed) hits.push({ ...listed, place: placeOf(listed.capture) });

  let isOfSeveral = false;
  let formula: DocumentReading['formula'] = null;
  for (const part of outline.parts) {
    const read = readLabels(part, (block) => taken.has(block));
    isOfSeveral ||= read.isOfSeveral;
    for (const found of read.found) {
      const place = places.place({ block: found.block, row: found.row, raw: found.raw });
      const said = hitsOf(found, place);
      for (const hit of said) hits.push(part.isBody && !outline.isPdf && !template ? hit : belowSure(hit, part));
      if (said.length > 0) continue;
      // Nothing could be read of it: it is told among what was not.
      read.taken.delete(found.block);
    }
    for (const one of read.taken) taken.add(one);
    for (const table of read.formulas) {
      formula ??= formulaIn(table, places.place({ block: table, row: null, raw: '' }));
      if (formula && part.isBody) hits.push(hitOfFormula(formula));
    }
  }
  const printedFormula = formulaOfList(
    lists,
    captures.map(({ capture }) => capture),
    placeOf,
  );
  if (printedFormula) hits.push({ ...hitOfFormula(printedFormula), way: 'template' });
  formula ??= printedFormula;
  const isSplit = isOfSeveral || saysSeveral(hits);
  const most: Confidence = isSplit ? 'check' : isTied || outline.isPdf ? 'likely' : 'sure';
  return {
    proposals: proposalsOf(hits, { order: ORDER, emptied, most }).map((one) => ({ ...one, current: null })),
    formula,
    lists: lists.map(({ name, rows }) => ({ name, rows: rows.map(({ values }) => values) })),
    unread: unreadOf(outline.parts, taken, (block, row, raw) => places.place({ block, row, raw })),
    says: sayingsOf(outline, isSplit),
  };
}

const NO_TEXT =
  'Ce document ne contient que des images : il n’y a pas de texte à lire. Faites-le reconnaître (OCR), ou saisissez ses valeurs.';

function sayingsOf({ hasChanges }: Outline, isOfSeveral: boolean): Saying[] {
  const said: Saying[] = [];
  if (hasChanges)
    said.push({
      code: 'tracked_changes',
      message:
        'Ce document porte des modifications suivies : ce qui est ajouté est lu, ce qui est supprimé ne l’est pas. Vérifiez ces passages.',
    });
  if (isOfSeveral)
    said.push({
      code: 'several_products',
      message:
        'Ce document parle de plusieurs produits : rien n’est coché. Choisissez ce qui est de celui-ci, ou séparez le document.',
    });
  return said;
}

/** Whether labels name two products: two references of product. */
function saysSeveral(hits: readonly Hit[]): boolean {
  const references = hits.filter(({ field, isDoubtful }) => field.name === 'ref_produit' && !isDoubtful);
  return new Set(references.map(({ value }) => String(value).trim().toLowerCase())).size > 1;
}

const belowSure = (hit: Hit, { isBody, label }: OutlinePart): Hit =>
  isBody
    ? { ...hit, confidence: hit.confidence === 'sure' ? 'likely' : hit.confidence }
    : { ...hit, confidence: 'check', reasons: [...hit.reasons, `La valeur est dans : ${label.toLowerCase()}.`] };

/** Whether a slot was printed empty: nothing, what stands for nothing, or the mark of an empty field. */
function isEmptyPrint({ raw, slot }: Capture): boolean {
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
function printedHit(
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

interface ListRow {
  values: Record<string, string>;
  isSure: boolean;
}
interface PrintedList {
  name: string;
  rows: ListRow[];
  capture: Capture;
}

/** What the lists of a template have printed, item by item. */
function listsOf(captures: readonly Capture[]): PrintedList[] {
  const inLists = captures.filter(({ turn }) => turn !== null);
  const turns = [...Map.groupBy(inLists, ({ turn }) => turn).values()];
  return [...Map.groupBy(turns, (all) => all[0]?.turn?.list ?? '')].flatMap(([name, of]): PrintedList[] => {
    const rows = of.map(
      (all): ListRow => ({
        values: Object.fromEntries(all.map(({ slot, raw }) => [slot.name, raw.trim()])),
        isSure: all.every(({ isExact, isDoubtful }) => isExact && !isDoubtful),
      }),
    );
    const filled = rows.filter(({ values }) => Object.values(values).some((value) => value !== ''));
    const capture = of[0]?.[0];
    return capture && filled.length > 0 ? [{ name, rows: filled, capture }] : [];
  });
}

/** The list of ingredients that a template has printed line by line. */
function ingredientsOf(lists: readonly PrintedList[]): (Omit<Hit, 'place'> & { capture: Capture }) | null {
  const list = lists.find(({ name }) => name === 'ingredients_lignes');
  const names = list?.rows.map(({ values }) => values.nom ?? '').filter(Boolean) ?? [];
  if (!list || names.length === 0) return null;
  const isSure = list.rows.every((row) => row.isSure && (row.values.nom ?? '') !== '');
  return {
    field: getField('ingredients'),
    value: names.join('\n'),
    raw: names.join('\n'),
    way: 'template',
    confidence: isSure ? 'sure' : 'likely',
    reasons: isSure ? [] : ['Le texte autour n’est plus celui du modèle.'],
    isDoubtful: false,
    isOwn: true,
    capture: list.capture,
  };
}

const linesOf = (table: OutlineTable): { line: number; cells: string[] }[] =>
  table.rows.map((row, line) => ({ line, cells: row.map(cellText) }));

function formulaIn(table: OutlineTable, at: Place): DocumentReading['formula'] {
  const found = formulaOf({ lines: linesOf(table) });
  return found ? { text: found.text, lines: found.text.split('\n').length, place: at } : null;
}

const hitOfFormula = ({ text, place: at }: NonNullable<DocumentReading['formula']>): Hit => ({
  field: getField('ingredients'),
  value: text,
  raw: text,
  way: 'table',
  confidence: 'likely',
  reasons: ['La formule est lue dans un tableau.'],
  place: at,
  isDoubtful: false,
  isOwn: true,
});

/** The formula that a template has printed as a table, as it is pasted. */
function formulaOfList(
  lists: readonly PrintedList[],
  captures: readonly Capture[],
  placeOf: (capture: Capture) => Place,
): DocumentReading['formula'] {
  const list = lists.find(({ name }) => name === 'formule_lignes');
  const capture = captures.find(({ turn }) => turn?.list === 'formule_lignes');
  if (!list || !capture) return null;
  const lines = list.rows.flatMap(({ values }) => {
    const name = values.inci || values.nom_commercial;
    return name ? [`${name} ${values.pourcentage ?? ''}`.trim()] : [];
  });
  return lines.length > 0 ? { text: lines.join('\n'), lines: lines.length, place: placeOf(capture) } : null;
}

/** Passages that nobody has read, but for headings. */
function unreadOf(
  parts: readonly OutlinePart[],
  taken: ReadonlySet<unknown>,
  placeOf: (block: OutlineBlock, row: number | null, raw: string) => Place,
): DocumentReading['unread'] {
  const unread: DocumentReading['unread'] = [];
  const add = (block: OutlineBlock, row: number | null, text: string): void => {
    // A line of a table of contents says nothing of its own.
    if (!/[\p{L}\p{N}]/u.test(text) || text.includes(LEADER) || unread.length >= UNREAD_MAX) return;
    unread.push({ text: text.slice(0, UNREAD_LENGTH), place: placeOf(block, row, text) });
  };
  for (const { blocks } of parts)
    for (const block of blocks) {
      if (block.kind === 'paragraph') {
        if (!taken.has(block) && headingOf(block) === null) add(block, null, blockText(block).trim());
        continue;
      }
      for (const [row, cells] of block.rows.entries())
        if (!taken.has(cells) && !isTakenWhole(block, taken))
          add(block, row, cells.map(cellText).filter(Boolean).join(' | '));
    }
  return unread;
}

const LEADER = '.'.repeat(8);

/** A table that was read as one: none of its rows by itself. */
const isTakenWhole = (table: OutlineTable, taken: ReadonlySet<unknown>): boolean =>
  taken.has(table) && !table.rows.some((row) => taken.has(row));

/** Of what two files of one template say, what both say alike stays as sure as it is. */
export function agreeing(reading: DocumentReading, others: readonly DocumentReading[]): DocumentReading {
  const isAgreed = (field: string, value: FieldValue): boolean =>
    others.every(({ proposals }) =>
      proposals.some((one) => one.field === field && one.value === value && one.confidence === 'sure'),
    );
  return {
    ...reading,
    proposals: reading.proposals.map((one) =>
      one.confidence !== 'sure' || isAgreed(one.field, one.value)
        ? one
        : {
            ...one,
            confidence: 'likely',
            reasons: [...one.reasons, 'Une autre version du modèle y lirait autre chose.'],
          },
    ),
  };
}
