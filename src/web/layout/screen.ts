import { type ComponentType, lazy } from 'react';

const loaders: (() => Promise<unknown>)[] = [];

/** A screen in a file of its own. @param name what the file calls it */
export function screen<Name extends string, Props = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  loaders.push(load);
  return lazy(async () => ({ default: (await load())[name] }));
}

/** Fetches every screen while nothing else happens: the next one opens at once, and without the network too. */
export function preloadScreens(): void {
  const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1_000));
  idle(() => {
    for (const load of loaders) load().catch(() => undefined);
  });
}
