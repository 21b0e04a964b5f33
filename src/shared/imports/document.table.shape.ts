import type { FieldName } from '../products/product.fields.ts';
import { fieldsMeant, wordKey } from '../products/product.words.ts';
import { bareLabel, LABEL_LENGTH } from './document.context.ts';
import { cellText, type OutlineCell, type OutlineTable } from './document.outline.ts';
import { looksLikeUnit } from './document.values.ts';

/** Names of columns that hold results, of those that hold what a result is held against, and others of such tables. */
const AGAINST =
  /^(?:limites?|specifications?|specs?|normes?|criteres?(?: d acceptation)?|seuils?|exigences?|methodes?(?: d analyse)?|frequences?|limits?|requirements?|methods?|acceptance criteria|conformite|conforme|statut|reference(?: de la)? methode|tolerances?|cibles?|targets?|lq|loq|ld|lod|inoculum|min|max)\b|\b(?:maxi(?:mum|males?|maux)?|mini(?:mum|males?|maux)?|limites?|autorise[es]*|admis(?:es?)?|cibles?|attendue?s?|theoriques?|max|min)\b/;
const RESULT =
  /^(?:resultats?|valeurs?(?: mesurees?| obtenues?| trouvees?)?|mesures?|teneurs?|obtenus?|results?|values?|measured values?)\b/;
/** A column of one batch holds its results, under its number. */
const BATCH = /^(?:lots?|batch)\b.*\d/;
const isResult = (key: string): boolean => RESULT.test(key) && !AGAINST.test(key);
const UNIT = /^(?:unites?|units?)\b/;
const SUBJECT =
  /^(?:parametres?|essais?|analyses?|tests?|caracteristiques?|proprietes?|determinations?|parameters?|items?|designations?|rubriques?|donnees?|elements?|metaux|metal|germes?|microorganismes?|micro organismes?)\b/;
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
  /** The cell of each text. */
  cells: OutlineCell[][];
  table: OutlineTable;
}

export function textsOf(table: OutlineTable): Texts {
  const rows: string[][] = [];
  for (const cells of table.rows) {
    const above = rows.at(-1);
    rows.push(cells.map((cell, at) => (cell.continues ? (above?.[at] ?? '') : cellText(cell))));
  }
  return withoutRanks({ rows, cells: table.rows, table });
}

/** A column of ranks before labels, and one of colons after them, say nothing. */
function withoutRanks({ rows, cells, table }: Texts): Texts {
  const isColumn = (at: number, isNone: (text: string) => boolean): boolean =>
    rows.every((texts) => texts.length > 2 && isNone(texts[at] ?? ''));
  const without = (at: number): Texts =>
    withoutRanks({
      rows: rows.map((texts) => texts.toSpliced(at, 1)),
      cells: cells.map((row) => row.toSpliced(at, 1)),
      table,
    });
  if (isColumn(1, (text) => text === ':' || text === '') && rows.some((texts) => texts[1] === ':')) return without(1);
  const isRanked =
    isColumn(0, (text) => /^\d{1,3}[.)]?$/.test(text)) &&
    rows.filter((texts) => isLabel(texts[1] ?? '')).length * 2 >= rows.length;
  return isRanked ? without(0) : { rows, cells, table };
}

/** The texts of a row at the column that each stands in: a wide cell leaves the next ones empty. */
export const columnsOf = ({ rows, cells }: Texts): string[][] =>
  rows.map((texts, row) =>
    texts.flatMap((text, at) => [
      text,
      ...Array<string>(Math.min(COLUMNS_MAX, (cells[row]?.[at]?.span ?? 1) - 1)).fill(''),
    ]),
  );
const COLUMNS_MAX = 60;

export interface Header {
  row: number;
  results: number[];
  /** A unit that a column of results says in its name. */
  units: (string | null)[];
  unit: number;
  /** Columns that name what was measured: the last one that does is it. */
  subjects: number[];
}

/** The row that names columns of results, or of what they are held against. @param rows by column */
export function headerOf(rows: readonly string[][]): Header | null {
  for (const [row, cells] of rows.entries()) {
    const keys = cells.map(keyOf);
    if (keys.filter(Boolean).length < 2) continue;
    const results = keys.flatMap((key, at) => (at > 0 && isResult(key) ? [at] : []));
    const isAgainst = keys.some((key, at) => at > 0 && AGAINST.test(key));
    const batches = results.length === 0 && isAgainst ? keys.flatMap((key, at) => (BATCH.test(key) ? [at] : [])) : [];
    const first = cells[0] ?? '';
    const isHeader = results.length > 0 || (isAgainst && !isLabel(first));
    // « Résultats de stabilité | Conforme » is a pair.
    if (!isHeader || (keys.filter(Boolean).length === 2 && !SUBJECT.test(keys[0] ?? '') && keys[0] !== '')) {
      if (isLabel(first)) return null;
      continue;
    }
    const subject = Math.max(
      0,
      keys.findIndex((key) => SUBJECT.test(key)),
    );
    const next = keys.findIndex((key, at) => at > subject && key !== '');
    return {
      row,
      results: [...results, ...batches],
      units: cells.map(unitIn),
      unit: keys.findIndex((key) => UNIT.test(key)),
      subjects: Array.from({ length: Math.min(COLUMNS_MAX, next - subject) }, (_, at) => next - 1 - at),
    };
  }
  return null;
}

/** « Résultat (µg/kg) », « Résultats en ppb ». */
function unitIn(text: string): string | null {
  const said = /[([]([^()[\]]{1,20})[)\]]\s*$|\sen\s(\S{1,20})$/.exec(text.slice(0, LABEL_LENGTH));
  const unit = (said?.[1] ?? said?.[2] ?? '').trim();
  return looksLikeUnit(unit) ? unit : null;
}

/** A table of people: who wrote, checked and received it. */
export const isOfPeople = (rows: readonly string[][]): boolean =>
  (rows.find((cells) => cells.some(Boolean)) ?? []).filter((text) => PEOPLE.has(keyOf(text))).length >= 2;
const PEOPLE = new Set(
  'nom,fonction,societe,exemplaire,signature,visa,redige par,verifie par,approuve par,service,name,role'.split(','),
);

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
