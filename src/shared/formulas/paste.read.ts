/**
 * Reads a formula that people paste: from a spreadsheet, a document, a letter, a label. Every source line ends in `lines`,
 * `unread` or `titles`: nothing is dropped, and nothing is called an ingredient that is not understood as one.
 */
import { CAS, EC } from '../fields/name.ts';
import { parseNumber, printNumber } from '../fields/number.ts';
import { type Micros, toPercent, WHOLE } from '../fields/percent.ts';
import { LINE_MOST } from './formula.ts';
import {
  type Amount,
  amountOfCell,
  cleanName,
  countNumbers,
  type Enough,
  lastNumberIsBare,
  NOTHING,
  readLine,
} from './paste.amount.ts';
import { alignedCells, cellsOf, type Kind, linesOf, type Row } from './paste.cells.ts';
import { type Columns, columnsByContent, completed, headsOf } from './paste.columns.ts';
import {
  asLabel,
  commas,
  commonKind,
  LIST_HEAD,
  pairsOf,
  pieces,
  withoutCodes,
  withoutKey,
  withoutRanks,
} from './paste.shape.ts';
import { type Column, headOf, MAY_CONTAIN, noiseOf, type Title, titleOf } from './paste.words.ts';

export interface PastedComponent {
  inci: string;
  percent_min: number | null;
  percent_max: number | null;
}

export interface PastedLine {
  /** The text it came from. */
  source: string;
  /** The name as read. */
  label: string;
  percent: number | null;
  percent_min: number | null;
  percent_max: number | null;
  qs: Enough;
  cas: string | null;
  ec: string | null;
  trade_name: string | null;
  supplier: string | null;
  function: string | null;
  phase: string | null;
  components: PastedComponent[];
  may_contain: boolean;
  /** Several columns of numbers: a person says which is the percentage. */
  variants: { column: string; percent: number }[];
}

export type PasteCode =
  | 'UNIT_G'
  | 'UNIT_OTHER'
  | 'APPROXIMATE'
  | 'NO_AMOUNT'
  | 'VARIANTS'
  | 'MIXTURE'
  | 'RANGE'
  | 'TWO_COMPLEMENTS'
  | 'OVER_100'
  | 'GAP'
  | 'FRACTIONS'
  | 'TOTAL_OTHER'
  | 'TOO_BIG';

export interface PasteWarning {
  code: PasteCode;
  message: string;
  /** The rank of the line it is about, from 0; `null` for the whole. */
  line: number | null;
}

export interface Pasted {
  lines: PastedLine[];
  /** What is shown and not counted: titles of phases, totals, a pH, heads of columns. */
  titles: { source: string; kind: Title }[];
  unread: { source: string; reason: string }[];
  warnings: PasteWarning[];
  /** Of the lines with an exact percentage, the complement with them; those that may be there are not in it. */
  total: number;
  /** What « q.s.p. 100 » comes to; `null` without one, with two, or with a range beside it. */
  complement: number | null;
}

interface Options {
  /** Whether this is the name of a substance that is known here. */
  isKnown?: (name: string) => boolean;
}

/** As many lines as are read at once. */
export const PASTE_LINES = 2_000;
/** As many characters, in all, on one line (the longest list of ingredients has some 3 000) and in one cell. */
export const PASTE_LENGTH = 2 * 1024 * 1024;
export const PASTE_LINE = 5_000;
export const PASTE_CELL = 2_000;

/** More than is read at once: in all, on a line (its rank, from 1), in a cell of it. */
/** Rows above the names of the columns, at most. */
const HEAD_WITHIN = 20;

export class PasteTooLong extends Error {
  readonly line: number | null;
  readonly cell: number | null;
  constructor(line: number | null = null, cell: number | null = null) {
    super('paste too long');
    this.name = 'PasteTooLong';
    this.line = line;
    this.cell = cell;
  }
}

