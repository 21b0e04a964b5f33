import { ProductShelf } from './attachments/ProductShelf.tsx';
import { ClaimsPart } from './control/ClaimsPart.tsx';
import { CleaningConformityPart, ConformityPart, DetergentPart } from './control/ControlRecordPart.tsx';
import { LabelPart } from './control/LabelPart.tsx';
import { useProduct } from './products/useProduct.ts';
import { PartTabs } from './ui/PartTabs.tsx';

/** What proves the file: conformity, claims, and all its pieces on one shelf. */
export function EvidenceTab() {
  const { type_produit } = useProduct();
  if (type_produit === 'nettoyage')
    return (
      <PartTabs
        label="Parties des preuves"
        parts={[
          { key: '', label: 'Étiquette et responsable', body: () => <CleaningConformityPart /> },
          { key: 'nettoyage', label: 'Dossier de nettoyage', body: () => <DetergentPart /> },
          { key: 'allegations', label: 'Allégations', body: () => <ClaimsPart /> },
          { key: 'pieces', label: 'Pièces', body: () => <ProductShelf /> },
        ]}
      />
    );
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
