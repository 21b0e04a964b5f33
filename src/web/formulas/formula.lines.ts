/** What is done to the lines of a formula while it is edited: each gives new lines, so that it can be undone. */

import { toMicros, toPercent } from '#shared/fields/percent.ts';
import type { Formula, FormulaInput } from '#shared/formulas/formula.contract.ts';
import { type FormulaLine, lineWith, printQuantity, type Quantity, type Shelf } from '#shared/formulas/formula.ts';

import { amountOfCell, NOTHING } from '#shared/formulas/paste.amount.ts';

export type Lines = readonly FormulaLine[];

export const newLine = (values: Partial<FormulaLine> = {}): FormulaLine =>
  lineWith({ id: crypto.randomUUID(), ...values });

export const isBlank = (line: FormulaLine): boolean =>
  !line.material_id && !line.substance_id && !line.label && line.percent === null && line.qs === 'none';

export const isNamed = ({ material_id, substance_id, label }: FormulaLine): boolean =>
  Boolean(material_id ?? substance_id ?? label);

/** What is sent: a line that has no name yet waits. */
export const inputOf = (
  lines: Lines,
  { inci_order, established_on }: Pick<FormulaInput, 'inci_order' | 'established_on'>,
): FormulaInput => ({ mode: 'table', lines: lines.filter(isNamed), inci_order, established_on });

/** Reads what was typed as an amount: « 72,4 », « qsp 100 », « 60-80 », « < 1 ». @returns null for what is none */
export function readAmount(text: string): Partial<FormulaLine> | null {
  const bare = text.trim();
  const nothing = { percent: null, percent_min: null, percent_max: null, qs: 'none' as const };
  if (!bare) return nothing;
  const amount = amountOfCell(bare);
  if (!amount || amount === NOTHING || amount.unit === 'g' || amount.unit === 'other') return null;
  if (amount.percent === null && amount.min === null && amount.qs === 'none') return null;
  const number = (micros: number | null): number | null => (micros === null ? null : toPercent(micros));
  return {
    percent: number(amount.percent),
    percent_min: number(amount.min),
    percent_max: number(amount.max),
    qs: amount.qs,
  };
}

/** An amount as it is typed again: « 72,4 », « q.s.p. 100 ». */
export function typedAmount(line: FormulaLine): string {
  if (line.qs === '100') return 'q.s.p. 100';
  if (line.qs !== 'none') return line.qs === 'ph' ? 'q.s. pH' : 'q.s.';
  if (line.percent !== null) return printQuantity(line, exactly(line.percent)).replace(/\u00a0%$/, '');
  if (line.percent_min === null && line.percent_max === null) return '';
  const [min, max] = [toMicros(line.percent_min ?? 0), toMicros(line.percent_max ?? 100)];
  return printQuantity(line, { min, max, mean: min }).replace(/\u00a0%$/, '');
}

const exactly = (percent: number): Quantity => {
  const micros = toMicros(percent);
  return { min: micros, max: micros, mean: micros };
};

export const changed = (lines: Lines, id: string, values: Partial<FormulaLine>): Lines =>
  lines.map((line) => (line.id === id ? { ...line, ...values } : line));

/** The line, `by` places further down. */
export function moved(lines: Lines, id: string, by: number): Lines {
  const from = lines.findIndex((line) => line.id === id);
  const to = Math.min(lines.length - 1, Math.max(0, from + by));
  const line = lines[from];
  if (!line || from === to) return lines;
  return lines.toSpliced(from, 1).toSpliced(to, 0, line);
}

export const shelfOf = ({ substances, materials }: Pick<Formula, 'substances' | 'materials'>): Shelf => ({
  substances: new Map(substances.map((one) => [one.id, one])),
  materials: new Map(materials.map((one) => [one.id, one])),
});

interface Merged {
  lines: Lines;
  /** Lines that both changed, by id: a person says which counts. */
  clashes: string[];
}

/** Two people on one formula: line by line, what one of them changed. Where both did, `mine` stands until one chooses. */
export function mergeLines(base: Lines, mine: Lines, theirs: Lines): Merged {
  const text = (line: FormulaLine | undefined): string => (line ? JSON.stringify(line) : '');
  const of = (lines: Lines) => new Map(lines.map((line) => [line.id, line]));
  const [was, my, their] = [of(base), of(mine), of(theirs)];
  const clashes: string[] = [];
  const merged: FormulaLine[] = [];
  const order = [...mine, ...theirs.filter(({ id }) => !my.has(id))];
  for (const { id } of order) {
    const [a, b, c] = [text(was.get(id)), text(my.get(id)), text(their.get(id))];
    const kept = a === b ? their.get(id) : my.get(id);
    if (a !== b && a !== c && b !== c) {
      clashes.push(id);
      merged.push((my.get(id) ?? their.get(id)) as FormulaLine);
    } else if (kept) merged.push(kept);
  }
  return { lines: merged, clashes };
}
