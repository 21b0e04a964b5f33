import type { DocumentReading, Place } from '#shared/imports/document.contract.ts';
import { cellText, type OutlineTable } from '#shared/imports/document.outline.ts';
import type { Hit } from '#shared/imports/document.proposals.ts';
import { formulaOf } from '#shared/imports/sheet.ingredients.ts';
import { getField } from '#shared/products/product.fields.ts';
import type { Capture } from './template.capture.ts';

interface ListRow {
  values: Record<string, string>;
  isSure: boolean;
}
export interface PrintedList {
  name: string;
  rows: ListRow[];
  capture: Capture;
}

/** What the lists of a template have printed, item by item. */
export function listsOf(captures: readonly Capture[]): PrintedList[] {
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
export function ingredientsOf(lists: readonly PrintedList[]): (Omit<Hit, 'place'> & { capture: Capture }) | null {
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

export function formulaIn(table: OutlineTable, at: Place): DocumentReading['formula'] {
  const found = formulaOf({ lines: linesOf(table) });
  return found ? { text: found.text, lines: found.text.split('\n').length, place: at } : null;
}

/** @param doubt why the table may be another's */
export const hitOfFormula = (
  { text, place: at }: NonNullable<DocumentReading['formula']>,
  doubt: string | null = null,
): Hit => ({
  field: getField('ingredients'),
  value: text,
  raw: text,
  way: 'table',
  confidence: doubt === null ? 'likely' : 'check',
  reasons: ['La formule est lue dans un tableau.', ...(doubt === null ? [] : [doubt])],
  place: at,
  isDoubtful: false,
  isOwn: true,
});

/** The formula that a template has printed as a table, as it is pasted. */
export function formulaOfList(
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