/** Reads a pasted text. @throws PasteTooLong */
export function readPaste(text: string, options: Options = {}): Pasted {
  if (text.length > PASTE_LENGTH) throw new PasteTooLong();
  const all = linesOf(text.replace(/[\u0000\ufeff]/g, ''));
  const long = all.findIndex((line) => line.length > PASTE_LINE);
  if (long !== -1) throw new PasteTooLong(long + 1);
  const sources = amountsOnOneLine(all.filter((line) => line.trim() !== ''));
  if (sources.length > PASTE_LINES) throw new PasteTooLong();
  const reader = new Reader(options);
  const list = asLabel(sources);
  if (list) {
    reader.readLabel(list);
    return reader.result();
  }
  const kind = commonKind(sources);
  const aligned = kind === 'columns' ? alignedCells(sources) : null;
  const rows = sources.map((source, index) => ({ source, cells: aligned?.[index] ?? cellsOf(source, kind) }));
  if (kind === 'free') reader.readLines(sources);
  else reader.readTable(rows, kind);
  return reader.result();
}

/** « Water, 70 %; Glycerin, 5 %; … » on one line: an ingredient a piece, where each has its amount. */
function amountsOnOneLine(sources: string[]): string[] {
  const [line = ''] = sources;
  if (sources.length !== 1 || line.includes('\t')) return sources;
  for (const separator of [';', '•', '·']) {
    const parts = pieces(line, separator).map((part) => part.trim());
    if (parts.at(-1) === '') parts.pop();
    const isWhole = parts.length > 1 && parts.length <= PASTE_LINES;
    if (isWhole && parts.every((part) => /\p{L}{2}/u.test(part) && readLine(part).amount !== NOTHING)) return parts;
  }
  return sources;
}

/** Reads the rows of a sheet. @throws PasteTooLong */
export function readRows(rows: readonly (readonly string[])[], options: Options = {}): Pasted {
  let length = 0;
  for (const [index, cells] of rows.entries()) {
    const long = cells.findIndex((cell) => cell.length > PASTE_CELL);
    if (long !== -1) throw new PasteTooLong(index + 1, long + 1);
    const ofRow = cells.reduce((sum, cell) => sum + cell.length + 1, 0);
    if (ofRow > PASTE_LINE + cells.length) throw new PasteTooLong(index + 1);
    length += ofRow;
    if (length > PASTE_LENGTH) throw new PasteTooLong();
  }
  const filled = rows
    .map((cells) => ({ source: cells.join('\t').trim(), cells: [...cells] }))
    .filter(({ source }) => source !== '');
  if (filled.length > PASTE_LINES) throw new PasteTooLong();
  // One column is a list of lines.
  if (filled.every(({ cells }) => cells.filter((cell) => cell.trim() !== '').length < 2))
    return readPaste(filled.map(({ source }) => source).join('\n'), options);
  const reader = new Reader(options);
  reader.readTable(filled, 'table');
  return reader.result();
}

/** A quantity whose unit stands in a column of its own is weighed. */
function weighed(columns: Columns, rows: readonly Row[]): Columns {
  const { percent, unit, ...others } = columns;
  const [place] = unit ?? [];
  const units = rows.map(({ cells }) => cells[place ?? -1]?.trim().toLowerCase() ?? '').filter(Boolean);
  return percent && units.some((one) => /^(?:g|gr|kg|mg|ml|l)\.?$/.test(one)) && !units.includes('%')
    ? { ...others, grams: percent }
    : columns;
}

/** Whether amounts are the last numbers of the lines: the others come to more than a hundred, and these do not. */
function onlyLastFit(lines: readonly string[]): boolean {
  const sum = (last: boolean): number =>
    lines.reduce((total, line) => total + (titleOf(line) ? 0 : (readLine(line, { last }).amount.percent ?? 0)), 0);
  return sum(false) > WHOLE + WHOLE / 200 && sum(true) <= WHOLE + WHOLE / 200;
}

/** « Cetearyl Alcohol (and) Cetearyl Glucoside »: each of them; the name alone where it says one. */
export const partsOf = (name: string): string[] => name.split(MIXED).map(cleanName).filter(Boolean);

/** Characters of the end of a line that say its total, and percents that roundings make. */
const TOTAL_LENGTH = 60;
const TOTAL_TOLERANCE = 0.05;

const MIXED = / \(?(?:and|et|und|e|y)\) ?| ?\((?:and|et|und|e|y)\) ?| [&+] /iu;

