import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { getProduct, type Product } from '#shared/products/product.contract.ts';
import { FIELDS, type FieldName } from '#shared/products/product.fields.ts';
import type { ProductStatus } from '#shared/products/product.schema.ts';
import { ApiError, call } from '../api/client.ts';
import { eraseDraft, writeDraft } from '../api/drafts.ts';
import { useAccount } from '../auth/account.tsx';
import { type Clash, mergeValues } from './product.merge.ts';
import { useSaveProduct } from './product.queries.ts';
import { type FormValues, readableValues, tidyValues, toFormValues, toPayload } from './product.values.ts';

/** How often an existing draft saves itself while it is being typed in (ms). */
const AUTOSAVE_MS = 25_000;

/** Fields that have two values, and somebody to choose. */
export type Conflict =
  /** What somebody else saved in the meantime, and the fields that both changed: none when it was only validated. */
  | { kind: 'other'; theirs: Product; clashes: Clash[] }
  /** A copy kept on this computer (`mine`) that differs from what was typed since (`theirs`). */
  | { kind: 'copy'; clashes: Clash[] };

/** A product sent to be created, whose answer has not come: sent again as it is, it is made once. */
export interface Creation {
  key: string;
  payload: Record<string, unknown>;
}

export type AutosaveState = { state: 'saving' | 'failed' } | { state: 'saved'; at: string } | null;

interface Options {
  form: UseFormReturn<FormValues>;
  product: Product | null;
  mayWrite: boolean;
  /** A save asked for by hand went through. */
  onSaved: (saved: Product, status: ProductStatus) => void;
  /** A save asked for by hand was refused, for another reason than somebody else's changes. */
  onRefused: (error: unknown, status: ProductStatus) => void;
  /** Somebody else's changes were taken in beside ours, no field being changed by both. */
  onMerged: (theirs: Product) => void;
}

/**
 * Saves a product: by hand, and by itself while it is a draft that exists. Two people, or two tabs, never overwrite
 * each other: their changes are brought together field by field, and only what both changed is asked about.
 */
