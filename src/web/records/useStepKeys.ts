import { useEffect, useRef } from 'react';

interface Keys {
  /** Alt and an arrow: one step on, or back. */
  onStep: (by: 1 | -1) => void;
  /** Ctrl+S, or Cmd+S. */
  onSave: () => void;
}

/** The keys of a form in steps, wherever the focus is. */
export function useStepKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
        event.preventDefault();
        latest.current.onStep(event.key === 'ArrowRight' ? 1 : -1);
      } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
        event.preventDefault();
        latest.current.onSave();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
