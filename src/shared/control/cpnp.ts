import { standsAt } from '../attachments/attachment.place.ts';
import { compositionPart, type PartState } from './parts.ts';

type NotifiedState = Pick<PartState, 'product' | 'conformity' | 'composition'> & {
  pieces: readonly { file: PartState['pieces'][number]['file'] & { also: readonly string[] } }[];
};

const filesAt =
  (key: string) =>
  ({ pieces }: NotifiedState): string[] =>
    pieces
      .filter(({ file }) => standsAt(file, key))
      .map(({ file }) => file.sha256)
      .toSorted();

/**
 * What a notification to the CPNP tells of a product (Regulation (EC) 1223/2009, article 13(1) and (2)), and has to be told
 * anew when it is no longer so (article 13(7)): each as people call it, and what it is.
 */
const NOTIFIED = {
  nom_commercial: { label: 'nom commercial', of: ({ product }) => product.nom_commercial ?? null },
  category: { label: 'catégorie', of: ({ conformity }) => conformity.category ?? null },
  pr_nom: { label: 'personne responsable', of: ({ conformity }) => conformity.pr_nom ?? null },
  pr_adresse: {
    label: 'adresse de la personne responsable',
    of: ({ conformity }) => conformity.pr_adresse ?? null,
  },
  pays_origine: { label: 'pays d’origine', of: ({ conformity }) => conformity.pays_origine ?? null },
  nano: { label: 'nanomatériaux', of: ({ conformity }) => conformity.nano ?? null },
  cmr: { label: 'substances CMR', of: ({ conformity }) => conformity.cmr ?? null },
  cpnp_formulation_cadre: {
    label: 'formulation-cadre',
    of: ({ conformity }) => conformity.cpnp_formulation_cadre ?? null,
  },
  etiquette: { label: 'étiquette', of: filesAt('etiquette') },
  photo: { label: 'photo', of: filesAt('photo') },
  composition: { label: 'composition', of: ({ composition }) => compositionPart(composition) },
} as const satisfies Record<string, { label: string; of: (state: NotifiedState) => unknown }>;
type NotifiedPart = keyof typeof NOTIFIED;
const PARTS = Object.keys(NOTIFIED) as NotifiedPart[];

/** SHA-256 of each part, as it was notified. */
export type NotifiedStamp = Readonly<Partial<Record<NotifiedPart, string>>>;

export const notifiedStampOf = (state: NotifiedState, hashOf: (content: unknown) => string): NotifiedStamp =>
  Object.fromEntries(PARTS.map((part) => [part, hashOf(NOTIFIED[part].of(state))]));

/** What is no longer as it was notified, as people call it. One that was not kept then is never said to differ. */
export const changedSinceNotified = (stamp: NotifiedStamp, now: NotifiedStamp): string[] =>
  PARTS.filter((part) => stamp[part] !== undefined && stamp[part] !== now[part]).map((part) => NOTIFIED[part].label);
