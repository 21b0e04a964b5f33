import { dayOf } from '../fields/date.ts';

/** How often a person is sent what is new by mail. */
export const DIGESTS = {
  jamais: { label: 'Jamais', when: 'jamais' },
  jour: { label: 'Chaque jour', when: 'chaque jour à 7 h' },
  semaine: { label: 'Chaque semaine', when: 'chaque lundi à 7 h' },
} as const;
export type Digest = keyof typeof DIGESTS;
export const DIGEST_NAMES = Object.keys(DIGESTS) as [Digest, ...Digest[]];

const HOUR_OF_DIGEST = 7;
const DAY_MS = 86_400_000;

const hourInParis = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris', hour: '2-digit', hourCycle: 'h23' });

/**
 * The day of the last digest that is due, as Paris counts: today from seven on, or the day before; of a week, its Monday.
 * @returns `YYYY-MM-DD`
 */
export function dueDay(digest: Digest, at: Date): string {
  const today = Date.parse(`${dayOf(at)}T00:00:00Z`);
  const isTime = Number.parseInt(hourInParis.format(at), 10) >= HOUR_OF_DIGEST;
  const last = today - (isTime ? 0 : DAY_MS);
  const sinceMonday = (new Date(last).getUTCDay() + 6) % 7;
  return new Date(digest === 'semaine' ? last - sinceMonday * DAY_MS : last).toISOString().slice(0, 10);
}
