/** How often a person is sent what is new by mail. */
export const DIGESTS = {
  jamais: { label: 'Jamais', when: 'jamais' },
  jour: { label: 'Chaque jour', when: 'chaque jour à 7 h' },
  semaine: { label: 'Chaque semaine', when: 'chaque lundi à 7 h' },
} as const;
export type Digest = keyof typeof DIGESTS;
export const DIGEST_NAMES = Object.keys(DIGESTS) as [Digest, ...Digest[]];

const HOUR_OF_DIGEST = 7;
const DAY_MS = 86_400_000;

const inParis = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Paris',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
});

/**
 * The day of the last digest that is due, as Paris counts: today from seven on, or the day before; of a week, its Monday.
 * @returns `YYYY-MM-DD`
 */
export function dueDay(digest: Digest, at: Date): string {
  const parts = new Map(inParis.formatToParts(at).map(({ type, value }) => [type, value]));
  const today = Date.parse(`${parts.get('year')}-${parts.get('month')}-${parts.get('day')}T00:00:00Z`);
  const isTime = Number(parts.get('hour')) >= HOUR_OF_DIGEST;
  const last = today - (isTime ? 0 : DAY_MS);
  const sinceMonday = (new Date(last).getUTCDay() + 6) % 7;
  return new Date(digest === 'semaine' ? last - sinceMonday * DAY_MS : last).toISOString().slice(0, 10);
}
