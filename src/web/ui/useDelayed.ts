import { useEffect, useRef, useState } from 'react';

/** The value as it was once it has stood still for `delayMs`. */
export function useDelayed<T>(value: T, delayMs: number): T {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return delayed;
}

/** The value as it was at most `everyMs` ago: it follows somebody who types without a pause. */
export function useThrottled<T>(value: T, everyMs: number): T {
  const [followed, setFollowed] = useState(value);
  const at = useRef(0);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        at.current = performance.now();
        setFollowed(value);
      },
      Math.max(0, at.current + everyMs - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [value, everyMs]);
  return followed;
}
