import { useEffect, useRef, useState } from 'react';
import type { onDemand } from './screen.ts';

interface Options {
  /** It is asked for only where it is needed. */
  isWanted?: boolean;
  /** It did not come: the next time it is drawn it is asked for again. */
  onFailure?: (error: unknown) => void;
}

/** What `onDemand` gives, once it is there. */
export function useOnDemand<T>(
  { now, load }: ReturnType<typeof onDemand<T>>,
  { isWanted = true, onFailure }: Options = {},
): T | undefined {
  const [loaded, setLoaded] = useState(() => now());
  const isAsking = useRef(false);
  useEffect(() => {
    if (!isWanted || loaded !== undefined || isAsking.current) return;
    isAsking.current = true;
    load().then(
      (found) => setLoaded(() => found),
      (error: unknown) => {
        isAsking.current = false;
        onFailure?.(error);
      },
    );
  });
  return loaded;
}
