/** Text as a table: what spreadsheets copy, columns held apart by spaces or bars, values held apart by semicolons. */

export type Kind = 'table' | 'columns' | 'semicolon' | 'free';

/** A line as it came, and its cells. */
export interface Row {
  source: string;
  cells: string[];
}

/** A quoted cell that is longer was never closed. */
const QUOTED_LENGTH = 2_000;

/** Lines, a quoted cell of a spreadsheet being one however many lines it holds. */
export function linesOf(text: string): string[] {
  const lines = text.replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n').split('\n');
  if (!text.includes('\t"')) return lines;
  const joined: string[] = [];
  let open: string | null = null;
  for (const [index, line] of lines.entries()) {
    const whole: string = open === null ? line : `${open} ${line}`;
    const isOpen = ((/(?:^|\t)".*$/.exec(whole)?.[0] ?? '').match(/"/g)?.length ?? 0) % 2 === 1;
    // A quote that nothing closes is a character like another.
    const closes =
      isOpen && whole.length < QUOTED_LENGTH && lines.slice(index + 1, index + 8).some((next) => next.includes('"'));
    open = closes ? whole : null;
    if (open === null) joined.push(whole);
  }
  return joined;
}

export function kindOf(line: string): Kind {
  const text = line.trim();
  if (text.includes('\t')) return 'table';
  if (text.includes('|') || /\S {2,}\S/.test(text.replace(/\u00a0/g, ' '))) return 'columns';
  return text.includes(';') ? 'semicolon' : 'free';
}

/** Cells between separators; a quoted cell may hold one, and doubled quotes. */
export function split(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at];
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (line[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell.trim() === '') {
      quoted = true;
      cell = '';
    } else if (sign === separator) {
      cells.push(cell.trim());
      cell = '';
    } else cell += sign;
  }
  cells.push(cell.trim());
  // A quote that was never closed is a character like another.
  return quoted ? line.split(separator).map((one) => one.trim()) : cells;
}

/**
 * Columns that spaces hold apart, the empty ones too: a column is parted from the next where every row has a space. `null`
 * where that does not give back what each row holds: then spaces only part what is there.
 */
export function alignedCells(lines: readonly string[]): string[][] | null {
  const rows = lines.map((line) => line.replace(/\u00a0/g, ' ').trimEnd());
  const held = rows.filter((row) => kindOf(row) === 'columns');
  if (held.length < 2 || held.some((row) => row.includes('|'))) return null;
  const width = Math.max(...held.map((row) => row.length));
  const isGap = Array.from({ length: width }, (_, at) => held.every((row) => (row[at] ?? ' ') === ' '));
  const starts = isGap.flatMap((gap, at) => (!gap && (at === 0 || isGap[at - 1]) ? [at] : []));
  const cut = (row: string): string[] => starts.map((start, index) => row.slice(start, starts[index + 1]).trim());
  const runs = (row: string): string => row.trim().split(/ {2,}/).join('\t');
  if (held.some((row) => cut(row).filter(Boolean).join('\t') !== runs(row))) return null;
  return rows.map((row) => (kindOf(row) === 'columns' ? cut(row) : [row.trim()]));
}

export function cellsOf(line: string, kind: Kind): string[] {
  if (kind === 'table') return split(line, '\t');
  if (kind === 'semicolon') return split(line, ';');
  if (kind === 'free') return [line.trim()];
  const text = line.trim();
  if (!text.includes('|')) return text.split(/[ \u00a0]{2,}/);
  return text
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => cell.trim());
}
