import { type ComponentType, useEffect, useRef, useState } from 'react';
import { preloaded } from './screen.ts';
import { useToast } from './toast.tsx';

/** What `preloaded` gives, once it is there; when it does not come, it is asked for again the next time it is drawn. */
function useLoaded<T>({ now, load }: ReturnType<typeof preloaded<T>>): T | undefined {
  const [loaded, setLoaded] = useState(() => now());
  const isAsking = useRef(false);
  const toast = useToast();
  useEffect(() => {
    if (loaded !== undefined || isAsking.current) return;
    isAsking.current = true;
    load().then(
      (found) => setLoaded(() => found),
      () => {
        isAsking.current = false;
        toast({
          severity: 'error',
          message: 'Une partie de l’écran n’a pas pu être chargée. Vérifiez le réseau, puis réessayez.',
        });
      },
    );
  });
  return loaded;
}

/**
 * A part of a screen in a file of its own: what one came for is there before it, and stays when it does not come. `load` asks
 * for it ahead.
 * @param name what the file calls it
 */
export function later<Name extends string, Props extends object>(
  fetchIt: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> & { load: () => Promise<unknown> } {
  const part = preloaded<ComponentType<Props>>(async () => (await fetchIt())[name]);
  return Object.assign(
    (props: Props) => {
      const Part = useLoaded(part);
      return Part ? <Part {...props} /> : null;
    },
    { load: part.load },
  );
}
