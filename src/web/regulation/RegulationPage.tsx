import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import { useSearchParams } from 'react-router';
import { Page } from '../ui/Page.tsx';
import { ScrollTabs } from '../ui/ScrollTabs.tsx';
import { ChangesPanel } from './ChangesPanel.tsx';
import { CheckPanel } from './CheckPanel.tsx';
import { CorpusPanel } from './CorpusPanel.tsx';
import { EntriesPanel } from './EntriesPanel.tsx';

const TABS = [
  { key: '', label: 'Annexes', panel: EntriesPanel },
  { key: 'ingredient', label: 'Vérifier un ingrédient', panel: CheckPanel },
  { key: 'corpus', label: 'Corpus', panel: CorpusPanel },
  { key: 'changements', label: 'Ce qui change', panel: ChangesPanel },
] as const;

/** The law: all entries, one ingredient without a product, the corpora, and what a new one changes. */
export function RegulationPage() {
  const [search, setSearch] = useSearchParams();
  const { key, panel: Panel } = TABS.find((tab) => tab.key === search.get('onglet')) ?? TABS[0];
  return (
    <Page title="Réglementation" subtitle="Annexes II à VI du règlement (CE) n° 1223/2009, importées et datées.">
      <ScrollTabs
        value={key}
        aria-label="Parties de la réglementation"
        onChange={(_, next: string) => setSearch(next ? { onglet: next } : {}, { replace: true })}
        sx={{ mb: 2 }}
      >
        {TABS.map((tab) => (
          <Tab key={tab.key} value={tab.key} label={tab.label} />
        ))}
      </ScrollTabs>
      <Box>
        <Panel />
      </Box>
    </Page>
  );
}
