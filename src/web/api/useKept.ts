import { useEffect, useState } from 'react';
import { keepsDrafts } from './drafts.ts';

/**
 * What is typed outside of the forms that keep a copy on this computer: it is there again when its screen is opened again, in this
 * tab, until it is saved or its person signs out.
 */
const PREFIX = 'diplo_typed_';
/** For a computer that keeps nothing. */
const memory = new Map<string, string>();

const read = (name: string): string | null => memory.get(name) ?? sessionStorage.getItem(PREFIX + name);

function write(name: string, text: string): void {
  memory.set(name, text);
  if (!keepsDrafts()) return;
  try {
    sessionStorage.setItem(PREFIX + name, text);
  } catch {
    // The browser's room is full: the tab itself still knows it.
  }
}

function erase(name: string): void {
  memory.delete(name);
  sessionStorage.removeItem(PREFIX + name);
}

export function eraseAllTyped(): void {
  memory.clear();
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

/**
 * A state that outlives its screen while it is typed.
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
    const text = name === null ? null : read(name);
    const left = text === null ? null : (JSON.parse(text) as T);
    return left !== null && isTyped(left) ? left : first();
  });
  useEffect(() => {
    if (name === null) return;
    if (isTyped(value)) write(name, JSON.stringify(value));
    else erase(name);
  });
  return [value, setValue];
}
