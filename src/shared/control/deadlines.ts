import { isNotified } from '../clp/clp.classes.ts';
import { PART_PATHS } from '../contract/product.parts.ts';
import type { DeadlineRow } from '../deadlines/deadline.kinds.ts';
import { clockOf, isSerious } from '../effects/clock.ts';
import { monthsAfter, printDay } from '../fields/date.ts';
import { withDe } from '../fields/text.ts';
import { sayAsked } from '../reviews/review.ts';
import { STUDY_TYPES } from '../studies/study.contract.ts';
import { duePointsOf, printPoint } from '../studies/study.ts';
import type { FileState } from './finding.state.ts';
import { pieceName, requestLink, unrenewed } from './findings.ts';
import { MONTHS_OF_LIST } from './points.cleaning.ts';
import { MONTHS_OF_STATEMENT } from './points.report.ts';

/** What the deadlines of a product are read from. */
export interface DeadlineState extends FileState {
  /** The last day on which its file is kept; `null` while nobody knows it. */
  keptUntil: string | null;
  /** The day from which no lot follows; `null` while some may. */
  stoppedOn: string | null;
}

/** No lot follows: what a lot to come would need is nobody's task any more. Studies are of what is still on the shelves. */
const isStopped = ({ stoppedOn, today }: DeadlineState): boolean => stoppedOn !== null && stoppedOn <= today;
const OF_LOTS_TO_COME: ReadonlySet<DeadlineRow['kind']> = new Set([
  'piece',
  'bpf',
  'allegation',
  'evaluation',
  'regle',
  'pcn',
  'site',
]);

type Told = Omit<DeadlineRow, 'grace'> & { grace?: number };

/** Every day on which something of the product is due, however far. No date is invented: each is one that somebody typed, or counted from one. */
export function deadlinesOf(state: DeadlineState): DeadlineRow[] {
  const all = [
    ...effects(state),
    ...studies(state),
    ...pieces(state),
    ...said(state),
    ...cleaning(state),
    ...asked(state),
  ].filter(({ kind }) => !(isStopped(state) && OF_LOTS_TO_COME.has(kind)));
  return all.map((one) => ({ grace: 0, ...one, title: one.title.slice(0, TITLE_LENGTH) }));
}
const TITLE_LENGTH = 200;

/** Nothing of a case but that there is one. */
const effects = ({ effects: cases, today }: FileState): Told[] =>
  cases.flatMap((one): Told[] => {
    const clock = clockOf(one, today);
    if (!clock?.isOpen) return [];
    return [
      isSerious(one.gravite) === true
        ? { ...AT_EFFECTS, key: `EIG:${one.id}`, kind: 'eig', due_on: clock.due_on, title: EFFECT_TITLE }
        : {
            ...AT_EFFECTS,
            key: `EFFET_A_QUALIFIER:${one.id}`,
            kind: 'qualifier',
            due_on: clock.due_on,
            title: EFFECT_TITLE,
          },
    ];
  });
const AT_EFFECTS = { link: PART_PATHS.effects };
/** All that a calendar says of one. */
export const EFFECT_TITLE = 'Effet indésirable : à traiter';

const studies = ({ studies: all, today }: FileState): Told[] =>
  all.flatMap((study) =>
    duePointsOf(study, today)
      .filter(({ unread }) => unread.length > 0)
      .map(({ point, due_on }) => ({
        key: `ETUDE_EN_RETARD:${study.id} ${point.valeur}`,
        kind: 'etude' as const,
        due_on,
        title: `${STUDY_TYPES[study.type]} : lire le point « ${printPoint(point)} »`,
        link: PART_PATHS.studies,
        grace: study.tolerance_jours,
      })),
  );

const pieces = ({ pieces: all, today }: FileState): Told[] =>
  unrenewed(all, today).flatMap((piece) =>
    piece.file.expires_on === null
      ? []
      : [
          {
            key: `PIECE_PERIMEE:${piece.file.id}`,
            kind: 'piece' as const,
            due_on: piece.file.expires_on,
            title: `${pieceName(piece)} : à renouveler`,
            link: piece.page,
          },
        ],
  );

