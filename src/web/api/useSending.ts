import { useState } from 'react';
import { faultsByField, sentenceOf } from './client.ts';

/** A form on its way: `busy` meanwhile; what is refused is said at its field, or above them all when it is of none. */
export function useSending() {
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFaults({});
    setError(null);
    try {
      await work();
    } catch (problem) {
      const found = faultsByField(problem);
      setFaults(found);
      if (Object.keys(found).length === 0) setError(sentenceOf(problem));
    } finally {
      setBusy(false);
    }
  };
  return { faults, error, busy, send };
}
