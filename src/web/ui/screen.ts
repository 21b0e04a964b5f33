import { type ComponentType, isValidElement, lazy, type ReactNode } from 'react';

type Load = () => Promise<unknown>;
const loaders: Load[] = [];

/** A screen in a file of its own. @param name what the file calls it */
export function screen<Name extends string, Props = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  loaders.push(load);
  return Object.assign(
    lazy(async () => ({ default: (await load())[name] })),
    { load },
  );
}

/** Asks now for the files of every screen in an element: those inside do not wait for those around them. */
export function fetchScreens(node: ReactNode): void {
  if (!isValidElement<{ children?: ReactNode }>(node)) return;
  const { type, props } = node;
  if (typeof type === 'object' && 'load' in type) (type as { load: Load }).load().catch(() => undefined);
  for (const child of [props.children].flat()) fetchScreens(child as ReactNode);
}

/** What is needed beside screens, and later: fetched with them, or when it is asked for. */
export function preloaded<T>(fetchIt: () => Promise<T>): { now: () => T | undefined; load: () => Promise<T> } {
  let known: T | undefined;
  const load = async (): Promise<T> => {
    known ??= await fetchIt();
    return known;
  };
  loaders.push(load);
  return { now: () => known, load };
}

/** How long the network has to be quiet before what is not needed yet is fetched (ms). */
const QUIET_MS = 1_000;

/**
 * Fetches every other screen, one after the other, once the one that is open has all it asked for: the next one opens at
 * once, and without the network too.
 * @param isAsking whether an answer of the server is awaited: the browser counts what has come, not what was asked
 */
export function preloadScreens(isAsking: () => boolean): void {
  const come = (): number => performance.getEntriesByType('resource').length;
  const wait = (before: number): void => {
    setTimeout(() => {
      const now = come();
      if (now > before || isAsking()) wait(now);
      else void fetchAll();
    }, QUIET_MS);
  };
  wait(come());
}

async function fetchAll(): Promise<void> {
  for (const load of loaders) await load().catch(() => undefined);
}
