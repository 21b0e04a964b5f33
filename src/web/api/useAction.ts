import { useState } from 'react';
import { type Toast, useToast } from '../ui/toast.tsx';
import { sentenceOf } from './client.ts';
import { useRefresh } from './query.ts';

interface After<T> {
  /** Said once it is done. */
  done?: string | ((value: T) => Pick<Toast, 'message'> & Partial<Toast>);
  /** Said before the reason when it is refused. */
  failed?: string;
  /** Nouns of which what is known is asked again, however it ended. */
  refresh?: readonly string[];
  /** A refusal that is asked about instead of said. @returns whether it is */
  refused?: (problem: unknown) => boolean;
}

/** What had the focus may be gone, or was disabled meanwhile: who goes by keyboard goes on from there, or from the page. */
function keepFocus(from: Element | null): void {
  if (document.activeElement !== document.body || !(from instanceof HTMLElement) || from === document.body) return;
  const isThere = from.isConnected && !from.matches(':disabled');
  (isThere ? from : document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
}

/** What a person asked for: `busy` meanwhile; said when it is done, and why when it is refused. */
export function useAction() {
  const toast = useToast();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  /** @returns what the work gave, `undefined` when it was refused */
  const act = async <T>(
    work: () => Promise<T>,
    { done, failed, refresh: nouns = [], refused }: After<T> = {},
  ): Promise<T | undefined> => {
    setBusy(true);
    const from = document.activeElement;
    try {
      const value = await work();
      if (done) toast({ severity: 'success', ...(typeof done === 'string' ? { message: done } : done(value)) });
      return value;
    } catch (problem) {
      if (refused?.(problem)) return undefined;
      const why = sentenceOf(problem);
      toast({ severity: 'error', message: failed ? `${failed}\n${why}` : why });
      return undefined;
    } finally {
      setBusy(false);
      await refresh(...nouns);
      requestAnimationFrame(() => keepFocus(from));
    }
  };
  return { act, busy };
}
