import { casOf, ecOf, glossaryNames } from './identity.ts';

/**
 * The annexes of Regulation (EC) No 1223/2009 as the Commission's database CosIng exports them (CSV, read into cells).
 * What the exports do wrong is told, never mended in silence: the cells are kept as they are published.
 * Source: ec.europa.eu/growth/tools-databases/cosing, « export CSV » of annexes II to VI.
 */
export const ANNEXES = ['II', 'III', 'IV', 'V', 'VI'] as const;
export type Annex = (typeof ANNEXES)[number];

/** The columns, by the names that the exports give them. */
const COLUMNS = {
  ref: ['reference number'],
  name: ['chemical name / inn', 'chemical name'],
  glossary: ['name of common ingredients glossary', 'colour index number / name of common ingredients glossary'],
  cas: ['cas number'],
  ec: ['ec number'],
  colour: ['color', 'colour'],
  product: ['product type, body parts'],
  limit: ['maximum concentration in ready for use preparation'],
  other: ['other'],
  wording: ['wording of conditions of use and warnings'],
  regulation: ['regulation'],
  directives: ['other directives/regulations'],
  opinions: ['sccs opinions'],
  iupac: ['chemical/iupac name'],
  identified: ['identified ingredients or substances e.g.'],
  cmr: ['cmr'],
  updated: ['update date'],
} as const satisfies Record<string, readonly string[]>;
export type CellName = keyof typeof COLUMNS;
export const CELL_NAMES = Object.keys(COLUMNS) as CellName[];
/** The names of the cells of an entry, as people read them. */
const CELL_LABELS: Record<CellName, string> = {
  ref: 'Référence',
  name: 'Nom chimique / DCI',
  glossary: 'Nom du glossaire',
  cas: 'Numéro CAS',
  ec: 'Numéro CE',
  colour: 'Couleur',
  product: 'Type de produit, parties du corps',
  limit: 'Concentration maximale',
  other: 'Autres conditions',
  wording: 'Libellé des avertissements',
  regulation: 'Règlement',
  directives: 'Autres textes',
  opinions: 'Avis du CSSC',
  iupac: 'Nom IUPAC',
  identified: 'Ingrédients identifiés, exemples',
  cmr: 'CMR',
  updated: 'Modifié dans CosIng le',
};

/** The name of a cell as people read it; of one that is not known, its own. */
export const cellLabel = (name: string): string => (CELL_LABELS as Record<string, string>)[name] ?? name;

export type Cells = Partial<Record<CellName, string>>;

/** What a verdict stands on: an export without one of these columns would be read as if nothing limited its rows. */
const NEEDED: readonly CellName[] = ['ref', 'name', 'cas', 'ec', 'regulation'];
const NEEDED_OF_LIMITS: readonly CellName[] = ['glossary', 'product', 'limit', 'other', 'wording'];

/** As much as an export holds, several times over: it has 1 763 rows, its longest cell 3 088 characters, its longest row 6 367. */
export const EXPORT_LIMITS = { rows: 10_000, cell: 5_000, row: 20_000 };

/** The first row, and its cell, that is longer than is read (ranks from 1; 0: the row, or all rows); `null` when none is. */
export function tooLongIn(rows: readonly (readonly string[])[]): { row: number; cell: number } | null {
  if (rows.length > EXPORT_LIMITS.rows) return { row: 0, cell: 0 };
  for (const [index, cells] of rows.entries()) {
    const long = cells.findIndex((cell) => cell.length > EXPORT_LIMITS.cell);
    if (long !== -1) return { row: index + 1, cell: long + 1 };
    if (cells.reduce((sum, cell) => sum + cell.length, 0) > EXPORT_LIMITS.row) return { row: index + 1, cell: 0 };
  }
  return null;
}

/** One row, its cells untouched. */
export interface RawEntry {
  annex: Annex;
  ref: string;
  /** Its place in the file, from 1. */
  ordinal: number;
  cells: Cells;
}

export interface AnnexExport {
  annex: Annex;
  title: string;
  /** `YYYY-MM-DD`: when the file was made, and when the annex was last edited. Two facts. */
  created_on: string | null;
  last_update: string | null;
  rows: RawEntry[];
  columns: { header: string; cell: CellName | null }[];
  /** The columns that verdicts need and that no header names: such a file is not to be kept. */
  missing: CellName[];
  /** What is wrong in the file, in sentences, each with its row. */
  warnings: string[];
}

