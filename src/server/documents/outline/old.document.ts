import type { FieldValue } from '#shared/fields/field.ts';
import type { Confidence, DocumentReading, Place, Saying } from '#shared/imports/document.contract.ts';
import { readLabels } from '#shared/imports/document.labels.ts';
import { hasWords, type Outline, type OutlineBlock, type OutlinePart } from '#shared/imports/document.outline.ts';
import { createPlaces } from '#shared/imports/document.places.ts';
import { type Hit, hitsOf, proposalsOf } from '#shared/imports/document.proposals.ts';
import { FIELD_BY_NAME, FIELDS, type FieldName } from '#shared/products/product.fields.ts';
import { wordKey } from '#shared/products/product.words.ts';
import { isEmptyPrint, printedHit } from './old.document.hits.ts';
import { formulaIn, formulaOfList, hitOfFormula, ingredientsOf, listsOf } from './old.document.lists.ts';
import { unreadOf } from './old.document.unread.ts';
import { alignBlocks } from './template.align.ts';
import { templateBlocks } from './template.blocks.ts';
import type { Capture } from './template.capture.ts';

/** What an old file says, read by the template that printed it and by its labels: proposed, never written. */

/** What was read, and the words that may be references, folded. */
export interface OldReading {
  reading: DocumentReading;
  words: string[];
}

const ORDER = FIELDS.map(({ name }) => name as FieldName);
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
    else giveBack(taken, { block: capture.spot.table ?? capture.spot.block, row: capture.spot.row });
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
      giveBack(read.taken, found);
    }
    for (const one of read.taken) taken.add(one);
    for (const { table, doubt } of read.formulas) {
      const own = formulaIn(table, places.place({ block: table, row: null, raw: '' }));
      formula ??= doubt === null ? own : null;
      if (own && part.isBody) hits.push(hitOfFormula(own, doubt));
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

/** Nothing could be read of it: it is told among what was not. */
function giveBack(taken: Set<unknown>, { block, row }: { block: OutlineBlock; row: number | null }): void {
  taken.delete(block);
  if (block.kind === 'table' && row !== null) taken.delete(block.rows[row]);
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

/** Whether labels name two products: two references, or two names neither of which holds the other. */
function saysSeveral(hits: readonly Hit[]): boolean {
  const said = (name: FieldName): string[] => [
    ...new Set(
      hits
        .filter(({ field, isDoubtful, isOwn }) => field.name === name && !isDoubtful && isOwn)
        .map(({ value }) => wordKey(String(value))),
    ),
  ];
  const names = said('nom_commercial');
  const isApart = names.some((one) => names.some((other) => !one.includes(other) && !other.includes(one)));
  return said('ref_produit').length > 1 || isApart;
}

const belowSure = (hit: Hit, { isBody, label }: OutlinePart): Hit =>
  isBody
    ? { ...hit, confidence: hit.confidence === 'sure' ? 'likely' : hit.confidence }
    : { ...hit, confidence: 'check', reasons: [...hit.reasons, `La valeur est dans : ${label.toLowerCase()}.`] };

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
