import { type FieldValue, isFilled } from '../fields/field.ts';

/** A name that another product knows brings what stood beside it there: an address, a title, a site. */
export interface Card {
  record: 'conformity' | 'assessment';
  /** Who is named. */
  name: string;
  /** What is said of them. */
  brings: readonly [string, ...string[]];
}

export const CARDS: readonly Card[] = [
  { record: 'conformity', name: 'pr_nom', brings: ['pr_adresse', 'dip_adresse'] },
  { record: 'conformity', name: 'bpf_site', brings: ['bpf_signataire', 'bpf_expiration'] },
  { record: 'assessment', name: 'evaluateur_nom', brings: ['evaluateur_diplome', 'evaluateur_adresse'] },
];

type Values = Readonly<Record<string, FieldValue | undefined>>;

/** The cards whose name is given and that lack something. */
export const cardsToFill = (record: Card['record'], values: Values): readonly Card[] =>
  CARDS.filter(
    (card) =>
      card.record === record && isFilled(values[card.name]) && card.brings.some((field) => !isFilled(values[field])),
  );

/** What a card brings to the fields that are empty, from what another product says of the same name. */
export const broughtBy = (card: Card, values: Values, known: Values): { field: string; value: FieldValue }[] =>
  card.brings.flatMap((field) => {
    const value = known[field];
    return !isFilled(values[field]) && value !== undefined && isFilled(value) ? [{ field, value }] : [];
  });
