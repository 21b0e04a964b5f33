import { useEffect, useRef, useState } from 'react';
import { type Blocker, type BlockerFunction, useBlocker } from 'react-router';

type Way = Parameters<BlockerFunction>[0];

/** The state of a way that nobody chose, as when a session ends: nothing is asked, and what was typed stays in this tab. */
export const UNASKED = { unasked: true } as const;
const isUnasked = (state: unknown): boolean => typeof state === 'object' && state !== null && 'unasked' in state;

const leaves = ({ currentLocation: from, nextLocation: to }: Way): boolean =>
  !isUnasked(to.state) && (from.pathname !== to.pathname || from.search !== to.search);

interface Leaving {
  isDirty: () => boolean;
  /** What is typed is saved before one goes: only what cannot be is asked about. @returns whether nothing is left */
  saveFirst?: (() => Promise<boolean>) | null;
}

/** Asks before something that is not saved is left behind, inside the app: by a link, by Back, by signing out. */
export function useLeaving({ isDirty, saveFirst = null }: Leaving) {
  const blocker = useBlocker((way) => isDirty() && leaves(way));
  const isBlocked = blocker.state === 'blocked';
  const [asks, setAsks] = useState(false);
  // As it is once a save has ended: another way may have been taken meanwhile.
  const latest = useRef<Blocker | null>(blocker);
  latest.current = blocker;
  useEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );
  const leave = (): void => {
    if (latest.current?.state === 'blocked') latest.current.proceed();
  };
  const stay = (): void => {
    if (latest.current?.state === 'blocked') latest.current.reset();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that somebody wants to leave
  useEffect(() => {
    if (!isBlocked) setAsks(false);
    else if (saveFirst === null) setAsks(true);
    else
      void saveFirst().then((isSaved) => {
        if (isSaved) leave();
        else if (latest.current?.state === 'blocked') setAsks(true);
      });
  }, [isBlocked]);
  return { asks: isBlocked && asks, stay, leave };
}
