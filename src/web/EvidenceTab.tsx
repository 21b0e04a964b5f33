import { ProductShelf } from './attachments/ProductShelf.tsx';
import { ClaimsPart } from './control/ClaimsPart.tsx';
import { ConformityPart } from './control/ControlRecordPart.tsx';
import { LabelPart } from './control/LabelPart.tsx';
import { PartTabs } from './ui/PartTabs.tsx';

/** What proves the file: conformity, claims, and all its pieces on one shelf. */
export function EvidenceTab() {
  return (
    <PartTabs
      label="Parties des preuves"
      parts={[
        { key: '', label: 'Conformité', body: () => <ConformityPart /> },
        { key: 'allegations', label: 'Allégations', body: () => <ClaimsPart /> },
        { key: 'etiquette', label: 'Étiquette', body: () => <LabelPart /> },
        { key: 'pieces', label: 'Pièces', body: () => <ProductShelf /> },
      ]}
    />
  );
}
