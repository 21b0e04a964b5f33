import type { Attachment } from '../attachments/attachment.contract.ts';
import type { ProductKind } from '../contract/product.kinds.ts';
import { SURFACTANT_FILE } from '../detergents/detergent.fields.ts';
import { STEP_LIST } from '../products/product.fields.ts';
import { STUDY_FILE } from '../studies/study.file.ts';
import { CLAIM_FILE } from './claims.ts';
import type { PointKey } from './point.titles.ts';

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

/** The same of a cleaning product. */
const CLEANING_POINT: Readonly<Record<string, PointKey>> = {
  informations: 'N1',
  photo: 'N1',
  formula: 'N2',
  formule: 'N2',
  etiquette: 'N7',
  étiquette: 'N7',
  fiche_composants: 'N8',
  fds: 'N13',
  'preuve d’allégation': 'N16',
};

/** Which points a piece proves: that of its own place, and those of the others it was given. */
export const pointsOf = (
  file: Pick<Attachment, 'field_key' | 'kind' | 'also'>,
  kind: ProductKind = 'cosmetique',
): ReadonlySet<PointKey | null> =>
  new Set([pointOf(file, kind), ...file.also.map((field_key) => pointOf({ field_key, kind: null }, kind))]);

const cleaningPointOf = ({ field_key, kind }: Pick<Attachment, 'field_key' | 'kind'>): PointKey | null => {
  if (CLAIM_FILE.test(field_key)) return 'N16';
  if (SURFACTANT_FILE.test(field_key)) return 'N4';
  return CLEANING_POINT[field_key] ?? (kind ? CLEANING_POINT[kind] : undefined) ?? null;
};

/** Which point a piece proves first: by what it is said to be, else by where it is attached; `null` for a plain annex. */
export function pointOf(
  { field_key, kind }: Pick<Attachment, 'field_key' | 'kind'>,
  of: ProductKind = 'cosmetique',
): PointKey | null {
  if (of === 'nettoyage') return cleaningPointOf({ field_key, kind });
  if (CLAIM_FILE.test(field_key)) return '11-2-d';
  // What it is of, where somebody said it; most are of stability.
  if (STUDY_FILE.test(field_key)) return (kind ? POINT_OF_KIND[kind] : undefined) ?? 'A2';
  return (
    POINT_OF_FIELD[field_key] ??
    (kind ? POINT_OF_KIND[kind] : undefined) ??
    (STEP_LIST.some(({ key }) => key === field_key) ? POINT_OF_STEP[field_key] : undefined) ??
    null
  );
}
