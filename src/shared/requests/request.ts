import { dayOf, daysAfter, printDay } from '../fields/date.ts';
import type { IntakeKind } from '../intake/intake.contract.ts';
import type { ItemState } from './request.contract.ts';

/** Reminders by mail: so many in all; so many days before the day, after it, then each so many. */
export const REMINDERS = { most: 3, before: 3, after: 1, each: 7 } as const;

/**
 * The day of the next reminder: three days before, one day after, then each week; none once the supplier has answered, or
 * after three.
 * @param reminded the days of those that went (`YYYY-MM-DD`)
 */
export function nextReminder({
  due_on,
  sent_at,
  answered_at,
  reminded,
}: {
  due_on: string;
  sent_at: string | null;
  answered_at: string | null;
  reminded: readonly string[];
}): string | null {
  if (sent_at === null || answered_at !== null || reminded.length >= REMINDERS.most) return null;
  const last = [dayOf(new Date(sent_at)), ...reminded].toSorted().at(-1) ?? '';
  const first = daysAfter(due_on, -REMINDERS.before);
  if (first > last) return first;
  let next = daysAfter(due_on, REMINDERS.after);
  while (next <= last) next = daysAfter(next, REMINDERS.each);
  return next;
}

/** « une FDS », « une attestation CMR »: how a kind of document is said in a sentence; those whose name is no document alone. */
const SAID: Partial<Record<IntakeKind, string>> = {
  IFRA: 'un certificat IFRA',
  allergènes: 'une liste d’allergènes',
  CMR: 'une attestation CMR',
  nano: 'une attestation nano',
  origine: 'une attestation d’origine',
  'expérimentation animale': 'une attestation d’expérimentation animale',
  'contact alimentaire': 'une attestation de contact alimentaire',
  stabilité: 'un rapport de stabilité',
  microbiologie: 'un rapport de microbiologie',
  compatibilité: 'un rapport de compatibilité',
  BPF: 'un certificat BPF',
};
const FEMININE: ReadonlySet<string> = new Set([
  'formule',
  'FDS',
  'fiche technique',
  'étude toxicologique',
  'étiquette',
  'preuve d’allégation',
]);
const sayKind = (kind: IntakeKind): string => SAID[kind] ?? `${FEMININE.has(kind) ? 'une' : 'un'} ${kind}`;

/** What is odd in what came for an item: another kind, a date that is over. */
export function oddities(
  asked: IntakeKind | null,
  got: { kind: IntakeKind | null; expires_on: string | null },
  today: string,
): string[] {
  return [
    // Another document is whatever it is.
    ...(asked !== null && asked !== 'autre' && got.kind !== null && got.kind !== asked
      ? [
          `Ceci ressemble à ${sayKind(got.kind)}, ${sayKind(asked)} est ${sayKind(asked).startsWith('une') ? 'demandée' : 'demandé'}.`,
        ]
      : []),
    ...(got.expires_on !== null && got.expires_on < today
      ? [`Ce document n’est plus valable depuis le ${printDay(got.expires_on)}.`]
      : []),
  ];
}

/** Whether what was accepted is that it does not exist: nothing came. */
export const isAcceptedAsAbsent = ({
  state,
  reason,
  files,
}: {
  state: ItemState;
  reason: string | null;
  files: readonly unknown[];
}): boolean => state === 'accepted' && files.length === 0 && reason !== null;
export const ACCEPTED_AS_ABSENT = 'N’existe pas, pris en compte';
