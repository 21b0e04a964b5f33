import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { type Formula, getFormula, updateFormula } from '#shared/formulas/formula.contract.ts';
import { ApiError, call, sentenceOf } from '../api/client.ts';
import { queryOf, refreshFileOf } from '../api/query.ts';
import { inputOf, type Lines, mergeLines } from './formula.lines.ts';
import { clashOf, type LinesClash, type Saving, useLines } from './useLines.ts';
import { useSavingTimes } from './useSavingTimes.ts';

/** How often what is typed while a save is under way is saved before one leaves, or what two people typed is brought together. */
const ROUNDS = 3;

export interface Editing {
  formula: Formula;
  lines: Lines;
  saving: Saving;
  clash: LinesClash | null;
  /** @param next the lines, or what becomes of those that stand there by then */
  change: (next: Lines | ((now: Lines) => Lines)) => void;
  /** The day the formula was established, `YYYY-MM-DD`, as it is typed. */
  establishedOn: string | null;
  establish: (day: string | null) => void;
  canUndo: boolean;
  canRedo: boolean;
  undo: () => void;
  redo: () => void;
  saveNow: () => Promise<boolean>;
  /** Saves all that is typed, what is typed meanwhile too. @returns whether nothing is left */
  saveAll: () => Promise<boolean>;
  isDirty: () => boolean;
  /** What is not saved is given up. */
  abandon: () => void;
  /** What a record says now. */
  learn: (known: Partial<Pick<Formula, 'substances' | 'materials'>>) => void;
  settle: (whose: 'mine' | 'theirs') => void;
}

/** What became of a save: brought together with another's, it is to be sent again. */
type Outcome = 'saved' | 'merged' | 'refused';

/** Saves the lines: one save at a time, and what two people typed is brought together. */
function useLinesSaving(productId: string, typed: ReturnType<typeof useLines>) {
  const client = useQueryClient();
  const { now, keep, put, take, meet, setSaving } = typed;
  /** The save that is under way. */
  const running = useRef<Promise<Outcome> | null>(null);

  const send = useCallback(async (): Promise<Outcome> => {
    now.current.dirty = false;
    setSaving({ state: 'saving' });
    const { lines: sent, formula: base, establishedOn } = now.current;
    try {
      const saved = await call(updateFormula, {
        params: { id: productId },
        body: inputOf(sent, { ...base, established_on: establishedOn }),
        headers: { 'If-Match': `"${base.revision}"` },
      });
      take(saved);
      client.setQueryData(queryOf(getFormula, { params: { id: productId } }).queryKey, { data: saved, total: null });
      refreshFileOf(client, productId, getFormula);
      keep();
      setSaving({ state: now.current.dirty ? 'dirty' : 'saved' });
      return 'saved';
    } catch (problem) {
      now.current.dirty = true;
      keep();
      const isStale = problem instanceof ApiError && problem.status === 412;
      const theirs = isStale && (await call(getFormula, { params: { id: productId } }).catch(() => null));
      if (!theirs) {
        // An import of a library, for instance, holds it for a while.
        const isBusy = problem instanceof ApiError && problem.status === 503;
        setSaving({ state: 'failed', why: sentenceOf(problem), isBusy });
        return 'refused';
      }
      const merged = mergeLines(base.lines, now.current.lines, theirs.lines);
      const clashing = clashOf(merged, now.current.lines, theirs);
      const isMyDay = now.current.establishedOn !== base.established_on;
      if (clashing) meet(clashing, base);
      take(theirs, isMyDay ? now.current.establishedOn : theirs.established_on);
      put(merged.lines);
      return 'merged';
    }
  }, [client, productId, now, keep, put, take, meet, setSaving]);

  const once = useCallback(async (): Promise<Outcome> => {
    running.current = send();
    try {
      return await running.current;
    } finally {
      running.current = null;
    }
  }, [send]);

  const saveNow = useCallback(async (): Promise<boolean> => {
    const { dirty, clashing } = now.current;
    if (!dirty || running.current !== null || clashing) return !dirty;
    return (await once()) === 'saved';
  }, [once, now]);

  const saveAll = useCallback(async (): Promise<boolean> => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await running.current;
      if (!now.current.dirty || now.current.clashing || (await once()) === 'refused') break;
    }
    return !now.current.dirty;
  }, [once, now]);

  return { saveNow, saveAll, isBusy: () => running.current !== null };
}

/** The lines of a formula while they are edited: undone, redone, saved by themselves, brought together line by line. */
export function useFormula(productId: string, first: Formula): Editing {
  const typed = useLines(productId, first);
  const { formula, setFormula, lines, saving, clash, now, keep, put, take } = typed;
  const { saveNow, saveAll, isBusy } = useLinesSaving(productId, typed);

  // What came anew is taken where nothing is typed: another's save, a total that was confirmed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    const { revision } = now.current.formula;
    if (first.revision < revision || (first.revision > revision && (now.current.dirty || isBusy()))) return;
    if (first.revision === revision) take(first);
    else typed.adopt(first);
  }, [first]);

  useSavingTimes({ saving, lines, clash, saveNow, saveAll, isDirty: () => now.current.dirty });

  return {
    formula,
    lines,
    saving,
    clash,
    change: typed.change,
    establishedOn: typed.establishedOn,
    establish: (day) => {
      take(now.current.formula, day);
      put(now.current.lines);
    },
    canUndo: typed.canUndo,
    canRedo: typed.canRedo,
    undo: typed.undo,
    redo: typed.redo,
    saveNow,
    saveAll,
    isDirty: () => now.current.dirty,
    abandon: () => {
      now.current.dirty = false;
      keep();
    },
    learn: ({ substances = [], materials = [] }) =>
      setFormula((before) => ({
        ...before,
        substances: replaced(before.substances, substances),
        materials: replaced(before.materials, materials),
      })),
    settle: (whose) => {
      if (clash && whose === 'theirs') put(theirsTaken(now.current.lines, clash));
      // What I took away is gone, though the other one changed it.
      if (clash && whose === 'mine') put(now.current.lines.filter(({ id }) => !clash.removed.includes(id)));
      typed.settled();
      keep();
    },
  };
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
