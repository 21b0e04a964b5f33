import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import type { PointKey } from '#shared/control/point.needs.ts';
import { STEP_LIST } from '#shared/products/product.fields.ts';

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

const POINT_OF_STEP: Readonly<Record<string, PointKey>> = {
  informations: '11-2-a',
  formula: 'A1',
  physico_chimie: 'A2',
  microbiologie: 'A3',
  impuretes_emballage: 'A4',
  utilisation: 'A5',
  expositions: 'A6',
  toxicologie: 'A8',
  effets_indesirables: 'A9',
  autres_infos: 'A10',
};
const POINT_OF_FIELD: Readonly<Record<string, PointKey>> = {
  photo: '11-2-a',
  mandat: '11-2-a',
  stabilite: 'A2',
  microbiologie_rapport: 'A3',
  challenge_test: 'A3',
  etiquette: 'B2',
  evaluateur_preuve: 'B4',
  signature: 'B4',
  bpf_certificat: '11-2-c-bpf',
};
const POINT_OF_KIND: Readonly<Record<string, PointKey>> = {
  formule: 'A1',
  FDS: 'A2',
  'fiche technique': 'A2',
  'certificat d’analyse': 'A2',
  stabilité: 'A2',
  microbiologie: 'A3',
  'challenge test': 'A3',
  compatibilité: 'A4',
  'étude toxicologique': 'A8',
  BPF: '11-2-c-bpf',
  étiquette: 'B2',
  'preuve d’allégation': '11-2-d',
  diplôme: 'B4',
  'expérimentation animale': '11-2-e',
};

/** Which point a piece proves: by what it is said to be, else by where it is attached; `null` for a plain annex. */
export function pointOf({ field_key, kind }: Pick<Attachment, 'field_key' | 'kind'>): PointKey | null {
  if (field_key.startsWith('allegation_')) return '11-2-d';
  return (
    POINT_OF_FIELD[field_key] ??
    (kind ? POINT_OF_KIND[kind] : undefined) ??
    (STEP_LIST.some(({ key }) => key === field_key) ? POINT_OF_STEP[field_key] : undefined) ??
    null
  );
}

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