export function useProductSaving({ form, product, mayWrite, onSaved, onRefused, onMerged }: Options) {
  const account = useAccount();
  const put = useSaveProduct();
  const id = product?.id ?? null;
  const [saving, setSaving] = useState<ProductStatus | null>(null);
  const [autosave, setAutosave] = useState<AutosaveState>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [asking, setAsking] = useState(false);
  /** What the server held when last heard: the ground on which changes are told apart. */
  const base = useRef({
    values: toFormValues(product),
    revision: product?.revision ?? 0,
    status: product?.status ?? 'DRAFT',
  });
  const creation = useRef<Creation | null>(null);
  /** The product made from this form, before its address has followed. */
  const born = useRef<string | null>(null);
  /** The values of saves whose answer never came: found on the server, they are ours. */
  const unanswered = useRef<FormValues[]>([]);
  const running = useRef<Promise<unknown> | null>(null);
  /** What the save that met a conflict was to make of the product. */
  const wanted = useRef<ProductStatus>('DRAFT');

  /** The server now holds `saved`; the form shows `shown`, and what differs is unsaved work. */
  const adopt = (saved: Product, shown: FormValues): void => {
    const values = toFormValues(saved);
    base.current = { values, revision: saved.revision, status: saved.status };
    const tidy = tidyValues(shown);
    // A text that only prints otherwise once saved stays as it was typed, under the cursor.
    const defaults = Object.fromEntries(
      FIELDS.map(({ name }) => [name, tidy[name] === values[name] ? shown[name] : values[name]]),
    ) as FormValues;
    form.reset(defaults, { keepErrors: true });
    let dirty = false;
    for (const { name } of FIELDS) {
      if (shown[name] === defaults[name]) continue;
      form.setValue(name, shown[name], { shouldDirty: true });
      dirty = true;
    }
    if (!dirty || id === null) eraseDraft(account.id, id);
  };

  /** The ground on which what the server holds now is told apart from what was typed. */
  const groundFor = (held: FormValues): FormValues => {
    const ground = { ...base.current.values };
    // What we sent ourselves, and whose answer was lost, is nobody else's change.
    for (const { name } of FIELDS)
      if (unanswered.current.some((values) => values[name] === held[name])) ground[name] = held[name];
    return ground;
  };

  /** Takes in what somebody else saved. @returns whether nothing needs a choice */
  const takeIn = async (target: string): Promise<boolean> => {
    const theirs = await call(getProduct, { params: { id: target } });
    const held = toFormValues(theirs);
    const ground = groundFor(held);
    const mine = form.getValues();
    const untouched = tidyValues(mine);
    const { values, clashes } = mergeValues({ base: ground, mine: untouched, theirs: held });
    // A product that somebody validated is not put back to draft, nor typed into, without being asked.
    const undoes = theirs.status === 'VALIDATED' && base.current.status !== 'VALIDATED' && wanted.current === 'DRAFT';
    if (clashes.length > 0 || undoes) {
      setConflict({ kind: 'other', theirs, clashes });
      return false;
    }
    setConflict(null);
    const shown = Object.fromEntries(
      FIELDS.map(({ name }) => [name, values[name] === untouched[name] ? mine[name] : values[name]]),
    ) as FormValues;
    const others = FIELDS.some(({ name }) => held[name] !== ground[name]);
    adopt(theirs, shown);
    if (others) onMerged(theirs);
    return true;
  };

  /** Creates the product. @returns it, and what it was made from: by an earlier try, what was typed then */
  const create = async (
    payload: Record<string, unknown>,
  ): Promise<{ created: Product; from: Record<string, unknown> }> => {
    creation.current ??= { key: crypto.randomUUID(), payload };
    const { key, payload: from } = creation.current;
    // Kept before it is sent: whatever happens meanwhile, the same key serves again.
    writeDraft<FormValues>(account.id, null, {
      at: new Date().toISOString(),
      base: base.current.values,
      revision: 0,
      values: form.getValues(),
      creation: creation.current,
    });
    try {
      const created = await put({ id: null, payload: from, revision: null, creationKey: key });
      creation.current = null;
      return { created, from };
    } catch (error) {
      // Refused, it was not made; without an answer it may have been.
      if (error instanceof ApiError && [400, 413, 422].includes(error.status)) creation.current = null;
      throw error;
    }
  };

  /** Sends what the form holds, then again once what somebody else saved has been taken in. */
  const sendMerging = async (payloadOf: (values: FormValues) => Record<string, unknown>): Promise<Product | null> => {
    let target = id ?? born.current;
    if (target === null) {
      const payload = payloadOf(form.getValues());
      const { created, from } = await create(payload);
      born.current = created.id;
      adopt(created, form.getValues());
      if (JSON.stringify(from) === JSON.stringify(payload)) return created;
      // It was made from what an earlier try held: what was typed since goes after it.
      target = created.id;
    }
    for (let tries = 0; tries < 3; tries += 1) {
      const values = form.getValues();
      const payload = payloadOf(values);
      unanswered.current.push(tidyValues(values));
      try {
        const saved = await put({ id: target, payload, revision: base.current.revision, creationKey: '' });
        unanswered.current = [];
        // What was typed while the answer was on its way is kept.
        adopt(saved, form.getValues());
        setConflict((pending) => (pending?.kind === 'copy' ? pending : null));
        return saved;
      } catch (error) {
        // An answer came, and it is no: nothing of this try is there.
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) unanswered.current.pop();
        if (!(error instanceof ApiError && error.status === 412)) throw error;
        if (!(await takeIn(target))) return null;
        unanswered.current = [];
      }
    }
    return null;
  };

  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    while (running.current) await running.current.catch(() => undefined);
    const promise = work();
    running.current = promise;
    try {
      return await promise;
    } finally {
      running.current = null;
    }
  };

  /** Saves by hand. @returns whether it is saved */
  const save = (status: ProductStatus): Promise<boolean> => {
    const focused = document.activeElement;
    wanted.current = status;
    setSaving(status);
    return alone(async () => {
      try {
        const saved = await sendMerging((values) => toPayload(values, status));
        if (!saved) {
          setAsking(true);
          return false;
        }
        setAutosave(null);
        form.clearErrors();
        onSaved(saved, status);
        return true;
      } catch (error) {
        wanted.current = 'DRAFT';
        onRefused(error, status);
        return false;
      } finally {
        setSaving(null);
        // A button that was disabled meanwhile has lost the focus: the keyboard keeps its place.
        requestAnimationFrame(() => {
          if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus();
        });
      }
    });
  };

  const autosaves =
    mayWrite &&
    id !== null &&
    product?.status === 'DRAFT' &&
    base.current.status === 'DRAFT' &&
    conflict?.kind !== 'other';
  const saveByItself = async (): Promise<void> => {
    if (!autosaves || running.current) return;
    wanted.current = 'DRAFT';
    // What cannot be read yet stays unsaved, and shown as such; the rest does not wait for it.
    const worth = (values: FormValues): FormValues => readableValues(values, base.current.values);
    const now = tidyValues(worth(form.getValues()));
    if (FIELDS.every(({ name }) => now[name] === base.current.values[name])) return;
    await alone(async () => {
      setAutosave({ state: 'saving' });
      try {
        const saved = await sendMerging((values) => {
          const { status, ...payload } = toPayload(worth(values), 'DRAFT');
          return payload;
        });
        setAutosave(saved ? { state: 'saved', at: saved.updated_at } : null);
      } catch {
        // The copy on this computer holds everything; the next try comes by itself.
        setAutosave({ state: 'failed' });
      }
    });
  };
  const latest = useRef(saveByItself);
  latest.current = saveByItself;
  useEffect(() => {
    if (!autosaves) return undefined;
    const timer = setInterval(() => void latest.current(), AUTOSAVE_MS);
    return () => clearInterval(timer);
  }, [autosaves]);

  /** The choices were made: `theirs` names the fields whose value is the other one's. */
  const settle = (theirs: readonly FieldName[]): Promise<boolean> => {
    if (!conflict) return Promise.resolve(false);
    setAsking(false);
    if (conflict.kind === 'copy') {
      for (const { field, mine } of conflict.clashes)
        if (!theirs.includes(field.name)) form.setValue(field.name, mine, { shouldDirty: true });
      setConflict(null);
      return Promise.resolve(true);
    }
    const held = toFormValues(conflict.theirs);
    const merged = mergeValues({ base: groundFor(held), mine: tidyValues(form.getValues()), theirs: held });
    // The typing went on meanwhile: a field that now clashes too has to be chosen first.
    const asked = new Set(conflict.clashes.map(({ field }) => field.name));
    if (merged.clashes.some(({ field }) => !asked.has(field.name))) {
      setConflict({ ...conflict, clashes: merged.clashes });
      setAsking(true);
      return Promise.resolve(false);
    }
    const chosen = Object.fromEntries(theirs.map((name) => [name, held[name]]));
    unanswered.current = [];
    adopt(conflict.theirs, { ...merged.values, ...chosen });
    setConflict(null);
    return save(wanted.current);
  };

  /** Work kept on this computer, brought together with what the form holds now. */
  const restore = (kept: { base: FormValues; values: FormValues; creation?: Creation | null }): void => {
    if (!id) creation.current ??= kept.creation ?? null;
    const now = tidyValues(form.getValues());
    const { values, clashes } = mergeValues({ base: kept.base, mine: tidyValues(kept.values), theirs: now });
    const asked = new Set(clashes.map(({ field }) => field.name));
    for (const { name } of FIELDS)
      if (values[name] !== now[name] && !asked.has(name)) form.setValue(name, values[name], { shouldDirty: true });
    if (clashes.length === 0) return;
    setConflict({ kind: 'copy', clashes });
    setAsking(true);
  };

  /** Another product, from an empty form. */
  const startAnew = (): void => {
    base.current = { values: toFormValues(null), revision: 0, status: 'DRAFT' };
    creation.current = null;
    born.current = null;
    unanswered.current = [];
    wanted.current = 'DRAFT';
    form.reset(base.current.values);
    eraseDraft(account.id, null);
  };

  return {
    saving,
    autosave,
    conflict,
    asking,
    setAsking,
    save,
    saveByItself,
    settle,
    restore,
    startAnew,
    /** Whether the save that waits for the choices validates the product. */
    validates: (): boolean => wanted.current === 'VALIDATED',
    /** What is kept beside a local copy, so that it can be brought together with what the server holds later. */
    ground: () => ({ base: base.current.values, revision: base.current.revision, creation: creation.current }),
    /** Nothing was typed since the last save. */
    isSaved: (): boolean => {
      const now = tidyValues(form.getValues());
      return FIELDS.every(({ name }) => now[name] === base.current.values[name]);
    },
  };
}
