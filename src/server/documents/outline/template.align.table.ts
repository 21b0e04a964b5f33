import { cellText, type OutlineCell, type OutlineTable } from '#shared/imports/document.outline.ts';
import { listOf, type TemplateCell, type TemplateRow, type TemplateTable } from './template.blocks.ts';
import { type Align, type Aligned, type Capture, type Place, plain, type Turn } from './template.capture.ts';
import { HAS_WORD } from './template.pattern.ts';

/** Of the fixed cells of a table of a template, those that a table must have to be taken for it. */
const SHARE_MIN = 0.4;

/** Fixed texts of a row by the rank of their cell. */
const fixedOf = ({ cells }: TemplateRow): { at: number; text: string }[] =>
  cells.flatMap(({ fixed }, at) => (fixed !== null && HAS_WORD.test(fixed) ? [{ at, text: plain(fixed) }] : []));

/** Which share of its fixed cells a table has; `null` for too few. */
export function similarity(template: TemplateTable, table: OutlineTable): number | null {
  const wanted = template.rows.filter((row) => !listOf(row)).flatMap((row) => fixedOf(row).map(({ text }) => text));
  if (wanted.length === 0) {
    const isAsWide = template.rows.every(({ cells }) => table.rows.every((row) => row.length === cells.length));
    return isAsWide ? 0.3 : null;
  }
  const there = new Set(table.rows.flatMap((row) => row.map((cell) => plain(cellText(cell)))));
  const share = wanted.filter((text) => there.has(text)).length / wanted.length;
  return share >= SHARE_MIN ? share : null;
}

interface Assigned {
  row: TemplateRow;
  at: number;
  /** All its fixed cells are there, and nowhere else. */
  isExact: boolean;
  isDoubtful: boolean;
  turn: Turn | null;
}

/** A table laid beside the template's: rows by their fixed cells, in any order; those of a list between them. */
export function alignTable(
  template: TemplateTable,
  table: OutlineTable,
  { place, align }: { place: Place; align: Align },
): Aligned {
  const aligned: Aligned = { captures: [], taken: new Set() };
  for (const one of assign(template, table)) {
    const cells = table.rows[one.at] ?? [];
    aligned.taken.add(cells);
    for (const [at, cell] of one.row.cells.entries()) {
      if (cell.fixed !== null) continue;
      const found = cellAt(one.row, at, cells);
      if (!found) continue;
      const within = { table: place.table ?? table, row: place.row ?? one.at, isBound: true };
      for (const capture of readCell(cell, found, { place: within, align }))
        aligned.captures.push({
          ...capture,
          isExact: capture.isExact && one.isExact && cells.length === one.row.cells.length,
          isDoubtful: capture.isDoubtful || one.isDoubtful,
          turn: one.turn ?? capture.turn,
        });
    }
  }
  return aligned;
}

/** Which row of the template printed which one. */
function assign({ rows }: TemplateTable, table: OutlineTable): Assigned[] {
  const texts = table.rows.map((row) => row.map((cell) => plain(cellText(cell))));
  const found: Assigned[] = [];
  const taken = new Set<number>();
  const take = (one: Assigned): void => {
    taken.add(one.at);
    found.push(one);
  };
  const single = rows.filter((row) => !listOf(row));
  const keys = single.map((row) => JSON.stringify(fixedOf(row)));
  for (const [index, row] of single.entries()) {
    const fixed = fixedOf(row);
    if (fixed.length === 0) continue;
    const fits = texts.flatMap((cells, at) => (holdsAll(cells, fixed, row) ? [at] : []));
    const at = fits.find((one) => !taken.has(one));
    const isTwice = keys.filter((key) => key === keys[index]).length > 1 || fits.length > 1;
    if (at !== undefined) take({ row, at, isExact: true, isDoubtful: isTwice, turn: null });
  }
  placeByNeighbours(rows, table, { found, taken, take });
  return found.toSorted((a, b) => a.at - b.at);
}

const holdsAll = (
  cells: readonly string[],
  fixed: readonly { at: number; text: string }[],
  row: TemplateRow,
): boolean =>
  cells.length === row.cells.length
    ? fixed.every(({ at, text }) => cells[at] === text)
    : fixed.every(({ text }) => cells.includes(text));