/** Days that the records say, or that are counted from them. */
function said(state: DeadlineState): Told[] {
  const {
    product,
    conformity,
    assessment,
    claims,
    chronology,
    verdicts,
    pieces: all,
    today,
    keptUntil,
    stoppedOn,
  } = state;
  const isCosmetic = product.type_produit === 'cosmetique';
  const of = (code: string): string => `${code}:${product.id}`;
  // The certificate that is attached has its own line.
  const isAttached = all.some(
    ({ file, of: owner }) =>
      owner === null && file.kind === 'BPF' && (file.expires_on ?? '') >= (conformity.bpf_expiration ?? ''),
  );
  const found: (Told | false | null)[] = [
    isCosmetic &&
      conformity.ei_date !== null &&
      // The last statement is that of after the last lot.
      !(isStopped(state) && conformity.ei_date >= (stoppedOn ?? '')) && {
        key: of('RELEVE_EI'),
        kind: 'releve_ei',
        due_on: monthsAfter(conformity.ei_date, MONTHS_OF_STATEMENT),
        title: `Relevé des effets indésirables du ${printDay(conformity.ei_date)} : à refaire`,
        link: PART_PATHS.effects,
      },
    isCosmetic &&
      conformity.bpf_expiration !== null &&
      !isAttached && {
        key: of('BPF'),
        kind: 'bpf',
        due_on: conformity.bpf_expiration,
        title: 'Certificat BPF : à renouveler',
        link: PART_PATHS.conformity,
      },
    isCosmetic &&
      assessment.revoir_le !== null && {
        key: of('EVALUATION'),
        kind: 'evaluation',
        due_on: assessment.revoir_le,
        title: 'Évaluation de la sécurité : à revoir',
        link: PART_PATHS.assessment,
      },
    // Once it is over, nobody has anything to do.
    keptUntil !== null &&
      keptUntil >= today && {
        key: of('CONSERVATION'),
        kind: 'conservation',
        due_on: keptUntil,
        title: 'Dernier jour de conservation du dossier',
        link: PART_PATHS.follow,
      },
  ];
  return [
    ...found.filter((one) => one !== false && one !== null),
    // « Revue le »: a day that is over was one, a day to come will be.
    ...claims
      .filter(({ revue_le }) => revue_le !== null && revue_le >= today)
      .map(({ id, texte, revue_le }) => ({
        key: `ALLEGATION:${product.id} ${id}`,
        kind: 'allegation' as const,
        due_on: revue_le ?? today,
        title: `Allégation « ${texte} » : à revoir`,
        link: PART_PATHS.claims,
      })),
    ...(isCosmetic
      ? chronology
          .filter(({ code }) => code === 'REGLE_A_VENIR')
          .flatMap(({ about, dates: [first] }): Told[] => {
            if (!first) return [];
            // What it means is each product’s own: the line is of the substance and the day.
            const inci = verdicts.find(({ key }) => key === about)?.inci ?? about;
            const title = `${inci} : une règle change ce jour-là`;
            return [
              {
                key: `REGLE_A_VENIR:${about} ${first.date}`,
                kind: 'regle',
                due_on: first.date,
                title,
                link: PART_PATHS.law,
              },
            ];
          })
      : []),
  ];
}

/** What people of the house, and suppliers, are asked for. */
const asked = ({ review, requests }: FileState): Told[] => [
  ...(review?.due_on
    ? [
        {
          key: `RELECTURE:${review.id}`,
          kind: 'relecture' as const,
          due_on: review.due_on,
          title: sayAsked({ ...review, due_on: null }),
          link: PART_PATHS.exchange,
        },
      ]
    : []),
  ...requests.map(({ id, supplier, due_on }) => ({
    key: `DEMANDE:${id}`,
    kind: 'demande' as const,
    due_on,
    title: `Documents attendus ${withDe(supplier)}`,
    link: requestLink(id),
  })),
];

/** Of a cleaning product: its notification before it is sold, and its list of components, read again each year. */
function cleaning({ product, cleaning: found }: FileState): Told[] {
  if (!found) return [];
  const { clp_non_classe, clp_conclusion, pcn_reference, site_verifie_le } = found.record;
  const isAsked = clp_non_classe !== true && (clp_conclusion.length === 0 || isNotified(clp_conclusion));
  const market = product.date_mise_marche;
  const rows: (Told | false)[] = [
    isAsked &&
      pcn_reference === null &&
      typeof market === 'string' &&
      /^\d{4}-\d\d-\d\d$/.test(market) && {
        key: `PCN:${product.id}`,
        kind: 'pcn',
        due_on: market,
        title: 'Notification aux centres antipoison (PCN) : à faire',
        link: PART_PATHS.detergent,
      },
    site_verifie_le !== null && {
      key: `SITE:${product.id}`,
      kind: 'site',
      due_on: monthsAfter(site_verifie_le, MONTHS_OF_LIST),
      title: `Liste des composants en ligne, relue le ${printDay(site_verifie_le)} : à relire`,
      link: PART_PATHS.detergent,
    },
  ];
  return rows.filter((one) => one !== false);
}
