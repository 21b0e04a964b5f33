import { useEffect, useReducer, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useAccount } from '../auth/account.tsx';
import { runEffect } from './record.effects.ts';
import type { RecordForm } from './record.form.ts';
import { type FieldClash, fieldMerger } from './record.merge.ts';
import {
  type Conflict,
  type Creation,
  isSaved,
  type SavingEvent,
  type SavingRules,
  startSaving,
  stepSaving,
} from './record.saving.ts';
import type { Held, Texts } from './record.ts';

/** How often a record that may save itself does so while it is being typed in (ms). */
const AUTOSAVE_MS = 25_000;

/** What a kind of record is to the rooms that edit it. `As` is what a save by hand makes of it. */
export interface RecordKind<H extends Held, As extends string> {
  form: RecordForm;
  /** What is sent beside the values; for a save that nobody asked for, `as` is `null`. */
  sent(as: As | null): Record<string, unknown>;
  /** What a save means when none is said. */
  plain: As;
  /** Whether it may be saved without being asked. */
  savesItself(held: H): boolean;
  undoes(before: H | null, now: H, as: As): boolean;
  /** The name of its copies on this computer. */
  copyOf(id: string | null): string | null;
}

/** The calls of the server that read and save it. */
export interface RecordCalls<H extends Held> {
  /** What is chosen beside the fields of a new one, kept and brought back with its copy on this computer. */
  choice?: { value: string; choose: (value: string) => void } | undefined;
  create(creation: Creation): Promise<H>;
  update(save: { id: string; payload: unknown; revision: number }): Promise<H>;
  read(id: string): Promise<H>;
}

export interface Options<H extends Held, As extends string> extends RecordCalls<H> {
  kind: RecordKind<H, As>;
  form: UseFormReturn<Texts>;
  held: H | null;
  mayWrite: boolean;
  /** A save asked for by hand went through. */
  onSaved(saved: H, as: As, info: { wasNew: boolean }): void;
  /** A save asked for by hand was refused, for another reason than somebody else's changes. */
  onRefused(error: unknown, as: As): void;
  /** Somebody else's changes were taken in beside ours, nothing being changed by both. */
  onMerged(theirs: H): void;
}

export type RecordConflict<H extends Held = Held> = Conflict<Texts, H, FieldClash, string>;

/** What the parts of a form need of its saving. */
export interface RecordSaving {
  isSaved(): boolean;
  /** What is kept beside a local copy, so that it can be brought together with what the server holds later. */
  ground(): { base: Texts; revision: number; creation: Creation | null; choice: string | null };
  restore(copy: { base: Texts; values: Texts; creation?: Creation | null; choice?: string | null }): void;
  /** What there is to choose, if anything. */
  conflict: { kind: 'other' | 'copy' } | null;
  /** The same, at this very moment. */
  conflictNow(): { kind: 'other' | 'copy' } | null;
}

