import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { isSigningOut } from '../api/session.ts';

/**
 * Asks before something typed in a dialog is left behind: by its own buttons, by a link, with the tab.
 * @param isDirty whether something unsaved stands in it now
 */
export function useUnsaved(isDirty: () => boolean, onClose: () => void) {
  const [asks, setAsks] = useState(false);
  /** Closing may change the address, and is no leaving. */
  const closing = useRef(false);
  const blocker = useBlocker(
    ({ nextLocation }) =>
      !closing.current && (nextLocation.pathname !== '/login' || isSigningOut(nextLocation.state)) && isDirty(),
  );
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
    asks: asks || blocker.state === 'blocked',
    /** What was typed is saved, or given up. */
    close,
    cancel: (): void => {
      if (isDirty()) setAsks(true);
      else close();
    },
    stay: (): void => {
      setAsks(false);
      blocker.reset?.();
    },
    leave: (): void => {
      if (blocker.state === 'blocked') blocker.proceed();
      else close();
    },
  };
}
