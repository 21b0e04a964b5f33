import { type FormEvent, useEffect, useState } from 'react';
import { type ExposureRecord, type Margins, updateExposure } from '#shared/exposure/exposure.contract.ts';
import { EXPOSURE_ROWS, SCCS_SOURCE } from '#shared/exposure/exposure.table.ts';
import { writeNumber } from '#shared/fields/number.ts';
import { call, faultsByField } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { useKept } from '../api/useKept.ts';

/** « 1 000,5 » as a number; `undefined` for what is none. */
const read = (text: string): number | null | undefined => {
  const bare = text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  if (bare === '') return null;
  return /^\d+(?:\.\d+)?$/.test(bare) ? Number(bare) : undefined;
};

/** A record as the form holds it: numbers as texts, empty where the category’s own is taken. */
const formOf = (given: Omit<ExposureRecord, 'revision' | 'updated_at' | 'updated_by'>): Form => ({
  category: given.category ?? '',
  population: given.population,
  routes: given.routes,
  typed: Object.fromEntries(NUMBERS.map(([name]) => [name, writeNumber(given[name])])) as Record<NumberName, string>,
  source: given.source === SCCS_SOURCE ? '' : (given.source ?? ''),
  effects: given.local_effects,
});

interface Typed {
  form: Form;
  base: { revision: number; text: string };
}
const isTypedIn = ({ form, base }: Typed): boolean => JSON.stringify(form) !== base.text;

/** What is typed of the exposure, and its saving. */
export function useExposureForm(productId: string, exposure: Margins['exposure']) {
  const { act, busy } = useAction();
  const { revision, updated_at: _, updated_by: __, a_mg_kg_d: ___, how: ____, ...given } = exposure;
  /** With what the form was filled with, and the revision a save of it stands on. */
  const [{ form, base }, setTyped] = useKept<Typed>(
    `exposure ${productId}`,
    () => ({ form: formOf(given), base: { revision, text: JSON.stringify(formOf(given)) } }),
    isTypedIn,
  );
  const setForm = (next: (before: Form) => Form): void =>
    setTyped((before) => ({ ...before, form: next(before.form) }));
  const [faults, setFaults] = useState<Record<string, string>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values come with their revision
  useEffect(() => {
    const text = JSON.stringify(formOf(given));
    // What else of the record was saved is no change of the form: it stays as it is being typed.
    setTyped((before) => {
      if (text === before.base.text) return { ...before, base: { revision, text } };
      return isTypedIn(before) ? before : { form: formOf(given), base: { revision, text } };
    });
  }, [revision]);
  const { category, population, routes, typed, source, effects } = form;
  const set = (changed: Partial<Form>): void => setForm((before) => ({ ...before, ...changed }));
  const row = EXPOSURE_ROWS.find(({ key }) => key === category);
  const ofCategory = (name: NumberName): string =>
    row?.isConfirmed && name in row ? writeNumber(row[name as 'amount_g_day']) : '';
  const choose = (key: string): void => {
    set({ category: key });
    const found = EXPOSURE_ROWS.find((one) => one.key === key);
    // What could not be confirmed is shown, and typed by a person.
    if (!found?.isConfirmed) return;
    // What is not typed is that of the category, shown in grey: a number of one’s own is seen as such.
    setForm((before) => ({
      ...before,
      typed: {
        ...before.typed,
        amount_g_day: '',
        amount_mg_kg_day: '',
        retention_factor: '',
        surface_cm2: '',
        frequency: '',
      },
    }));
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const numbers = Object.fromEntries(NUMBERS.map(([name]) => [name, read(typed[name])]));
    const wrong = NUMBERS.filter(([name]) => numbers[name] === undefined);
    setFaults(Object.fromEntries(wrong.map(([name]) => [name, 'Un nombre est attendu, par exemple 1,54.'])));
    if (wrong.length > 0) return;
    const body = {
      ...given,
      ...numbers,
      threshold: numbers.threshold ?? undefined,
      category: category || null,
      population,
      routes,
      local_effects: effects,
      source: source.trim() || null,
    };
    await act(
      async () => {
        try {
          const saved = await call(updateExposure, {
            params: { id: productId },
            body,
            headers: { 'If-Match': `"${base.revision}"` },
          });
          // What was saved is what the form is filled with: it follows the record again.
          setTyped((before) => ({ ...before, base: { revision: saved.revision, text: JSON.stringify(form) } }));
          return saved;
        } catch (problem) {
          setFaults(faultsByField(problem));
          throw problem;
        }
      },
      { done: 'L’exposition est enregistrée.', refresh: ['products'] },
    );
  };
  const isTyped = isTypedIn({ form, base });
  const reset = (): void => {
    setTyped({ form: formOf(given), base: { revision, text: JSON.stringify(formOf(given)) } });
    setFaults({});
  };
  return { form, set, faults, row, ofCategory, choose, submit, busy, isTyped, reset };
}

export const NUMBERS = [
  ['amount_g_day', 'Quantité (g par jour)'],
  ['amount_mg_kg_day', 'Quantité mesurée (mg/kg pc/j)'],
  ['retention_factor', 'Facteur de rétention (0 à 1)'],
  ['body_weight', 'Poids corporel (kg)'],
  ['surface_cm2', 'Surface exposée (cm²)'],
  ['frequency', 'Applications par jour'],
  ['ingested_g_day', 'Quantité ingérée (g par jour)'],
  ['air_mg_m3', 'Concentration dans l’air (mg/m³)'],
  ['breathed_m3_day', 'Volume respiré (m³ par jour)'],
  ['threshold', 'Seuil de la marge'],
] as const;
export type NumberName = (typeof NUMBERS)[number][0];

export interface Form {
  category: string;
  population: ExposureRecord['population'];
  routes: string[];
  typed: Record<NumberName, string>;
  source: string;
  effects: Record<string, string>;
}
