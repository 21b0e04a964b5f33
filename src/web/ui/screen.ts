import { type ComponentType, isValidElement, lazy, type ReactNode } from 'react';

type Load = () => Promise<unknown>;

/** A screen in a file of its own. @param name what the file calls it */
export function screen<Name extends string, Props = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  const { now, load: fetchIt } = onDemand(async () => ({ default: (await load())[name] }));
  return Object.assign(
    lazy(() => {
      const here = now();
      return here ? atOnce(here) : fetchIt();
    }),
    { load: fetchIt },
  );
}

/** What a `lazy` component waits for, and need not: React goes on in the same breath when it is told in the same call. */
const atOnce = <T>(value: T): Promise<T> =>
  ({
    // biome-ignore lint/suspicious/noThenProperty: React calls it, and nobody else
    then: (tell: (value: T) => void): void => tell(value),
  }) as Promise<T>;

/** Asks now for the files of every screen in an element: those inside do not wait for those around them. */
export async function fetchScreens(node: ReactNode): Promise<void> {
  if (!isValidElement<{ children?: ReactNode }>(node)) return;
  const { type, props } = node;
  // One that does not come is asked for again, and told of, where it is drawn.
  const asked =
    typeof type === 'object' && 'load' in type ? [(type as { load: Load }).load().catch(() => undefined)] : [];
  await Promise.all([...asked, ...[props.children].flat().map((child) => fetchScreens(child as ReactNode))]);
}

/** What is needed beside a screen, and later: loaded when it is drawn. */
export function onDemand<T>(fetchIt: () => Promise<T>): { now: () => T | undefined; load: () => Promise<T> } {
  let known: T | undefined;
  const load = async (): Promise<T> => {
    known ??= await fetchIt();
    return known;
  };
  return { now: () => known, load };
}

/** How long the network has to be quiet before what is not needed yet is fetched (ms). */
const QUIET_MS = 1_000;

/**
 * Fetches the files of every other screen, one after the other, once the one that is open has all it asked for: the next one
 * opens at once, and without the network too. They are not run before: the app is three megabytes of script.
 * @param isAsking whether an answer of the server is awaited: the browser counts what has come, not what was asked
 */
export function preloadScreens(isAsking: () => boolean): void {
  const come = (): number => performance.getEntriesByType('resource').length;
  const wait = (before: number): void => {
    setTimeout(() => {
      const now = come();
      if (now > before || isAsking()) wait(now);
      // Without the network, each screen asks for its own.
      else void fetchAll().catch(() => undefined);
    }, QUIET_MS);
  };
  wait(come());
}

/** What has been asked for: a page on which somebody signs in has two first screens. */
const asked = new Set<string>();

async function fetchAll(): Promise<void> {
  const answer = await fetch('/files.json');
  if (!answer.ok) return;
  for (const file of (await answer.json()) as string[]) if (!asked.has(file)) await preload(file);
  // What has come opens without the network from here on: the browser's own tools show when, and tests wait for it.
  performance.mark('screens');
}

const preload = (href: string): Promise<unknown> =>
  new Promise((done) => {
    asked.add(href);
    const link = document.createElement('link');
    document.head.append(
      Object.assign(link, { rel: 'modulepreload', fetchPriority: 'low', href, onload: done, onerror: done }),
    );
  });
