import Tab from '@mui/material/Tab';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { ScrollTabs } from './ScrollTabs.tsx';

interface Part {
  /** The value of `?onglet=`; the first one has none. */
  key: string;
  label: string;
  body: () => ReactNode;
}

/** The parts of one screen, each at its own address: `?onglet=`. */
export function PartTabs({ label, parts }: { label: string; parts: readonly [Part, ...Part[]] }) {
  const [search, setSearch] = useSearchParams();
  const open = parts.find(({ key }) => key === search.get('onglet')) ?? parts[0];
  return (
    <>
      <ScrollTabs
        value={open.key}
        aria-label={label}
        onChange={(_, key: string) => setSearch(key ? { onglet: key } : {}, { replace: true })}
        sx={{ mb: 2 }}
      >
        {parts.map((part) => (
          <Tab key={part.key} value={part.key} label={part.label} />
        ))}
      </ScrollTabs>
      {open.body()}
    </>
  );
}
