import type { FieldDefinition } from '../fields/field.ts';

/** What is said of a batch (« lot »): one line each. */
export const LOT_FIELDS = [
  {
    name: 'numero',
    label: 'Numéro de lot',
    message: 'Donnez le numéro imprimé sur les unités.',
    example: 'L26-118',
    source: 'article 19 §1 (e)',
  },
  {
    name: 'fabrique_le',
    label: 'Fabriqué le',
    kind: 'date',
    past: true,
    example: '2026-03-02',
    source: 'article 8',
  },
  {
    name: 'premiere_mise',
    label: 'Première mise sur le marché',
    kind: 'date',
    past: true,
    example: '2026-03-16',
    source: 'article 11 §1',
  },
  {
    name: 'derniere_mise',
    label: 'Dernière mise sur le marché',
    kind: 'date',
    past: true,
    example: '2026-06-30',
    reason: 'Le dossier se conserve dix ans après celle du dernier lot.',
    source: 'article 11 §1',
  },
  {
    name: 'quantite',
    label: 'Quantité',
    kind: 'number',
    unit: 'unités',
    whole: true,
    min: 1,
    max: 1_000_000_000,
    example: '12400',
    reason: 'Un taux d’effets indésirables se rapporte aux unités vendues.',
    source: 'annexe I, partie A, point 9',
  },
] as const satisfies readonly FieldDefinition[];

export interface LotValues {
  numero: string;
  /** Days, `YYYY-MM-DD`. */
  fabrique_le: string | null;
  premiere_mise: string | null;
  derniere_mise: string | null;
  /** Units. */
  quantite: number | null;
}
