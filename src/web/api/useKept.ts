import { useEffect, useState } from 'react';
import { eraseTyped, readTyped, writeTyped } from './drafts.ts';

/**
 * A state that outlives its screen while it is typed: it is there again when the screen is opened again in this tab, until it is saved
 * or its person signs out.
 * @param name of the place, with the id of what it is about; nothing is kept without one
 * @param first what stands there when nothing was left
 * @param isTyped whether it holds something that is not saved: only that is kept
 */
export function useKept<T>(
  name: string | null,
  first: () => T,
  isTyped: (value: T) => boolean,
): readonly [T, (next: T | ((before: T) => T)) => void] {
  const [value, setValue] = useState<T>(() => {
    const text = name === null ? null : readTyped(name);
    const left = text === null ? null : (JSON.parse(text) as T);
    return left !== null && isTyped(left) ? left : first();
  });
  useEffect(() => {
    if (name === null) return;
    if (isTyped(value)) writeTyped(name, JSON.stringify(value));
    else eraseTyped(name);
  });
  return [value, setValue];
}
