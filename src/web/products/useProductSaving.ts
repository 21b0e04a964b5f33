import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { getProduct, type Product } from '#shared/products/product.contract.ts';
import { FIELDS, type FieldName } from '#shared/products/product.fields.ts';
import type { ProductStatus } from '#shared/products/product.schema.ts';
import { ApiError, call } from '../api/client.ts';
import { eraseDraft } from '../api/drafts.ts';
import { useAccount } from '../auth/account.tsx';
import { type Clash, mergeValues } from './product.merge.ts';
import { useSaveProduct } from './product.queries.ts';
import { type FormValues, readableValues, tidyValues, toFormValues, toPayload } from './product.values.ts';

/** How often an existing draft saves itself while it is being typed in (ms). */
const AUTOSAVE_MS = 25_000;

/** What somebody else saved in the meantime, and the fields that both changed: none when it was only validated. */
export interface Conflict {
  theirs: Product;
  clashes: Clash[];
}

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
  /** The values of the last save whose answer is not known: found on the server, they are ours. */
  const sent = useRef<FormValues | null>(null);
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

  /** Takes in what somebody else saved. @returns whether nothing needs a choice */
  const takeIn = async (target: string): Promise<boolean> => {
    const theirs = await call(getProduct, { params: { id: target } });
    const held = toFormValues(theirs);
    const ground = { ...base.current.values };
    // What we sent ourselves, and whose answer was lost, is nobody else's change.
    for (const { name } of FIELDS) if (sent.current?.[name] === held[name]) ground[name] = held[name];
    const mine = form.getValues();
    const untouched = tidyValues(mine);
    const { values, clashes } = mergeValues({ base: ground, mine: untouched, theirs: held });
    // A product that somebody validated is not put back to draft, nor typed into, without being asked.
    if (clashes.length > 0 || (theirs.status === 'VALIDATED' && base.current.status !== 'VALIDATED')) {
      setConflict({ theirs, clashes });
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

  /** Creates the product. @returns it, and whether it was made by an earlier try, from what was typed then */
  const create = async (payload: Record<string, unknown>): Promise<{ created: Product; earlier: boolean }> => {
    const earlier = creation.current !== null;
    creation.current ??= { key: crypto.randomUUID(), payload };
    try {
      const created = await put({
        id: null,
        payload: creation.current.payload,
        revision: null,
        creationKey: creation.current.key,
      });
      creation.current = null;
      return { created, earlier };
    } catch (error) {
      // Refused, it was not made; without an answer it may have been.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) creation.current = null;
      throw error;
    }
  };

  /** Sends what the form holds, then again once what somebody else saved has been taken in. */
  const sendMerging = async (payloadOf: (values: FormValues) => Record<string, unknown>): Promise<Product | null> => {
    let target = id;
    if (target === null) {
      const { created, earlier } = await create(payloadOf(form.getValues()));
      adopt(created, form.getValues());
      if (!earlier) return created;
      // It was there already: what was typed since goes after it.
      target = created.id;
    }
    for (let tries = 0; tries < 3; tries += 1) {
      const values = form.getValues();
      try {
        const payload = payloadOf(values);
        sent.current = tidyValues(values);
        const saved = await put({ id: target, payload, revision: base.current.revision, creationKey: '' });
        sent.current = null;
        // What was typed while the answer was on its way is kept.
        adopt(saved, form.getValues());
        return saved;
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 412)) throw error;
        if (!(await takeIn(target))) return null;
        sent.current = null;
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
    mayWrite && id !== null && product?.status === 'DRAFT' && base.current.status === 'DRAFT' && conflict === null;
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

  /** The choices were made: `theirs` names the fields whose value is the other one's. Saved at once. */
  const settle = (theirs: readonly FieldName[]): Promise<boolean> => {
    if (!conflict) return Promise.resolve(false);
    const held = toFormValues(conflict.theirs);
    const merged = mergeValues({ base: base.current.values, mine: tidyValues(form.getValues()), theirs: held });
    // The typing went on meanwhile: a field that now clashes too has to be chosen first.
    const asked = new Set(conflict.clashes.map(({ field }) => field.name));
    if (merged.clashes.some(({ field }) => !asked.has(field.name))) {
      setConflict({ theirs: conflict.theirs, clashes: merged.clashes });
      return Promise.resolve(false);
    }
    const chosen = Object.fromEntries(theirs.map((name) => [name, held[name]]));
    adopt(conflict.theirs, { ...merged.values, ...chosen });
    setConflict(null);
    setAsking(false);
    return save(wanted.current);
  };

  /** Work kept on this computer, brought together with what the form holds now. */
  const restore = (kept: { base: FormValues; values: FormValues; creation?: Creation | null }): void => {
    if (!id) creation.current ??= kept.creation ?? null;
    const now = tidyValues(form.getValues());
    const { values, clashes } = mergeValues({ base: kept.base, mine: tidyValues(kept.values), theirs: now });
    for (const { name } of FIELDS)
      if (values[name] !== now[name]) form.setValue(name, values[name], { shouldDirty: true });
    if (product && clashes.length > 0) {
      setConflict({ theirs: product, clashes });
      setAsking(true);
    }
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
    /** What is kept beside a local copy, so that it can be brought together with what the server holds later. */
    ground: () => ({ base: base.current.values, revision: base.current.revision, creation: creation.current }),
    /** Nothing was typed since the last save. */
    isSaved: (): boolean => {
      const now = tidyValues(form.getValues());
      return FIELDS.every(({ name }) => now[name] === base.current.values[name]);
    },
  };
}
