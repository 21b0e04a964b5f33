import { useEffect, useRef } from 'react';
import type { Lines } from './formula.lines.ts';
import type { LinesClash, Saving } from './useLines.ts';

/** Saved by itself so long after the last change, and asked again so long after a server said that it is busy (ms). */
const PAUSE_MS = 1_500;
const AGAIN_MS = 5_000;

interface Times {
  saving: Saving;
  lines: Lines;
  clash: LinesClash | null;
  saveNow: () => Promise<boolean>;
  saveAll: () => Promise<boolean>;
  isDirty: () => boolean;
}

/** When lines are saved: after a pause, once a busy server or the network is back, and before one leaves. */
export function useSavingTimes({ saving, lines, clash, saveNow, saveAll, isDirty }: Times): void {
  const again = saving.state === 'failed' && saving.isBusy;
  // What failed otherwise is tried again with the next change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the lines starts the pause anew
  useEffect(() => {
    if ((saving.state !== 'dirty' && !again) || clash) return undefined;
    const timer = setTimeout(() => void saveNow(), again ? AGAIN_MS : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [saving, lines, clash, saveNow]);
  const dirty = useRef(isDirty);
  dirty.current = isDirty;
  useEffect(() => {
    const retry = (): void => void saveNow();
    const hold = (event: BeforeUnloadEvent): void => {
      if (dirty.current()) event.preventDefault();
    };
    window.addEventListener('online', retry);
    window.addEventListener('beforeunload', hold);
    return () => {
      window.removeEventListener('online', retry);
      window.removeEventListener('beforeunload', hold);
      void saveAll();
    };
  }, [saveNow, saveAll]);
}
