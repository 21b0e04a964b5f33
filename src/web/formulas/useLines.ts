import { useCallback, useRef, useState } from 'react';
import type { Formula } from '#shared/formulas/formula.contract.ts';
import { eraseTyped, readTyped, writeTyped } from '../api/drafts.ts';
import { type Lines, mergeLines } from './formula.lines.ts';

const UNDO_MAX = 200;

export type Saving = { state: 'saved' | 'dirty' | 'saving' } | { state: 'failed'; why: string };

/** Lines that somebody else changed too, what they made of them, and those of them that I took away. */
export interface LinesClash {
  theirs: Formula;
  ids: string[];
  removed: string[];
}

/** What was typed and not saved when its screen went, a session that ended among the reasons; it stays in this tab. */
interface Left {
  base: Lines;
  lines: Lines;
  establishedOn: string | null;
}
const leftAt = (productId: string): string => `formula ${productId}`;

/** The lines with what was left in this tab brought in, and those that somebody changed since. */
function withLeft(
  productId: string,
  first: Formula,
): { lines: Lines; established_on: string | null; clash: LinesClash | null; isLeft: boolean } {
  const text = readTyped(leftAt(productId));
  if (text === null) return { lines: first.lines, established_on: first.established_on, clash: null, isLeft: false };
  const left = JSON.parse(text) as Left;
  const merged = mergeLines(left.base, left.lines, first.lines);
  const { lines } = merged;
  const isLeft = left.establishedOn !== first.established_on || JSON.stringify(lines) !== JSON.stringify(first.lines);
  return { lines, established_on: left.establishedOn, clash: clashOf(merged, left.lines, first), isLeft };
}

export const clashOf = ({ clashes }: ReturnType<typeof mergeLines>, mine: Lines, theirs: Formula): LinesClash | null =>
  clashes.length === 0
    ? null
    : { theirs, ids: clashes, removed: clashes.filter((id) => !mine.some((line) => line.id === id)) };

/** What stands in the lines, and what is not saved of it: undone, redone, kept in this tab until it is. */
export function useLines(productId: string, first: Formula) {
  const [begun] = useState(() => withLeft(productId, first));
  const [formula, setFormula] = useState(first);
  const [lines, setLines] = useState<Lines>(begun.lines);
  const [establishedOn, setEstablishedOn] = useState(begun.established_on);
  const [saving, setSaving] = useState<Saving>({ state: begun.isLeft ? 'dirty' : 'saved' });
  const [clash, setClash] = useState<LinesClash | null>(begun.clash);
  const past = useRef<Lines[]>([]);
  const future = useRef<Lines[]>([]);
  // What the timers and the last save before leaving see.
  const now = useRef({ lines, formula, establishedOn, dirty: begun.isLeft, clashing: false });
  now.current = { ...now.current, lines, formula, clashing: clash !== null };

  const keep = useCallback((): void => {
    const { dirty, formula: base, ...typed } = now.current;
    const left: Left = { base: base.lines, lines: typed.lines, establishedOn: typed.establishedOn };
    if (dirty) writeTyped(leftAt(productId), JSON.stringify(left));
    else eraseTyped(leftAt(productId));
  }, [productId]);

  const put = useCallback(
    (next: Lines): void => {
      now.current.lines = next;
      now.current.dirty = true;
      keep();
      setLines(next);
      setSaving({ state: 'dirty' });
    },
    [keep],
  );

  const change = useCallback(
    (next: Lines | ((now: Lines) => Lines)): void => {
      past.current = [...past.current.slice(-UNDO_MAX), now.current.lines];
      future.current = [];
      put(typeof next === 'function' ? next(now.current.lines) : next);
    },
    [put],
  );

  /** What the server holds is what the lines stand on now. @param day of the formula, where it is taken too */
  const take = useCallback((held: Formula, day: string | null = now.current.establishedOn): void => {
    now.current.formula = held;
    now.current.establishedOn = day;
    setFormula(held);
    setEstablishedOn(day);
  }, []);

  const step = (from: { current: Lines[] }, to: { current: Lines[] }): void => {
    const next = from.current.at(-1);
    if (!next) return;
    from.current = from.current.slice(0, -1);
    to.current = [...to.current, now.current.lines];
    put(next);
  };

  return {
    formula,
    setFormula,
    lines,
    setLines,
    establishedOn,
    saving,
    setSaving,
    clash,
    setClash,
    now,
    keep,
    put,
    change,
    take,
    undo: () => step(past, future),
    redo: () => step(future, past),
  };
}