/** Rows of values alone, and of lists: they stand between those that are known. */
function placeByNeighbours(
  rows: readonly TemplateRow[],
  table: OutlineTable,
  { found, taken, take }: { found: readonly Assigned[]; taken: ReadonlySet<number>; take: (one: Assigned) => void },
): void {
  const atOf = (row: TemplateRow | undefined): number | undefined => found.find((one) => one.row === row)?.at;
  for (let from = 0; from < rows.length; from += 1) {
    const row = rows[from];
    if (!row || atOf(row) !== undefined || (!listOf(row) && fixedOf(row).length > 0)) continue;
    let to = from;
    const isOfThem = (one: TemplateRow | undefined): boolean =>
      one !== undefined && listOf(one) === listOf(row) && (listOf(row) !== null || fixedOf(one).length === 0);
    while (isOfThem(rows[to + 1])) to += 1;
    const group = rows.slice(from, to + 1);
    const start = (atOf(rows[from - 1]) ?? -1) + 1;
    const known = rows
      .slice(to + 1)
      .map(atOf)
      .find((at) => at !== undefined && at >= start);
    const end = known ?? table.rows.length;
    const free = Array.from({ length: end - start }, (_, index) => start + index).filter((at) => !taken.has(at));
    const isBetween =
      (from === 0 || atOf(rows[from - 1]) !== undefined) && (to === rows.length - 1 || known !== undefined);
    if (listOf(row)) {
      const name = listOf(row)?.name ?? '';
      let turn: Turn = { list: name };
      for (const [index, at] of free.entries()) {
        const one = group[index % group.length];
        if (index % group.length === 0) turn = { list: name };
        if (one && table.rows[at]?.length === one.cells.length)
          take({ row: one, at, isExact: isBetween, isDoubtful: false, turn });
      }
    } else
      for (const [index, one] of group.entries()) {
        const at = free[index];
        if (at !== undefined)
          take({ row: one, at, isExact: isBetween && free.length === group.length, isDoubtful: false, turn: null });
      }
    from = to;
  }
}

/** The cell of a row that a cell of the template printed: of the same rank, or beside the same fixed text. */
function cellAt(row: TemplateRow, at: number, cells: readonly OutlineCell[]): OutlineCell | undefined {
  if (cells.length === row.cells.length) return cells[at];
  const left = row.cells[at - 1]?.fixed;
  if (left === undefined || left === null) return undefined;
  const beside = cells.findIndex((cell) => plain(cellText(cell)) === plain(left));
  return beside < 0 ? undefined : cells[beside + 1];
}

/** What the tags of a cell have printed. */
function readCell(cell: TemplateCell, found: OutlineCell, { place, align }: { place: Place; align: Align }): Capture[] {
  const [only, ...others] = cell.blocks;
  const lines = found.blocks.filter((block) => block.kind === 'table' || block.text.trim() !== '');
  const first = lines[0];
  const slot = only?.kind === 'line' && only.isBare && others.length === 0 ? only.patterns?.[0]?.slots[0] : undefined;
  const spot = { block: place.table ?? first ?? NO_BLOCK, table: place.table, row: place.row };
  const plainSlot =
    only?.kind === 'line' && only.patterns?.[0]?.slots.length === 1 ? only.patterns[0].slots[0] : undefined;
  if (!first && plainSlot)
    return [{ slot: plainSlot, raw: '', isExact: true, isDoubtful: false, first: null, turn: null, spot }];
  // A tag that is all its cell: so is its value.
  if (slot && !slot.isOpaque && lines.length > 1 && lines.every((block) => block.kind === 'paragraph'))
    return [
      {
        slot,
        raw: cellText(found),
        isExact: false,
        isDoubtful: false,
        first: first?.kind === 'paragraph' ? first.text.trim() : null,
        turn: null,
        spot,
      },
    ];
  return align(cell.blocks, found.blocks, place).captures;
}

const NO_BLOCK = { kind: 'paragraph', text: '', level: null, page: null } as const;
