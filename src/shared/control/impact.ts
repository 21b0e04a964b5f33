import { PART_PATHS } from '../contract/product.parts.ts';
import type { Stamp, StampPart } from '../findings/stamp.ts';
import type { Claim } from './claims.contract.ts';
import { POINT_TITLES } from './point.titles.ts';

/**
 * What a change of the file asks people to look at again. The table is of people's practice, beside the articles that ask for
 * each; the program says that something moved, never that what stood on it is wrong.
 */

/** What may move, and by which part of a stamp that is seen; a serious effect is none, and comes by itself. */
export const CAUSES = {
  composition: { label: 'Composition', part: 'composition' },
  etiquette: { label: 'Étiquette', part: 'etiquette' },
  conditionnement: { label: 'Conditionnement', part: 'cause:conditionnement' },
  usage: { label: 'Usage', part: 'cause:usage' },
  fabrication: { label: 'Fabrication', part: 'cause:fabrication' },
  responsable: { label: 'Personne responsable', part: 'cause:responsable' },
  toxicologie: { label: 'Toxicologie', part: 'toxicologie' },
  corpus: { label: 'Corpus réglementaire', part: 'corpus' },
  effet_grave: { label: 'Effet indésirable grave', part: null },
} as const satisfies Record<string, { label: string; part: StampPart | null }>;
export type Cause = keyof typeof CAUSES;
export const CAUSE_NAMES = Object.keys(CAUSES) as [Cause, ...Cause[]];

/** What is looked at again: as people call it, what asks for it in Regulation (EC) 1223/2009, and where. */
const REVIEWS = {
  A1: [POINT_TITLES.A1, 'annexe I, A.1', PART_PATHS.formula],
  A2: [POINT_TITLES.A2, 'annexe I, A.2', PART_PATHS.studies],
  A3: [POINT_TITLES.A3, 'annexe I, A.3', PART_PATHS.conformity],
  A4: [POINT_TITLES.A4, 'annexe I, A.4', PART_PATHS.conformity],
  A5: [POINT_TITLES.A5, 'annexe I, A.5', PART_PATHS.sheet],
  A6: [POINT_TITLES.A6, 'annexe I, A.6', PART_PATHS.exposure],
  A7: [POINT_TITLES.A7, 'annexe I, A.7', PART_PATHS.exposure],
  A8: [POINT_TITLES.A8, 'annexe I, A.8', PART_PATHS.exposure],
  A9: [POINT_TITLES.A9, 'annexe I, A.9', PART_PATHS.effects],
  B: ['Évaluation de la sécurité', 'article 10 §1 (c)', PART_PATHS.assessment],
  B2: [POINT_TITLES.B2, 'annexe I, B.2', PART_PATHS.assessment],
  verdicts: ['Verdicts des annexes', 'articles 14 et 15', PART_PATHS.law],
  inci: ['Liste INCI', 'article 19 §1 (g)', PART_PATHS.inci],
  etiquette: ['Étiquette', 'article 19', PART_PATHS.label],
  cpnp: ['Notification au CPNP', 'article 13 §7', PART_PATHS.conformity],
  claims: ['Allégations', 'article 20', PART_PATHS.claims],
  '11-2-c-methode': [POINT_TITLES['11-2-c-methode'], 'article 11 §2 (c)', PART_PATHS.sheet],
  '11-2-c-bpf': [POINT_TITLES['11-2-c-bpf'], 'article 11 §2 (c)', PART_PATHS.conformity],
  '11-2-e': [POINT_TITLES['11-2-e'], 'article 11 §2 (e)', PART_PATHS.conformity],
  dip_adresse: ['Adresse où le dossier est accessible', 'article 11 §3', PART_PATHS.conformity],
  mandat: ['Mandat de la personne responsable', 'article 4', PART_PATHS.conformity],
} as const satisfies Record<string, readonly [quoi: string, article: string, lien: string]>;
export type ReviewKey = keyof typeof REVIEWS;

const ASKED: Readonly<Record<Cause, readonly ReviewKey[]>> = {
  composition: ['A1', 'verdicts', 'inci', 'etiquette', 'A2', 'A3', 'A7', 'A8', 'B', 'cpnp', 'claims'],
  etiquette: ['claims', 'B2', 'cpnp', 'inci'],
  conditionnement: ['A2', 'A4', 'A6', 'cpnp'],
  usage: ['verdicts', 'inci', 'A3', 'A5', 'A6', 'A7', 'B'],
  fabrication: ['11-2-c-methode', '11-2-c-bpf', '11-2-e'],
  responsable: ['etiquette', 'cpnp', 'dip_adresse', 'mandat'],
  toxicologie: ['A7', 'A8', 'B'],
  corpus: ['verdicts'],
  effet_grave: ['A9', 'B', 'B2'],
};

export interface Review {
  key: ReviewKey;
  quoi: string;
  article: string;
  /** Below `/products/{id}`. */
  lien: string;
}
export interface Impact {
  cause: Cause;
  /** What it is now: an answer falls when that is something else. */
  fact: unknown;
  revoir: Review[];
}

export interface ImpactState {
  /** What the act stood on; `null` where there is none, or where an older release kept nothing. */
  act: { stamp: Stamp } | null;
  stamp: Stamp;
  claims: readonly Pick<Claim, 'preuve'>[];
  /** Serious effects since the act that nobody excluded; their ids. */
  serious: readonly string[];
}

const moved = (was: Stamp, now: Stamp, part: StampPart): boolean =>
  was[part] !== undefined && now[part] !== undefined && was[part] !== now[part];

/** What moved since the act, and what it asks to look at again. Put back as before, it is gone. */
export function impactOf({ act, stamp, claims, serious }: ImpactState): Impact[] {
  if (!act) return [];
  const was = act.stamp;
  // What preserves it, or its pH: microbiology comes first.
  const isPreserved = moved(was, stamp, 'cause:conservateurs') || moved(was, stamp, 'cause:ph');
  const isAsked = (cause: Cause, key: ReviewKey): boolean =>
    key !== 'claims' ||
    (cause === 'composition'
      ? // What is proved by the literature does not stand on this formula.
        claims.some(({ preuve }) => preuve !== 'bibliographie')
      : claims.length > 0);
  return CAUSE_NAMES.flatMap((cause): Impact[] => {
    const { part } = CAUSES[cause];
    const isMoved = part === null ? serious.length > 0 : moved(was, stamp, part);
    if (!isMoved) return [];
    const keys = ASKED[cause].filter((key) => isAsked(cause, key));
    const first = cause === 'composition' && isPreserved ? ['A3' as const] : [];
    return [
      {
        cause,
        fact: part === null ? serious : stamp[part],
        revoir: [...new Set([...first, ...keys])].map((key) => {
          const [quoi, article, lien] = REVIEWS[key];
          return { key, quoi, article, lien };
        }),
      },
    ];
  });
}

/** Of one product, what an answer is known by. */
export const reviewKey = (cause: Cause, key: string): string => `${cause}:${key}`;
