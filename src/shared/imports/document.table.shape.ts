import type { FieldName } from '../products/product.fields.ts';
import { fieldsMeant, wordKey } from '../products/product.words.ts';
import { bareLabel, LABEL_LENGTH } from './document.context.ts';
import { cellText, type OutlineTable } from './document.outline.ts';
import { looksLikeUnit } from './document.values.ts';

/** Names of columns that hold results, of those that hold what a result is held against, and others of such tables. */
const RESULT =
  /^(?:resultats?|valeurs?(?: mesurees?| obtenues?| trouvees?)?|mesures?|results?|values?|measured values?)\b/;
const AGAINST =
  /^(?:limites?|specifications?|specs?|normes?|criteres?(?: d acceptation)?|seuils?|exigences?|methodes?(?: d analyse)?|frequences?|limits?|requirements?|methods?|acceptance criteria|conformite|conforme|statut|reference(?: de la)? methode)\b/;
const UNIT = /^(?:unites?|units?)\b/;
const SUBJECT =
  /^(?:parametres?|essais?|analyses?|tests?|caracteristiques?|proprietes?|determinations?|parameters?|items?|designations?|rubriques?|donnees?)\b/;
/** What names one substance: a table with it is that substance's. */
export const OF_SUBSTANCE = new Set(
  'inci,nom inci,inci name,cas,n cas,no cas,numero cas,cas number,cas no,ec,einecs,n ce,numero ce,substance,ingredient,matiere premiere,nom chimique'.split(
    ',',
  ),
);
/** Fields that say which product it is. */
const IDENTITY = new Set<FieldName>(['nom_commercial', 'nom_produit', 'ref_produit', 'ref_formule']);

export const keyOf = (text: string): string => wordKey(text.slice(0, LABEL_LENGTH));
export const isLabel = (text: string): boolean =>
  text !== '' && text.length <= LABEL_LENGTH && fieldsMeant(bareLabel(text)).length > 0;

/** A table as its texts; what goes on from the row above is said again. */
export interface Texts {
  rows: string[][];
  table: OutlineTable;
}

export function textsOf(table: OutlineTable): Texts {
  const rows: string[][] = [];
  for (const cells of table.rows) {
    const above = rows.at(-1);
    rows.push(cells.map((cell, at) => (cell.continues ? (above?.[at] ?? '') : cellText(cell))));
  }
  return { rows, table };
}

export interface Header {
  row: number;
  results: number[];
  unit: number;
  subject: number;
}

/** The row that names columns of results, or of what they are held against. */
export function headerOf(rows: readonly string[][]): Header | null {
  for (const [row, cells] of rows.entries()) {
    const keys = cells.map(keyOf);
    if (keys.filter(Boolean).length < 2) continue;
    const results = keys.flatMap((key, at) => (at > 0 && RESULT.test(key) ? [at] : []));
    const isHeader = results.length > 0 || (cells.length > 2 && keys.some((key, at) => at > 0 && AGAINST.test(key)));
    // « Résultats de stabilité | Conforme » is a pair.
    if (!isHeader || (cells.length === 2 && !SUBJECT.test(keys[0] ?? '') && keys[0] !== '')) {
      if (isLabel(cells[0] ?? '')) return null;
      continue;
    }
    return {
      row,
      results,
      unit: keys.findIndex((key) => UNIT.test(key)),
      subject: Math.max(
        0,
        keys.findIndex((key) => SUBJECT.test(key)),
      ),
    };
  }
  return null;
}

/** Whether its columns are products: names above them that are no words of a table, labels beside them. */
export function isOfProducts(rows: readonly string[][]): boolean {
  const wide = rows.filter((cells) => cells.length >= 3 && cells.filter(Boolean).length >= 2);
  const labelled = wide.filter(
    ([first = '', second = '', third = '']) =>
      isLabel(first) && second !== '' && third !== '' && !isLabel(second) && !isLabel(third) && !looksLikeUnit(third),
  );
  if (labelled.length === 0) return false;
  const names = labelled.some(([first = '', second, third]) => isIdentity(first) && second !== third);
  const [head = []] = wide;
  const isHead =
    !isLabel(head[0] ?? '') &&
    head.slice(1).filter(Boolean).length >= 2 &&
    head.slice(1).every((text) => !isLabel(text) && !looksLikeUnit(text));
  return names || (isHead && labelled.length >= 2);
}
export const isIdentity = (text: string): boolean =>
  fieldsMeant(bareLabel(text)).some(({ field }) => IDENTITY.has(field.name));

/** Rows that begin with a number or a date, below names: a follow-up of versions, a distribution list. */
export function looksLikeList(rows: readonly string[][]): boolean {
  const [head = [], ...below] = rows.filter((cells) => cells.some(Boolean));
  return (
    below.length > 0 &&
    head.filter(Boolean).length >= 2 &&
    below.every(([first = '']) => first.length <= LABEL_LENGTH && /^[vV]?\d[\d./\s-]*$/.test(first))
  );
}
