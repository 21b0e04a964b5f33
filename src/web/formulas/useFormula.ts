import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Formula, getFormula, updateFormula } from '#shared/formulas/formula.contract.ts';
import { ApiError, call, sentenceOf } from '../api/client.ts';
import { queryOf, refreshFileOf } from '../api/query.ts';
import { inputOf, type Lines, mergeLines } from './formula.lines.ts';

/** Saved by itself so long after the last change, in milliseconds. */
const PAUSE_MS = 1_500;
const UNDO_MAX = 200;

export type Saving = { state: 'saved' | 'dirty' | 'saving' } | { state: 'failed'; why: string };

export interface Editing {
  formula: Formula;
  lines: Lines;
  saving: Saving;
  /** Lines that somebody else changed too, and what they made of them. */
  clash: { theirs: Formula; ids: string[] } | null;
  change: (next: Lines) => void;
  /** The day the formula was established, `YYYY-MM-DD`, as it is typed. */
  establishedOn: string | null;
  establish: (day: string | null) => void;
  undo: () => void;
  redo: () => void;
  saveNow: () => Promise<boolean>;
  /** What a record says now. */
  learn: (known: Partial<Pick<Formula, 'substances' | 'materials'>>) => void;
  settle: (whose: 'mine' | 'theirs') => void;
}

/** The lines of a formula while they are edited: undone, redone, saved by themselves, brought together line by line. */
export function useFormula(productId: string, first: Formula): Editing {
  const client = useQueryClient();
  const [formula, setFormula] = useState(first);
  const [lines, setLines] = useState<Lines>(first.lines);
  const [establishedOn, setEstablishedOn] = useState(first.established_on);
  const [saving, setSaving] = useState<Saving>({ state: 'saved' });
  const [clash, setClash] = useState<Editing['clash']>(null);
  const past = useRef<Lines[]>([]);
  const future = useRef<Lines[]>([]);
  // What the timers and the last save before leaving see.
  const now = useRef({ lines, formula, establishedOn, dirty: false, busy: false, clashing: false });
  now.current = { ...now.current, lines, formula, clashing: clash !== null };

  const put = useCallback((next: Lines): void => {
    now.current.lines = next;
    now.current.dirty = true;
    setLines(next);
    setSaving({ state: 'dirty' });
  }, []);

  const change = useCallback(
    (next: Lines): void => {
      past.current = [...past.current.slice(-UNDO_MAX), now.current.lines];
      future.current = [];
      put(next);
    },
    [put],
  );

  const saveNow = useCallback(async (): Promise<boolean> => {
    const { dirty, busy, clashing } = now.current;
    if (!dirty || busy || clashing) return !dirty;
    now.current.dirty = false;
    now.current.busy = true;
    setSaving({ state: 'saving' });
    const sent = now.current.lines;
    const base = now.current.formula;
    try {
      const saved = await call(updateFormula, {
        params: { id: productId },
        body: inputOf(sent, { ...base, established_on: now.current.establishedOn }),
        headers: { 'If-Match': `"${base.revision}"` },
      });
      now.current.formula = saved;
      setFormula(saved);
      client.setQueryData(queryOf(getFormula, { params: { id: productId } }).queryKey, { data: saved, total: null });
      refreshFileOf(client, productId, getFormula);
      setSaving({ state: now.current.dirty ? 'dirty' : 'saved' });
      return true;
    } catch (problem) {
      now.current.dirty = true;
      const isStale = problem instanceof ApiError && problem.status === 412;
      const theirs = isStale && (await call(getFormula, { params: { id: productId } }).catch(() => null));
      if (theirs) {
        const { lines: merged, clashes } = mergeLines(base.lines, now.current.lines, theirs.lines);
        if (now.current.establishedOn === base.established_on) {
          now.current.establishedOn = theirs.established_on;
          setEstablishedOn(theirs.established_on);
        }
        now.current.formula = theirs;
        setFormula(theirs);
        put(merged);
        if (clashes.length > 0) {
          now.current.clashing = true;
          setClash({ theirs, ids: clashes });
        }
        return false;
      }
      setSaving({ state: 'failed', why: sentenceOf(problem) });
      return false;
    } finally {
      now.current.busy = false;
    }
  }, [client, productId, put]);

  // Saved after a pause; what failed is tried again with the next change, or once back online.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the lines starts the pause anew
  useEffect(() => {
    if (saving.state !== 'dirty' || clash) return undefined;
    const timer = setTimeout(() => void saveNow(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [saving, lines, clash, saveNow]);
  useLastSave(saveNow, () => now.current.dirty);

  const step = (from: { current: Lines[] }, to: { current: Lines[] }): void => {
    const next = from.current.at(-1);
    if (!next) return;
    from.current = from.current.slice(0, -1);
    to.current = [...to.current, now.current.lines];
    put(next);
  };

  return {
    formula,
    lines,
    saving,
    clash,
    change,
    establishedOn,
    establish: (day) => {
      now.current.establishedOn = day;
      setEstablishedOn(day);
      put(now.current.lines);
    },
    undo: () => step(past, future),
    redo: () => step(future, past),
    saveNow,
    learn: ({ substances = [], materials = [] }) =>
      setFormula((before) => ({
        ...before,
        substances: replaced(before.substances, substances),
        materials: replaced(before.materials, materials),
      })),
    settle: (whose) => {
      if (clash && whose === 'theirs') put(theirsTaken(now.current.lines, clash));
      now.current.clashing = false;
      setClash(null);
    },
  };
}

/** Saves once the network is back, and before one leaves. */
function useLastSave(saveNow: () => Promise<boolean>, isDirty: () => boolean): void {
  const dirty = useRef(isDirty);
  dirty.current = isDirty;
  useEffect(() => {
    const retry = (): void => void saveNow();
    const hold = (event: BeforeUnloadEvent): void => {
      if (dirty.current()) event.preventDefault();
    };
    window.addEventListener('online', retry);
    window.addEventListener('beforeunload', hold);
    return () => {
      window.removeEventListener('online', retry);
      window.removeEventListener('beforeunload', hold);
      void saveNow();
    };
  }, [saveNow]);
}

/** Those that are told anew take the place of what was known of them. */
const replaced = <One extends { id: string }>(known: readonly One[], told: readonly One[]): One[] => [
  ...known.filter(({ id }) => !told.some((one) => one.id === id)),
  ...told,
];

/** The lines that clash as the other one has them; those it has no more go. */
function theirsTaken(lines: Lines, { theirs, ids }: NonNullable<Editing['clash']>): Lines {
  const known = new Map(theirs.lines.map((line) => [line.id, line]));
  return lines.flatMap((line) => (ids.includes(line.id) ? (known.get(line.id) ?? []) : line));
}
