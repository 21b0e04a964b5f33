import type { ProductKind } from '#shared/contract/product.kinds.ts';
import { type CleaningPoint, isCleaningPoint, type PointKey } from '#shared/control/point.titles.ts';

/** The numbered folders of the archive, which are the parts of the PDF. */
export const FOLDERS = {
  description: { folder: '01-description', title: 'Description du produit' },
  partA: { folder: '02-rapport-partie-A', title: 'Rapport sur la sécurité, partie A' },
  partB: { folder: '03-rapport-partie-B', title: 'Rapport sur la sécurité, partie B' },
  making: { folder: '04-fabrication-BPF', title: 'Fabrication et BPF' },
  claims: { folder: '05-preuves', title: 'Preuves des effets revendiqués' },
  animals: { folder: '06-experimentation-animale', title: 'Expérimentation animale' },
  annexes: { folder: '07-annexes', title: 'Annexes' },
  // Of a cleaning product.
  identity: { folder: '01-identite', title: 'Identité et composition' },
  label: { folder: '02-etiquette', title: 'Étiquette et fiche des composants' },
  hazards: { folder: '03-classification', title: 'Classification, fiche de données de sécurité, UFI' },
  proofs: { folder: '04-preuves', title: 'Agents de surface et allégations' },
  others: { folder: '05-annexes', title: 'Annexes' },
} as const;
export type FolderKey = keyof typeof FOLDERS;
/** The parts of a dossier, in their order. */
export const FOLDERS_OF: Readonly<Record<ProductKind, readonly FolderKey[]>> = {
  cosmetique: ['description', 'partA', 'partB', 'making', 'claims', 'animals', 'annexes'],
  nettoyage: ['identity', 'label', 'hazards', 'proofs', 'others'],
};
/** Where the validated document stands in the archive, and what it is called. */
export const DOCUMENT: Readonly<Record<ProductKind, { folder: string; title: string; section: string }>> = {
  cosmetique: {
    folder: '00-dip',
    title: 'Dossier d’information produit',
    section: 'Le dossier d’information produit validé',
  },
  nettoyage: {
    folder: '00-document',
    title: 'Dossier produit de nettoyage',
    section: 'Le document validé',
  },
};

/** The part of a cleaning product's dossier in which each point is proved. */
const CLEANING_FOLDERS: Readonly<Record<CleaningPoint, FolderKey>> = {
  N1: 'identity',
  N2: 'identity',
  N3: 'identity',
  N4: 'proofs',
  N5: 'identity',
  N6: 'label',
  N7: 'label',
  N8: 'label',
  N9: 'label',
  N10: 'hazards',
  N11: 'hazards',
  N12: 'hazards',
  N13: 'hazards',
  N14: 'hazards',
  N15: 'hazards',
  N16: 'proofs',
};

export function folderOf(point: PointKey | null, kind: ProductKind): FolderKey {
  if (kind === 'nettoyage') return point !== null && isCleaningPoint(point) ? CLEANING_FOLDERS[point] : 'others';
  if (point === null) return 'annexes';
  if (point === '11-2-a') return 'description';
  if (point === '11-2-d') return 'claims';
  if (point === '11-2-e') return 'animals';
  if (point.startsWith('11-2-c')) return 'making';
  return point.startsWith('B') ? 'partB' : 'partA';
}

/** What the bytes are, whatever the name says. */
export function kindOfBytes(head: Uint8Array): 'pdf' | 'jpeg' | 'png' | 'zip' | 'other' {
  const text = Buffer.from(head.subarray(0, 1_024)).toString('latin1');
  if (text.includes('%PDF-')) return 'pdf';
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  return text.startsWith('PK\x03\x04') ? 'zip' : 'other';
}
