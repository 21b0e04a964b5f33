import { daysAfter, daysBetween } from '../fields/date.ts';
import type { FindingLevel } from '../findings/finding.ts';

/** Days before a deadline on which it is called to mind. */
const REMINDERS = [60, 30, 0];
/** Of a serious effect, from its day 0: then every day. */
const EIG_REMINDERS = [20, 10, 5, 2, 0];
/** It is red from five days before its last day on: day 15 of 20. */
const EIG_RED = 5;

interface KindRow {
  readonly label: string;
  /** What asks for it, or that the house does. */
  readonly rule: string;
  readonly reminders: readonly number[];
  /** Before it is late; after it, orange. */
  readonly level?: FindingLevel;
}

/** What has a day, of which somebody is to do something: a kind is one line. Its dates are read in `control/deadlines.ts`. */
const KINDS = {
  eig: {
    label: 'Effet grave',
    rule: 'Règlement (CE) n° 1223/2009, article 23 : vingt jours depuis celui où quelqu’un de la maison l’a su',
    reminders: EIG_REMINDERS,
    level: 'orange',
  },
  qualifier: {
    label: 'Effet à qualifier',
    rule: 'Règlement (CE) n° 1223/2009, article 23 : s’il est grave, vingt jours',
    reminders: EIG_REMINDERS,
    level: 'orange',
  },
  releve_ei: {
    label: 'Relevé d’effets indésirables',
    rule: 'Annexe I, A.9 : un relevé de plus de douze mois n’en est plus un',
    reminders: REMINDERS,
  },
  etude: { label: 'Lecture d’étude', rule: 'Le protocole de l’étude', reminders: REMINDERS },
  piece: { label: 'Pièce', rule: 'Le dernier jour où la pièce vaut', reminders: REMINDERS },
  bpf: { label: 'Certificat BPF', rule: 'Règlement (CE) n° 1223/2009, article 8', reminders: REMINDERS },
  allegation: { label: 'Allégation', rule: 'Le jour dit de sa revue', reminders: REMINDERS },
  evaluation: { label: 'Évaluation', rule: 'Le jour dit par l’évaluateur', reminders: REMINDERS },
  regle: {
    label: 'Règle à venir',
    rule: 'Les annexes du règlement (CE) n° 1223/2009, à leur jour',
    reminders: REMINDERS,
    level: 'orange',
  },
  conservation: {
    label: 'Fin de conservation',
    rule: 'Dix ans après le dernier lot : règlement (CE) n° 1223/2009, article 11 §1, ou règle de la maison',
    reminders: REMINDERS,
  },
  relecture: { label: 'Relecture', rule: 'Le jour dit par qui demande la relecture', reminders: [3, 0] },
  demande: { label: 'Demande à un fournisseur', rule: 'Le jour dit dans la demande', reminders: [7, 0] },
  pcn: {
    label: 'Notification (PCN)',
    rule: 'Règlement (CE) n° 1272/2008, article 45 : avant la mise sur le marché',
    reminders: REMINDERS,
  },
  site: {
    label: 'Liste des composants en ligne',
    rule: 'Règlement (CE) n° 648/2004, annexe VII D, relue chaque année : règle de la maison',
    reminders: REMINDERS,
  },
} as const satisfies Record<string, KindRow>;
export type DeadlineKind = keyof typeof KINDS;
export const DEADLINE_KINDS: Readonly<Record<DeadlineKind, KindRow>> = KINDS;
export const DEADLINE_KIND_NAMES = Object.keys(KINDS) as [DeadlineKind, ...DeadlineKind[]];

/** How many days before its day something may be called to mind. */
export const REMINDER_DAYS: readonly number[] = [
  ...new Set(Object.values(DEADLINE_KINDS).flatMap((one) => one.reminders)),
];

/** A day of one product, as its file says it. */
export interface DeadlineRow {
  /** The same in all products that share it. */
  key: string;
  kind: DeadlineKind;
  due_on: string;
  /** What is to be done, without the name of the product. */
  title: string;
  /** Below `/products/{id}`, or the page of a library. */
  link: string;
  /** Days after it during which it is not late. */
  grace: number;
}

type Dated = Pick<DeadlineRow, 'kind' | 'due_on' | 'grace'>;

/** Days since a day that is over, once its tolerance is over too. */
export const overdueDays = ({ due_on, grace }: Dated, today: string): number =>
  today > daysAfter(due_on, grace) ? daysBetween(due_on, today) : 0;

export function levelOf(one: Dated, today: string): FindingLevel {
  if (one.kind === 'eig' && today >= daysAfter(one.due_on, -EIG_RED)) return 'rouge';
  const level: FindingLevel = DEADLINE_KINDS[one.kind].level ?? 'neutre';
  return level === 'neutre' && overdueDays(one, today) > 0 ? 'orange' : level;
}

/** Whether it is called to mind on a day: at its reminders; a serious effect every day once its last day came. */
export function isRemindedOn({ kind, due_on }: Pick<DeadlineRow, 'kind' | 'due_on'>, today: string): boolean {
  const left = daysBetween(today, due_on);
  return DEADLINE_KINDS[kind].reminders.includes(left) || (kind === 'eig' && left < 0);
}