const dayIn = (text: string): string | null => {
  const found = /(\d{2})\/(\d{2})\/(\d{4})/.exec(text);
  return found ? `${found[3]}-${found[2]}-${found[1]}` : null;
};

/** What each column of an export is taken for; `null`: nothing. In the order of the file. */
export type ChosenColumns = readonly (CellName | null)[];

/**
 * @param chosen by a person, where the headers of an older export have other names
 * @returns null for a file that is no such export
 */
export function readExport(
  rows: readonly (readonly string[])[],
  chosen: Partial<Record<Annex, ChosenColumns>> = {},
): AnnexExport | null {
  const [first = '', second = []] = [rows[0]?.[0], rows[1]];
  const annex = ANNEXES.find((one) => new RegExp(`^ANNEX ${one}$`, 'i').test((second[0] ?? '').trim()));
  // The line of headers is the first that is filled from end to end; those above it have a cell or two.
  const head = rows.findIndex((cells) => cells.filter((cell) => cell.trim() !== '').length >= LEAST_COLUMNS);
  if (!annex || !/file creation date/i.test(first) || head === -1 || head > 10) return null;
  const headers = rows[head] ?? [];
  const columns = chosen[annex] ?? headers.map(columnOf);
  const names = headers.map((_, at) => columns[at] ?? null);
  const needed = annex === 'II' ? NEEDED : [...NEEDED, ...NEEDED_OF_LIMITS];
  const entries = rows.slice(head + 1).flatMap((cells, index): RawEntry[] => {
    if (cells.every((cell) => cell.trim() === '')) return [];
    const named: Cells = {};
    for (const [at, name] of names.entries()) if (name) named[name] ??= cells[at] ?? '';
    return [{ annex, ref: (named.ref ?? '').trim(), ordinal: index + 1, cells: named }];
  });
  return {
    annex,
    title: (rows[2]?.[0] ?? '').trim(),
    created_on: dayIn(first),
    last_update: dayIn(second[1] ?? ''),
    rows: entries,
    columns: headers.map((header, at) => ({ header: header.trim(), cell: names[at] ?? null })),
    missing: needed.filter((name) => !names.includes(name)),
    warnings: [...chosenByHand(headers, names), ...warningsOf(annex, entries)],
  };
}

/** Annex II, the narrowest, has eleven. */
const LEAST_COLUMNS = 5;

/** What a person said of the columns stays told with the file. */
const chosenByHand = (headers: readonly string[], names: ChosenColumns): string[] =>
  headers.flatMap((header, at) => {
    const name = names[at];
    return name && columnOf(header) !== name
      ? [`Colonne « ${header.trim()} » lue comme « ${cellLabel(name)} », par choix.`]
      : [];
  });

const columnOf = (header: string): CellName | null => {
  const key = header.replace(/\s+/g, ' ').trim().toLowerCase();
  return CELL_NAMES.find((name) => (COLUMNS[name] as readonly string[]).includes(key)) ?? null;
};

/** A row whose text was moved or deleted: it binds nothing any more, whatever numbers it still carries. */
export const isMoved = ({ cells }: Pick<RawEntry, 'cells'>): boolean =>
  /^moved or deleted$/i.test((cells.name ?? '').trim());

/**
 * The columns of Annex IV are one too far to the right in all rows but those that fill the first: the product type stands
 * under the concentration, the limit under « Other », the conditions under the wording.
 */
export const isShifted = ({ annex, cells }: Pick<RawEntry, 'annex' | 'cells'>): boolean =>
  annex === 'IV' &&
  !cells.product?.trim() &&
  Boolean(cells.limit?.trim() || cells.other?.trim() || cells.wording?.trim());

