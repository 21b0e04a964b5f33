import { LRUCache } from 'lru-cache';
import { tooManyRequests } from '../errors.ts';

/** Names whose requests are counted at once. */
const COUNTED = 10_000;

/**
 * Requests of the window under way (a minute, an hour), each by its name: of what is called too often to be written down each
 * time. An instance counts its own.
 * @returns what counts one; it throws 429 beyond the limit
 */
export function createRateLimit(
  { count: most, windowMs }: { count: number; windowMs: number },
  clock: () => Date,
): (name: string) => void {
  const counts = new LRUCache<string, { window: number; count: number }>({ max: COUNTED });
  return (name) => {
    const at = clock().getTime();
    const window = Math.floor(at / windowMs);
    const known = counts.get(name);
    const count = (known?.window === window ? known.count : 0) + 1;
    counts.set(name, { window, count });
    if (count > most) throw tooManyRequests(((window + 1) * windowMs - at) / 1000);
  };
}
