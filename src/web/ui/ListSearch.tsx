import { useEffect, useRef, useState } from 'react';
import { SearchBox } from './SearchBox.tsx';
import { useDelayed } from './useDelayed.ts';

/** Delay before what is typed is searched for, in milliseconds. */
export const SEARCH_DELAY_MS = 500;

interface Props {
  label: string;
  /** What is searched for: it changes too when one goes back, or opens a saved view. */
  value: string;
  onSearch: (text: string) => void;
}

/** A search box that keeps what is being typed to itself: a list is not drawn again at each letter. */
export function ListSearch({ label, value, onSearch }: Props) {
  const [typed, setTyped] = useState(value);
  const settled = useDelayed(typed, SEARCH_DELAY_MS).trim();
  /** What it last gave: another value comes from elsewhere. */
  const given = useRef(value);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  useEffect(() => {
    if (settled === given.current) return;
    given.current = settled;
    latest.current(settled);
  }, [settled]);
  useEffect(() => {
    if (value === given.current) return;
    given.current = value;
    setTyped(value);
  }, [value]);
  return <SearchBox label={label} value={typed} onChange={setTyped} />;
}