function warningsOf(annex: Annex, rows: readonly RawEntry[]): string[] {
  const told: string[] = [];
  const some = (which: readonly RawEntry[], sentence: string): void => {
    if (which.length > 0)
      told.push(
        `${sentence} (${which.length}) : ${[...new Set(which.map(({ ref }) => `${annex}/${ref}`))].join(', ')}.`,
      );
  };
  const refs = Map.groupBy(rows, ({ ref }) => ref);
  some(rows.filter(isMoved), 'Lignes déplacées ou supprimées, jamais rapprochées');
  some(rows.filter(isShifted), 'Colonnes décalées d’un rang, relues à leur place');
  some(
    rows.filter(({ ref }) => (refs.get(ref)?.length ?? 0) > 1),
    'Numéros de référence portés par plusieurs lignes',
  );
  const live = rows.filter((row) => !isMoved(row));
  some(
    live.filter(({ cells }) => casOf(cells.cas ?? '').wrong.length > 0),
    'Numéros CAS au chiffre de contrôle faux ou tronqués',
  );
  some(
    live.filter(({ cells }) => ecOf(cells.cas ?? '').right.length > 0 && casOf(cells.ec ?? '').right.length > 0),
    'Numéros CAS et CE intervertis',
  );
  some(
    live.filter(({ cells }) => casOf(cells.ec ?? '').right.length > 0),
    'Numéros CAS dans la colonne CE',
  );
  some(
    live.filter(({ cells }) => casOf(cells.cas ?? '').right.length === 0 && casOf(cells.name ?? '').right.length > 0),
    'Numéros CAS dans le nom seulement',
  );
  some(
    live.filter(({ cells }) => casOf(cells.cas ?? '').right.length === 0),
    'Lignes sans numéro CAS',
  );
  some(
    live.filter((row) => !isShifted(row) && !row.cells.limit?.trim() && /\d\s*%/.test(row.cells.other ?? '')),
    'Pourcentages écrits hors de la colonne des limites',
  );
  some(
    rows.filter(({ cells }) => Object.values(cells).some((cell) => cell?.includes('\u00ad'))),
    'Traits d’union conditionnels dans le texte',
  );
  return told;
}

/** What a row says, in its right columns. */
export interface Entry {
  id: string;
  annex: Annex;
  ref: string;
  ordinal: number;
  cells: Cells;
  /** « III/75 ». */
  key: string;
  name: string;
  product_text: string;
  limit_text: string;
  other_text: string;
  wording_text: string;
  regulation: string;
  moved: boolean;
  /** No number names it: a family, not a substance. */
  family: boolean;
  nano: boolean;
  /** It names the form that is no nanomaterial, and the one that is. */
  anyForm: boolean;
  /** Of several substances together: the number of one of them is no identity. */
  mixture: boolean;
  names: { glossary: string[]; chemical: string[]; weak: string[] };
  cas: string[];
  ec: string[];
}

/** A row with its identity read, and its columns where they belong. */
export function entryOf(
  id: string,
  { annex, ref, ordinal, cells }: RawEntry,
  chemical: (name: string) => { names: string[]; weak: string[] },
): Entry {
  const shifted = isShifted({ annex, cells });
  const moved = isMoved({ cells });
  const { names, weak } = moved ? { names: [], weak: [] } : chemical(cells.name ?? '');
  const glossary = moved ? [] : glossaryNames(annex, cells.glossary ?? '');
  const numbers = [cells.cas ?? '', cells.ec ?? '', cells.name ?? ''];
  const cas = moved ? [] : [...new Set(numbers.flatMap((cell) => casOf(cell).right))];
  const ec = moved ? [] : [...new Set(numbers.flatMap((cell) => ecOf(cell).right))];
  const text = (name: CellName): string => (cells[name] ?? '').trim();
  return {
    id,
    annex,
    ref,
    ordinal,
    cells,
    key: `${annex}/${ref.replace(/\s+/g, '')}`,
    name: text('name'),
    product_text: shifted ? text('limit') : text('product'),
    limit_text: shifted ? text('other') : text('limit'),
    other_text: shifted ? text('wording') : text('other'),
    wording_text: shifted ? '' : text('wording'),
    regulation: text('regulation'),
    moved,
    family: !moved && annex !== 'IV' && cas.length === 0,
    // An entry that names the massive form too is one of both.
    nano:
      /\(nano\)/i.test(`${text('name')} ${text('glossary')}`) &&
      !/massive|including as nanomaterial/i.test(text('name')),
    anyForm: /including as nanomaterial/i.test(text('name')),
    mixture: annex !== 'II' && (/\(and\)/i.test(text('glossary')) || /^mixture of/i.test(text('name'))),
    names: { glossary, chemical: names, weak: [...weak, ...(moved ? [] : identifiedOf(cells.identified ?? ''))] },
    cas,
    ec,
  };
}

/** « Identified INGREDIENTS » are examples: a name found there alone is no identity. */
const identifiedOf = (cell: string): string[] =>
  cell
    .split(/[,\n]/)
    .map((one) => one.trim())
    .filter((one) => one.length > 2);