/** The machine of `record.saving.ts` on a form: it is given the events, and does what it says. */
export function useRecordSaving<H extends Held, As extends string>(options: Options<H, As>) {
  const { kind, form, held, mayWrite } = options;
  const account = useAccount();
  const [rules] = useState<SavingRules<Texts, H, FieldClash, As>>(() => ({
    ...fieldMerger(kind.form),
    docOf: (one) => kind.form.toTexts(one as Readonly<Record<string, unknown>> | null),
    idOf: ({ id }) => id,
    revisionOf: ({ revision }) => revision,
    payload: (texts, as) => ({ ...kind.sent(as), ...kind.form.toPayload(texts) }),
    plain: kind.plain,
    undoes: kind.undoes,
  }));
  const machine = useRef(startSaving(rules, held));
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const [asking, setAsking] = useState(false);
  /** Those who wait for a save asked for by hand. */
  const waiting = useRef<((saved: boolean) => void)[]>([]);
  const latest = useRef(options);
  latest.current = options;

  const ground = () => {
    const { ground: known, creation } = machine.current;
    const choice = latest.current.choice?.value ?? null;
    return { base: known.doc, revision: known.held?.revision ?? 0, creation, choice };
  };
  const answer = (saved: boolean): void => {
    for (const tell of waiting.current.splice(0)) tell(saved);
  };
  const dispatch = (event: SavingEvent<Texts, H, As>): void => {
    const { state, effects } = stepSaving(machine.current, event, rules);
    machine.current = state;
    for (const effect of effects)
      runEffect(effect, { options: latest.current, accountId: account.id, ground, dispatch, answer, setAsking });
    draw();
  };
  const key = (): string => crypto.randomUUID();

  /** Saves by hand. @returns whether it is saved */
  const save = (as: As): Promise<boolean> => {
    const focused = document.activeElement;
    const saved = new Promise<boolean>((tell) => waiting.current.push(tell));
    dispatch({ type: 'save', as, doc: form.getValues(), key: key() });
    return saved.finally(() => {
      // A button that was disabled meanwhile has lost the focus: the keyboard keeps its place.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus();
      });
    });
  };

  /** Asked of the machine, not of what was last drawn: an answer may have come since. */
  const maySaveItself = (): boolean => {
    const { ground: now, conflict: pending } = machine.current;
    return mayWrite && now.held !== null && kind.savesItself(now.held) && pending?.kind !== 'other';
  };
  const saveItself = (): void => {
    if (maySaveItself()) dispatch({ type: 'save', as: null, doc: form.getValues(), key: key() });
  };
  const { ground: known, conflict, work, next, note } = machine.current;
  useAutosave(saveItself, maySaveItself());

  return {
    /** What is being made of it by a save asked for by hand. */
    saving: work?.as ?? next?.as ?? null,
    note,
    conflict,
    /** Whether the save that waits for the choices undoes what somebody else made of it. */
    undoes: conflict?.kind === 'other' && kind.undoes(known.held, conflict.theirs, conflict.as),
    asking,
    setAsking,
    save,
    saveItself,
    /** The choices were made: `theirs` names the fields whose value is the other one's. */
    settle: (theirs: readonly string[]): void => {
      // While another save is under way the choices wait for it, on the screen.
      if (machine.current.conflict?.kind === 'other' && machine.current.work) return;
      setAsking(false);
      dispatch({ type: 'settle', theirs, doc: form.getValues(), key: key() });
    },
    /** Work kept on this computer, brought together with what the form holds now. */
    restore: ({ base, values, creation = null, choice }: Parameters<RecordSaving['restore']>[0]): void => {
      if (choice) options.choice?.choose(choice);
      dispatch({ type: 'restore', copy: { base, doc: values, creation }, doc: form.getValues() });
    },
    conflictNow: () => machine.current.conflict,
    /** Another record, from an empty form. */
    startAnew: (): void => dispatch({ type: 'anew' }),
    ground,
    /** The revision since which something was typed that can be saved; `null` when the server has all of it. */
    typedSince: (texts: Texts): number | null => {
      const { held: there, doc } = machine.current.ground;
      return there === null || isSaved(machine.current, rules, rules.readable(texts, doc)) ? null : there.revision;
    },
    /** Nothing was typed since the last save. */
    isSaved: (): boolean => isSaved(machine.current, rules, form.getValues()),
  };
}

/** Saves again and again as long as it may, and as soon as the network is back. */
function useAutosave(saveItself: () => void, savesItself: boolean): void {
  const latestSave = useRef(saveItself);
  latestSave.current = saveItself;
  useEffect(() => {
    if (!savesItself) return undefined;
    const now = (): void => latestSave.current();
    const timer = setInterval(now, AUTOSAVE_MS);
    // What could not be sent while there was no network is sent as soon as there is.
    window.addEventListener('online', now);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', now);
    };
  }, [savesItself]);
}
