import { useSyncExternalStore } from 'react';

/** Columns that fold where the window is narrower than this (px). */
export interface Fold {
  below: number;
  fields: readonly string[];
}

const subscribe = (onChange: () => void): (() => void) => {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
};

/** The columns of a list that are hidden until somebody shows them, by how wide the window is. */
export function useFolded(folds: readonly Fold[]): Readonly<Record<string, boolean>> {
  const count = useSyncExternalStore(subscribe, () => folds.filter(({ below }) => window.innerWidth < below).length);
  const applied = folds.toSorted((a, b) => b.below - a.below).slice(0, count);
  return Object.fromEntries(applied.flatMap(({ fields }) => fields.map((field) => [field, false])));
}
