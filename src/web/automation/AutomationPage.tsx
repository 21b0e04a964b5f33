import { useMay } from '../auth/account.tsx';
import { BatchesPanel } from '../batches/BatchesPanel.tsx';
import { StalePanel } from '../generations/StalePanel.tsx';
import { ImportPanel } from '../imports/ImportPanel.tsx';
import { IntakePanel } from '../intake/IntakePanel.tsx';
import { Page } from '../ui/Page.tsx';
import { PartTabs } from '../ui/PartTabs.tsx';
import { StatePanel } from './StatePanel.tsx';

const PARTS = {
  import: { key: '', label: 'Importer', body: () => <ImportPanel /> },
  intake: { key: 'a-classer', label: 'À classer', body: () => <IntakePanel /> },
  batches: { key: 'travaux', label: 'Travaux', body: () => <BatchesPanel /> },
  stale: { key: 'a-refaire', label: 'À refaire', body: () => <StalePanel /> },
  state: { key: 'etat', label: 'État', body: () => <StatePanel /> },
};

/** What is done on many products at once, and what Diplo does by itself. */
export function AutomationPage() {
  const mayWrite = useMay('write');
  const { import: first, intake, batches, stale, state } = PARTS;
  return (
    <Page
      title="Automatisation"
      subtitle="Faire entrer ce que vous avez, agir sur beaucoup de produits à la fois, et voir ce que Diplo fait de lui-même."
    >
      <PartTabs
        label="Parties de l’automatisation"
        parts={mayWrite ? [first, intake, batches, stale, state] : [{ ...batches, key: '' }, stale, state]}
      />
    </Page>
  );
}
