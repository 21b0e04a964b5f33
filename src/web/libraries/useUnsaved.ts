import { useEffect, useRef, useState } from 'react';
import { useLeaving } from '../ui/useLeaving.ts';

/**
 * Asks before something typed in a dialog is left behind: by its own buttons, by a link, with the tab.
 * @param isDirty whether something unsaved stands in it now
 */
export function useUnsaved(isDirty: () => boolean, onClose: () => void) {
  const [asks, setAsks] = useState(false);
  /** Closing may change the address, and is no leaving. */
  const closing = useRef(false);
  const leaving = useLeaving({ isDirty: () => !closing.current && isDirty() });
  const latest = useRef(isDirty);
  latest.current = isDirty;
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (latest.current()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  const close = (): void => {
    closing.current = true;
    onClose();
  };
  return {
    asks: asks || leaving.asks,
    /** What was typed is saved, or given up. */
    close,
    cancel: (): void => {
      if (isDirty()) setAsks(true);
      else close();
    },
    stay: (): void => {
      setAsks(false);
      leaving.stay();
    },
    leave: (): void => {
      if (leaving.asks) leaving.leave();
      else close();
    },
  };
}
