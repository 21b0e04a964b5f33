import { useCallback, useRef, useState } from 'react';
import type { Formula } from '#shared/formulas/formula.contract.ts';
import { eraseTyped, readTyped, writeTyped } from '../api/drafts.ts';
import { isBlank, isNamed, type Lines, mergeLines } from './formula.lines.ts';

const UNDO_MAX = 200;

export type Saving = { state: 'saved' | 'dirty' | 'saving' } | { state: 'failed'; why: string; isBusy: boolean };

/** Lines that somebody else changed too, what they made of them, and those of them that I took away. */
export interface LinesClash {
  theirs: Formula;
  ids: string[];
  removed: string[];
}

/** What was typed and not saved when its screen went, a session that ended among the reasons; it stays in this tab. */
interface Left {
  /** What it stands on. */
  base: { lines: Lines; establishedOn: string | null };
  lines: Lines;
  establishedOn: string | null;
}
type Before = Pick<Left, 'base'> & { removed: readonly string[] };

/** Lines that are sent: one without a name waits, and is kept in this tab. */
const sent = (lines: Lines): string => JSON.stringify(lines.filter(isNamed));
const waits = (lines: Lines): boolean => lines.some((line) => !isNamed(line) && !isBlank(line));
const leftAt = (productId: string): string => `formula ${productId}`;

/** The lines with what was left in this tab brought in, and those that somebody changed since. */
function withLeft(
  productId: string,
  first: Formula,
): { lines: Lines; established_on: string | null; clash: LinesClash | null; isLeft: boolean; before: Before | null } {
  const text = readTyped(leftAt(productId));
  if (text === null)
    return { lines: first.lines, established_on: first.established_on, clash: null, isLeft: false, before: null };
  const { base, lines: mine, establishedOn } = JSON.parse(text) as Left;
  const merged = mergeLines(base.lines, mine, first.lines);
  // The day is mine where I changed it.
  const established_on = establishedOn === base.establishedOn ? first.established_on : establishedOn;
  const isLeft = established_on !== first.established_on || sent(merged.lines) !== sent(first.lines);
  const clash = clashOf(merged, mine, first);
  const before = clash && { base, removed: clash.removed };
  return { lines: merged.lines, established_on, clash, isLeft, before };
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
  /** What the lines stood on before another save of them was met, as long as nobody has chosen. */
  const before = useRef<Before | null>(begun.before);

  const keep = useCallback((): void => {
    const { dirty, formula: held, lines: typed, establishedOn: day } = now.current;
    const open = before.current;
    const left: Left = {
      base: open?.base ?? { lines: held.lines, establishedOn: held.established_on },
      // What was taken away stays so until somebody chooses.
      lines: open ? typed.filter(({ id }) => !open.removed.includes(id)) : typed,
      establishedOn: day,
    };
    if (dirty || waits(typed)) writeTyped(leftAt(productId), JSON.stringify(left));
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

  /** Lines that both changed: mine stand until one chooses. @param base what mine stood on */
  const meet = useCallback((met: LinesClash, base: Formula): void => {
    before.current = {
      base: { lines: base.lines, establishedOn: base.established_on },
      removed: met.removed,
    };
    now.current.clashing = true;
    setClash(met);
  }, []);
  const settled = useCallback((): void => {
    before.current = null;
    now.current.clashing = false;
    setClash(null);
  }, []);

  /** Another's save, where nothing of mine is unsaved: what waits for a name stays, what was done before is undone no more. */
  const adopt = useCallback(
    (held: Formula): void => {
      const { lines: merged } = mergeLines(now.current.formula.lines, now.current.lines, held.lines);
      past.current = [];
      future.current = [];
      now.current.lines = merged;
      take(held, held.established_on);
      setLines(merged);
    },
    [take],
  );

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
    establishedOn,
    saving,
    setSaving,
    clash,
    meet,
    settled,
    adopt,
    now,
    keep,
    put,
    change,
    take,
    canUndo: past.current.length > 0,
    canRedo: future.current.length > 0,
    undo: () => step(past, future),
    redo: () => step(future, past),
  };
}
