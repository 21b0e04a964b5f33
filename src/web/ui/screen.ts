import { type ComponentType, isValidElement, lazy, type ReactNode } from 'react';

type Load = () => Promise<unknown>;
/** What comes later of the screens that are open: the grid, the calendar, dialogs. */
const beside: Load[] = [];
/** Something has been added to those: asked for once the network is quiet. Nobody asks before the first screen is there. */
let added: () => void = () => undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** A screen in a file of its own. @param name what the file calls it */
export function screen<Name extends string, Props = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  const { now, load: fetchIt } = kept(async () => ({ default: (await load())[name] }));
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

interface Kept<T> {
  now: () => T | undefined;
  load: () => Promise<T>;
}

function kept<T>(fetchIt: () => Promise<T>): Kept<T> {
  let known: T | undefined;
  return {
    now: () => known,
    load: async () => {
      known ??= await fetchIt();
      return known;
    },
  };
}

/** What is needed beside a screen, and later: loaded once the screen is there, or when it is asked for. */
export function preloaded<T>(fetchIt: () => Promise<T>): Kept<T> {
  const one = kept(fetchIt);
  beside.push(one.load);
  added();
  return one;
}

/** How long the network has to be quiet before what is not needed yet is fetched (ms). */
const QUIET_MS = 1_000;

/**
 * Loads what comes later of the screen that is open, then fetches the files of every other one into the browser's cache, once the
 * one that is open has all it asked for: the next one opens at once, and without the network too. They are not run before: the
 * app is three megabytes of script, a second and a half of an old processor.
 * @param isAsking whether an answer of the server is awaited: the browser counts what has come, not what was asked
 */
export function preloadScreens(isAsking: () => boolean): void {
  const wait = (before: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const now = resources().length;
      if (now > before || isAsking()) wait(now);
      else void fetchAll();
    }, QUIET_MS);
  };
  added = () => wait(resources().length);
  added();
}

const resources = (): PerformanceEntry[] => performance.getEntriesByType('resource');

async function fetchAll(): Promise<void> {
  for (let load = beside.shift(); load; load = beside.shift()) await load().catch(() => undefined);
  // Without a network, each screen asks for its own.
  await fetchFiles().catch(() => undefined);
}

let isComplete = false;

/** Every file of the app that has not come yet, by the list that the build writes (`vite.config.ts`). */
async function fetchFiles(): Promise<void> {
  if (isComplete) return;
  const answer = await fetch('/files.json');
  if (!answer.ok) return;
  const come = new Set(resources().map(({ name }) => new URL(name).pathname));
  for (const file of (await answer.json()) as string[])
    if (!come.has(file)) await fetch(file).then((one) => one.arrayBuffer());
  isComplete = true;
}