/** The names of a mixture that says it is one. */
function mixtureOf(name: string, isKnown: (name: string) => boolean): string[] {
  const parts = partsOf(name);
  if (parts.length > 1) return parts;
  if (isKnown(name)) return [];
  const listed = pieces(name, ',').map(cleanName).filter(Boolean);
  return listed.length > 1 && listed.every(isKnown) ? listed : [];
}

/** More than a hundred: it was not read as a percentage. */
const isAbove = ({ percent, min, max, qs }: Amount): boolean =>
  percent === null && min === null && max === null && qs === 'none';

const text = (value: string | undefined): string | null => value?.trim() || null;

class Reader {
  readonly #isKnown: (name: string) => boolean;
  readonly #lines: PastedLine[] = [];
  readonly #titles: Pasted['titles'] = [];
  readonly #unread: Pasted['unread'] = [];
  readonly #warnings: PasteWarning[] = [];
  #grams = false;
  /** An amount above a hundred was read: of a batch, and no percentage. */
  #isBatch = false;
  #phase: string | null = null;
  #mayContain = false;

  constructor({ isKnown = () => false }: Options) {
    this.#isKnown = isKnown;
  }

  #leave(source: string, reason: string): undefined {
    this.#unread.push({ source: source.trim(), reason });
  }

  #show(source: string, { title, phase }: { title: Title; phase: string | null }): undefined {
    this.#titles.push({ source: source.trim(), kind: title });
    if (title === 'phase') this.#phase = phase || null;
  }

  #warn(code: PasteCode, message: string, line: number | null = this.#lines.length - 1): void {
    this.#warnings.push({ code, message, line });
  }

  #add(source: string, name: string, amount: Amount, more: Partial<PastedLine> = {}): void {
    const number = (value: Micros | null): number | null => (value === null ? null : toPercent(value));
    const mixture = more.components ? [] : mixtureOf(name, this.#isKnown);
    this.#lines.push({
      source: source.trim(),
      label: name,
      percent: number(amount.percent),
      percent_min: number(amount.min),
      percent_max: number(amount.max),
      qs: amount.qs,
      cas: null,
      ec: null,
      trade_name: null,
      supplier: null,
      function: null,
      phase: this.#phase,
      components: mixture.map((inci) => ({ inci, percent_min: null, percent_max: null })),
      may_contain: this.#mayContain,
      variants: [],
      ...more,
    });
    if (mixture.length > 0)
      this.#warn(
        'MIXTURE',
        `« ${name} » est un mélange dont la répartition est inconnue : précisez-la dans la matière première.`,
      );
    if (amount.approximate) this.#warn('APPROXIMATE', `« ${name} » : la quantité est donnée comme approximative.`);
    if (amount.min !== null)
      this.#warn(
        'RANGE',
        `« ${name} » : une fourchette est gardée. Les calculs de sécurité et de classification prennent la borne haute, l’ordre de la liste la moyenne.`,
      );
    if (amount.unit === 'other')
      this.#warn('UNIT_OTHER', `« ${name} » : l’unité ne donne pas de pourcentage. Saisissez-le.`);
    if (amount.unit === 'g') this.#grams = true;
    if (amount.unit === 'g' && isAbove(amount)) this.#isBatch = true;
  }

  /** A name and an amount on a line. */
  #readFree(source: string, line: string, { last, bare }: { last: boolean; bare: boolean }): undefined {
    const { name, cas, ec, amount, strong } = readLine(line, { last });
    const has = amount !== NOTHING;
    const noise = noiseOf(line) ?? (name ? null : 'Un nombre sans nom.');
    if (headOf(name)) return this.#leave(source, 'Titre d’une colonne, et non un ingrédient.');
    if (countNumbers(name) > 1)
      return this.#leave(source, 'Plusieurs nombres sur cette ligne : séparez les ingrédients, un par ligne.');
    if (noise || !/\p{L}{2}/u.test(name)) return this.#leave(source, noise ?? 'Pas de nom sur cette ligne.');
    if (!has && cas === null && !bare && !this.#isKnown(name) && !this.#mayContain && !strong && !MIXED.test(name))
      return this.#leave(source, 'Pas de quantité sur cette ligne.');
    this.#add(source, name, amount, { cas, ec });
    if (!has && !bare && !this.#mayContain) this.#warn('NO_AMOUNT', `« ${name} » : la quantité manque.`);
  }

  /** @returns what follows the words that announce shades */
  #afterMayContain(line: string): string | null {
    const found = MAY_CONTAIN.exec(line);
    if (!found?.[0].trim()) return null;
    this.#mayContain = true;
    return line.slice(found[0].length).replace(/[\])]\s*\.?\s*$/, '');
  }

  readLines(sources: readonly string[]): void {
    const lines = withoutCodes(withoutRanks(sources)).map(withoutKey);
    const amounts = lines.map((line) => (titleOf(line) ? null : readLine(line).amount));
    const counted = amounts.filter((amount) => amount !== null);
    const filled = counted.filter((amount) => amount !== NOTHING).length;
    // Nothing but names: a list without amounts.
    const bare = filled === 0 && counted.length > 0;
    const mixed = lines.filter((line) => /\d\s*%/.test(line));
    const isBare = mixed.length > 0 && mixed.filter(lastNumberIsBare).length * 2 > mixed.length;
    const last = isBare && (filled >= mixed.length * 2 || onlyLastFit(lines));
    const pairs = pairsOf(lines);
    for (let index = 0; index < lines.length; index += 1) {
      const source = sources[index] ?? '';
      let line = lines[index] ?? '';
      const title = titleOf(line);
      if (title) {
        this.#show(source, title);
        continue;
      }
      if (pairs.has(index)) {
        const both = `${line}   ${lines[index + 1] ?? ''}`;
        this.#readFree(`${source.trim()} / ${sources[index + 1]?.trim()}`, both, { last, bare });
        index += 1;
        continue;
      }
      const shades = this.#afterMayContain(line);
      if (shades !== null) {
        if (!shades.trim()) this.#titles.push({ source: source.trim(), kind: 'title' });
        else this.#readNames(source, shades);
        continue;
      }
      const inPhase = /^\s*(?:phase|fase)\s+(\w{1,3})\s*[:.\-–)]\s+(?=\S)/i.exec(line);
      if (inPhase) {
        this.#phase = (inPhase[1] ?? '').toUpperCase();
        line = line.slice(inPhase[0].length);
      }
      const several = line.split(/(?<=\d\s?%\s?\)?)\s*(?:[,;]|\s[-–—])\s+(?=\S*\p{L})/u);
      if (several.length > 1) for (const one of several) this.#readFree(one, one, { last, bare });
      else if ((bare && commas(line) >= 2) || (this.#mayContain && commas(line) >= 1)) this.#readNames(source, line);
      else this.#readFree(source, line, { last, bare });
    }
  }

  /** Names with commas between them, on one line. */
  #readNames(source: string, line: string): void {
    for (const piece of this.#names(line)) this.#readFree(piece || source, piece, { last: false, bare: true });
  }

  /** A known name may hold commas: the longest one counts. */
  #names(line: string): string[] {
    const separator =
      [',', ';', '•', '·'].toSorted((a, b) => pieces(line, b).length - pieces(line, a).length)[0] ?? ',';
    const parts = pieces(line, separator).map((part) => part.trim());
    const names: string[] = [];
    for (let at = 0; at < parts.length; ) {
      let length = Math.min(6, parts.length - at);
      while (length > 1 && !this.#isKnown(cleanName(parts.slice(at, at + length).join(`${separator} `)))) length -= 1;
      names.push(parts.slice(at, at + length).join(`${separator} `));
      at += length;
    }
    return names.filter(Boolean);
  }

  readLabel({ text: whole, noise }: { text: string; noise: readonly string[] }): void {
    for (const line of noise) this.#leave(line, noiseOf(line) ?? '');
    const head = LIST_HEAD.exec(whole);
    if (head) this.#titles.push({ source: head[0].trim(), kind: 'title' });
    const all = head ? whole.slice(head[0].length) : whole;
    // « …, Linalool. * issu de l’agriculture biologique » : what explains a mark is no ingredient.
    const foot = /(?<=\.)\s*[*¹²³†]\s*\p{L}.*$/u.exec(all);
    if (foot) this.#leave(foot[0], 'Mention, et non un ingrédient.');
    const list = foot ? all.slice(0, foot.index) : all;
    const shades =
      /[[(]? ?(?:\+ ?\/ ?-|±|\b(?:may contain|peut contenir|peuvent contenir|kann enthalten|pu[oò] contenere|puede contener)\b)/i.exec(
        list,
      );
    const main = shades ? list.slice(0, shades.index) : list;
    const end = main.trim().replace(/(?<!denat)\.\s*$/i, '');
    for (const name of this.#names(end)) this.#readLabelled(name);
    if (!shades) return;
    const rest = this.#afterMayContain(list.slice(shades.index).trim());
    for (const name of this.#names((rest ?? '').replace(/\.\s*$/, ''))) this.#readLabelled(name);
  }

  #readLabelled(name: string): void {
    const title = titleOf(name);
    if (title && title.title !== 'phase') this.#show(name, title);
    else this.#readFree(name, name.replace(/^\s*\d{1,3}[.)]\s+/, ''), { last: false, bare: true });
  }

  readTable(rows: readonly Row[], kind: Kind): void {
    let columns = columnsByContent(rows, this.#isKnown);
    let heads: string[] = [];
    // The title of a sheet stands above the names of its columns.
    const headAt = rows.slice(0, HEAD_WITHIN).findIndex(({ cells }) => headsOf(cells) !== null);
    for (const [index, row] of rows.entries()) {
      const { cells, source } = row;
      if (index < headAt && cells.filter((cell) => cell.trim() !== '').length === 1 && !titleOf(source)) {
        this.#leave(source, 'Titre au-dessus des colonnes, et non un ingrédient.');
        continue;
      }
      const head = headsOf(cells);
      if (head) {
        columns = weighed(completed(head, rows, this.#isKnown), rows);
        heads = cells;
        this.#titles.push({ source: source.trim(), kind: 'header' });
        continue;
      }
      if (cells.every((cell) => /^[\s:=_-]*$/.test(cell))) {
        this.#titles.push({ source: source.trim(), kind: 'title' });
        continue;
      }
      this.#readRow(row, { columns, heads, kind });
    }
    const unit = columns.grams === undefined || columns.percent !== undefined ? null : heads[columns.grams[0] ?? -1];
    if (unit !== null && unit !== undefined) this.#grams = true;
  }

  #readRow(
    { source, cells }: Row,
    { columns, heads, kind }: { columns: Columns; heads: string[]; kind: Kind },
  ): undefined {
    const at = (column: Column): string => {
      const cell = cells[columns[column]?.[0] ?? -1]?.trim() ?? '';
      return /^[-–—]$/.test(cell) ? '' : cell;
    };
    const filled = cells.filter((cell) => cell.trim() !== '');
    const named = at('trade_name') || at('label') || at('inci');
    const words = cells.filter((_, index) => !columns.phase?.includes(index) && !columns.rank?.includes(index));
    const nameTitle = named ? titleOf(named) : null;
    const title =
      titleOf(words.filter(Boolean).join(' ')) ?? nameTitle ?? (filled.length === 1 ? titleOf(filled[0] ?? '') : null);
    const first = filled[0] ?? '';
    // « Phase A | GLYCERIN | 3,5 »: a phase stands in one cell, an ingredient in another.
    const isName = (cell: string): boolean => cell !== '' && titleOf(cell) === null;
    const isLine =
      title?.title === 'phase' &&
      (isName(named) ||
        ((isName(at('label')) || isName(at('inci'))) && cells.some((cell) => amountOfCell(cell) !== null)));
    if (title && !isLine) return this.#show(source, title);
    if (titleOf(first)?.title === 'total') return this.#show(source, { title: 'total', phase: null });
    const shades = this.#afterMayContain(first);
    if (shades !== null && filled.length === 1) {
      if (!shades.trim()) this.#titles.push({ source: source.trim(), kind: 'title' });
      else this.#readNames(source, shades);
      return;
    }
    if (kind === 'columns' && heads.length > 0 && cells.length !== heads.length) return this.#readLoose(source, cells);
    if (filled.length === 1) return this.#readLoose(source, filled);

    const phaseInName = nameTitle?.title === 'phase' ? nameTitle.phase : null;
    const phase = at('phase') || phaseInName;
    const inPhase = phase ? phase.slice(0, LINE_MOST.phase) : this.#phase;
    const amounts = columns.percent ?? columns.grams ?? [];
    const read = amounts.map((index) => ({
      column: heads[index]?.trim() || `Colonne ${index + 1}`,
      amount: amountOfCell(cells[index] ?? ''),
    }));
    const known = read.filter((one) => one.amount !== null);
    const amount = this.#amountOf({ read, known, at });
    const inci = at('inci');
    const share = columns.share ? amountOfCell(at('share')) : null;
    const trade = phaseInName && at('trade_name') === named ? '' : at('trade_name');
    const previous = this.#lines.at(-1);
    const isNamed = trade || at('label');
    if (inci && previous && columns.trade_name && !trade && known.length === 0) {
      // Another ingredient of the raw material above.
      previous.components.push(componentOf(inci, share));
      previous.source = `${previous.source}\n${source.trim()}`;
      return;
    }
    if (columns.share && inci && previous?.trade_name === trade && trade && sameAmount(previous, amount)) {
      previous.components.push(componentOf(inci, share));
      previous.source = `${previous.source}\n${source.trim()}`;
      return;
    }
    const name = cleanName(columns.share && inci ? isNamed || inci : inci || isNamed);
    const noise = name ? noiseOf(name) : 'Pas de nom sur cette ligne.';
    if (noise) return this.#leave(source, noise);
    const codes = cells.join(' ');
    const cas = CAS.exec(at('cas') || codes)?.[0] ?? null;
    const ec = EC.exec(at('ec') || (columns.ec ? '' : codes.replace(cas ?? ' ', ' ')))?.[0] ?? null;
    if (
      !amount &&
      known.length === 0 &&
      cas === null &&
      !this.#isKnown(name) &&
      !this.#mayContain &&
      at('function') === '' &&
      filled.length < 3 &&
      amounts.length > 0
    )
      return this.#leave(source, 'Pas de quantité sur cette ligne.');
    const before = this.#phase;
    this.#phase = inPhase;
    const parts = columns.share && inci && isNamed ? { components: [componentOf(inci, share)] } : {};
    this.#add(source, name, amount ?? NOTHING, {
      cas,
      ec,
      trade_name: text(trade),
      supplier: text(at('supplier')),
      function: text(at('function')),
      ...parts,
      ...(amount === null && known.length > 1
        ? {
            variants: known.flatMap(({ column, amount: one }) =>
              one?.percent == null ? [] : [{ column, percent: toPercent(one.percent) }],
            ),
          }
        : {}),
    });
    this.#phase = columns.phase ? before : this.#phase;
    if (amount === null && known.length > 1)
      this.#warn('VARIANTS', `« ${name} » : plusieurs colonnes de nombres. Choisissez celle du pourcentage.`);
    else if (
      (amount === null || (amount.percent === null && amount.min === null && amount.qs === 'none')) &&
      !this.#mayContain
    )
      this.#warn('NO_AMOUNT', `« ${name} » : la quantité manque, ou n’est pas un pourcentage.`);
    if (columns.percent === undefined && columns.grams && known.length > 0) {
      this.#grams = true;
      if (amount && isAbove(amount)) this.#isBatch = true;
    }
  }

  #amountOf({
    read,
    known,
    at,
  }: {
    read: { amount: Amount | null }[];
    known: { amount: Amount | null }[];
    at: (column: Column) => string;
  }): Amount | null {
    const [min, max] = [amountOfCell(at('percent_min')), amountOfCell(at('percent_max'))];
    if (read.length === 0 || known.length === 0) {
      if (min?.percent != null && max?.percent != null)
        return min.percent < max.percent
          ? { ...NOTHING, min: min.percent, max: max.percent }
          : { ...NOTHING, percent: max.percent };
      if (max?.percent != null) return { ...NOTHING, min: 0, max: max.percent };
      if (min?.percent != null) return { ...NOTHING, min: min.percent, max: WHOLE };
      return min ?? max;
    }
    return known.length === 1 ? (known[0]?.amount ?? null) : null;
  }

  /** A row that fits no column is read as a line of text. */
  #readLoose(source: string, cells: readonly string[]): undefined {
    const line = cells.filter(Boolean).join('   ');
    const title = titleOf(line);
    if (title) this.#show(source, title);
    else this.#readFree(source, line, { last: false, bare: false });
  }

  /** The total that a sheet says, beside that of its lines: one that was not read is missed there. */
  #checkTotal(made: number, hasRange: boolean): void {
    const [told, ...others] = this.#titles.filter(({ kind }) => kind === 'total');
    const [, text] = /(\d{1,3}(?:[.,]\d{1,6})?)[^\d]*$/.exec((told?.source ?? '').slice(-TOTAL_LENGTH)) ?? [];
    const said = text === undefined || others.length > 0 ? null : parseNumber(text);
    // A total of 1 is one of fractions.
    if (said === null || said <= 1 || hasRange || this.#isBatch || Math.abs(said - made) <= TOTAL_TOLERANCE) return;
    this.#warn(
      'TOTAL_OTHER',
      `Le total collé est ${printNumber(said)}, les lignes font ${printNumber(made)} : vérifiez qu’aucune ne manque.`,
      null,
    );
  }

  result(): Pasted {
    const counted = this.#lines.filter((line) => !line.may_contain);
    if (this.#grams && this.#isBatch) {
      // What is weighed for a batch is no percentage of anything, small amounts neither.
      for (const line of counted) line.percent = null;
      this.#warn('UNIT_OTHER', 'Ces quantités font plus de 100 g : donnez celles de 100 g, ou des pourcentages.', null);
      this.#grams = false;
    }
    const sum = counted.reduce((total, { percent }) => total + Math.round((percent ?? 0) * 1e6), 0);
    const rests = counted.filter(({ qs }) => qs === '100');
    const hasRange = counted.some(({ percent_max }) => percent_max !== null);
    const one = rests.length === 1 && !hasRange;
    if (this.#grams) this.#warn('UNIT_G', 'Ces valeurs sont-elles des grammes pour 100 g ?', null);
    if (rests.length > 1)
      this.#warn(
        'TWO_COMPLEMENTS',
        'Plusieurs lignes complètent à 100 % : une seule le peut. Saisissez la quantité des autres.',
        null,
      );
    // What is left to a hundred is not known while an amount is not read, nor when there is none.
    const isCut = this.#unread.some(holdsAmount);
    if (one && isCut)
      this.#warn(
        'GAP',
        'Le complément à 100 % n’est pas calculé : une ligne qui porte une quantité n’a pas été lue.',
        null,
      );
    if (one && sum > WHOLE)
      this.#warn('OVER_100', 'Les autres quantités dépassent 100 % : il ne reste rien à compléter.', null);
    const percents = counted.flatMap(({ percent }) => percent ?? []);
    if (
      percents.length > 2 &&
      rests.length === 0 &&
      Math.abs(sum - 1e6) <= 1e4 &&
      percents.every((percent) => percent <= 1)
    )
      this.#warn(
        'FRACTIONS',
        'Le total vaut 1 : ces nombres sont sans doute des fractions, et non des pourcentages.',
        null,
      );
    this.#checkTotal(toPercent(one && sum <= WHOLE ? WHOLE : sum), hasRange);
    return {
      lines: this.#lines,
      titles: this.#titles,
      unread: this.#unread,
      warnings: this.#warnings,
      total: toPercent(one && sum <= WHOLE ? WHOLE : sum),
      complement: one && sum <= WHOLE && !isCut ? toPercent(WHOLE - sum) : null,
    };
  }
}

/** A line that was left aside though it says how much: a sentence, several numbers. A measure or a mention says something else. */
const holdsAmount = ({ source, reason }: Pasted['unread'][number]): boolean =>
  reason.startsWith('Plusieurs nombres') || (reason.startsWith('Phrase') && /\d/.test(source));

const componentOf = (inci: string, share: Amount | null): PastedComponent => ({
  inci: cleanName(inci),
  percent_min:
    share === null
      ? null
      : (share.percent ?? share.min) === null
        ? null
        : toPercent((share.percent ?? share.min) as Micros),
  percent_max:
    share === null
      ? null
      : (share.percent ?? share.max) === null
        ? null
        : toPercent((share.percent ?? share.max) as Micros),
});

const sameAmount = (line: PastedLine, amount: Amount | null): boolean =>
  amount === null || (amount.percent !== null && line.percent === toPercent(amount.percent));
