import type { PointKey } from '#shared/control/point.needs.ts';

/** The numbered folders of the archive, which are the parts of the PDF. */
export const FOLDERS = {
  description: { folder: '01-description', title: 'Description du produit' },
  partA: { folder: '02-rapport-partie-A', title: 'Rapport sur la sécurité, partie A' },
  partB: { folder: '03-rapport-partie-B', title: 'Rapport sur la sécurité, partie B' },
  making: { folder: '04-fabrication-BPF', title: 'Fabrication et BPF' },
  claims: { folder: '05-preuves', title: 'Preuves des effets revendiqués' },
  animals: { folder: '06-experimentation-animale', title: 'Expérimentation animale' },
  annexes: { folder: '07-annexes', title: 'Annexes' },
} as const;
export type FolderKey = keyof typeof FOLDERS;

export function folderOf(point: PointKey | null): FolderKey {
  if (point === null) return 'annexes';
  if (point === '11-2-a') return 'description';
  if (point === '11-2-d') return 'claims';
  if (point === '11-2-e') return 'animals';
  if (point.startsWith('11-2-c')) return 'making';
  return point.startsWith('B') ? 'partB' : 'partA';
}

/** A name that every system writes to a disk: letters without accents, digits, dashes; its ending kept. */
export function safeName(name: string): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,8})?$/s.exec(name) ?? [];
  const plain = stem
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);
  return `${plain || 'piece'}${ending.toLowerCase()}`;
}

/** What the bytes are, whatever the name says. */
export function kindOfBytes(head: Uint8Array): 'pdf' | 'jpeg' | 'png' | 'zip' | 'other' {
  const text = Buffer.from(head.subarray(0, 1_024)).toString('latin1');
  if (text.includes('%PDF-')) return 'pdf';
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  return text.startsWith('PK\x03\x04') ? 'zip' : 'other';
}
