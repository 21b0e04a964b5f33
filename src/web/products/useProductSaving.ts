import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { getProduct, type Product } from '#shared/products/product.contract.ts';
import { FIELDS } from '#shared/products/product.fields.ts';
import type { ProductStatus } from '#shared/products/product.schema.ts';
import { ApiError, call } from '../api/client.ts';
import { eraseDraft } from '../api/drafts.ts';
import { useAccount } from '../auth/account.tsx';
import { type Clash, mergeValues } from './product.merge.ts';
import { useSaveProduct } from './product.queries.ts';
import { type FormValues, readableValues, tidyValues, toFormValues, toPayload } from './product.values.ts';

/** How often an existing draft saves itself while it is being typed in (ms). */
const AUTOSAVE_MS = 25_000;

/** What somebody else saved in the meantime, and the fields that both changed. */
export interface Conflict {
  theirs: Product;
  clashes: Clash[];
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
  const base = useRef({ values: toFormValues(product), revision: product?.revision ?? 0 });
  // One key for one new product: sending it twice never makes two.
  const creationKey = useRef(crypto.randomUUID());
  const running = useRef<Promise<unknown> | null>(null);
  /** What the save that met a conflict was to make of the product. */
  const wanted = useRef<ProductStatus>('DRAFT');

  /** The server now holds `saved`; the form shows `shown`, and what differs is unsaved work. */
  const adopt = (saved: Product, shown: FormValues): void => {
    const values = toFormValues(saved);
    base.current = { values, revision: saved.revision };
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
  const takeIn = async (): Promise<boolean> => {
    if (!id) return false;
    const theirs = await call(getProduct, { params: { id } });
    const mine = form.getValues();
    const { values, clashes } = mergeValues({
      base: base.current.values,
      mine: tidyValues(mine),
      theirs: toFormValues(theirs),
    });
    if (clashes.length > 0) {
      setConflict({ theirs, clashes });
      return false;
    }
    const untouched = tidyValues(mine);
    const shown = Object.fromEntries(
      FIELDS.map(({ name }) => [name, values[name] === untouched[name] ? mine[name] : values[name]]),
    ) as FormValues;
    adopt(theirs, shown);
    onMerged(theirs);
    return true;
  };

  /** Sends what the form holds, then again once what somebody else saved has been taken in. */
  const sendMerging = async (payloadOf: (values: FormValues) => Record<string, unknown>): Promise<Product | null> => {
    for (let tries = 0; tries < 3; tries += 1) {
      const sent = form.getValues();
      try {
        const saved = await put({
          id,
          payload: payloadOf(sent),
          revision: base.current.revision,
          creationKey: creationKey.current,
        });
        // What was typed while the answer was on its way is kept.
        adopt(saved, form.getValues());
        creationKey.current = crypto.randomUUID();
        return saved;
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 412)) throw error;
        if (!(await takeIn())) return null;
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

  const autosaves = mayWrite && id !== null && product?.status === 'DRAFT' && conflict === null;
  const saveByItself = async (): Promise<void> => {
    if (!autosaves || running.current) return;
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

  /** The choices were made: `values` for the fields both changed. Saved at once. */
  const settle = (values: Partial<FormValues>): Promise<boolean> => {
    if (!conflict) return Promise.resolve(false);
    const merged = mergeValues({
      base: base.current.values,
      mine: tidyValues(form.getValues()),
      theirs: toFormValues(conflict.theirs),
    });
    adopt(conflict.theirs, { ...merged.values, ...values });
    setConflict(null);
    setAsking(false);
    return save(wanted.current);
  };

  /** Work kept on this computer, brought together with what the server holds now. */
  const restore = (kept: { base: FormValues; values: FormValues }): void => {
    if (!product) {
      for (const { name } of FIELDS) form.setValue(name, kept.values[name], { shouldDirty: true });
      return;
    }
    const theirs = toFormValues(product);
    const { values, clashes } = mergeValues({ base: kept.base, mine: tidyValues(kept.values), theirs });
    base.current = { ...base.current, values: theirs };
    adopt(product, values);
    if (clashes.length > 0) {
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
    /** What the server held when last heard. */
    baseValues: (): FormValues => base.current.values,
    revision: (): number => base.current.revision,
  };
}
