import { deepEqual } from 'fast-equals';
import { useRef } from 'react';

type Handler = (...given: unknown[]) => unknown;

/**
 * The same properties as at the last drawing, wherever they say the same: what compares them draws again only what has
 * changed. Handlers (`on…`) never change, and do what was last asked of them.
 */
export function useSteady<P extends object>(props: P): P {
  const latest = useRef(props);
  const handlers = useRef(new Map<string, Handler>());
  const steady = useRef<Record<string, unknown>>({});
  latest.current = props;
  const handlerOf = (name: string): Handler => {
    const known = handlers.current.get(name);
    if (known) return known;
    const handler: Handler = (...given) => (latest.current as Record<string, Handler>)[name]?.(...given);
    handlers.current.set(name, handler);
    return handler;
  };
  const before = steady.current;
  steady.current = Object.fromEntries(
    Object.entries(props).map(([name, value]) => {
      if (/^on[A-Z]/.test(name) && typeof value === 'function') return [name, handlerOf(name)];
      return [name, deepEqual(before[name], value) ? before[name] : value];
    }),
  );
  return steady.current as P;
}
