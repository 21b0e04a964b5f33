import { deepEqual } from 'fast-equals';
import { useRef } from 'react';

type Named = Record<string, unknown>;
type Handler = (...given: unknown[]) => unknown;

/**
 * The same properties as at the last drawing, wherever they say the same: what compares them draws again only what has
 * changed. A handler (`on…`) never changes, and does what was last asked of it.
 */
export function useSteady<P extends object>(props: P): P {
  const latest = useRef(props);
  latest.current = props;
  const steady = useRef<Named>({});
  const before = steady.current;
  steady.current = Object.fromEntries(
    Object.entries(props).map(([name, value]): [string, unknown] => {
      if (/^on[A-Z]/.test(name) && typeof value === 'function') {
        const handler: Handler = (...given) => (latest.current as Record<string, Handler>)[name]?.(...given);
        return [name, before[name] ?? handler];
      }
      return [name, deepEqual(before[name], value) ? before[name] : value];
    }),
  );
  return steady.current as P;
}
