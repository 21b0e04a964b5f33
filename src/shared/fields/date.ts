/** Dates are days, `YYYY-MM-DD`, and never pass through a time zone. */

const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;

/** True for a day of the calendar between 1900 and 2100: `2026-02-30` is not one. */
export function isDay(text: string): boolean {
  const match = ISO_DAY.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** `2026-03-15` → `15/03/2026`. */
export function printDay(day: string): string {
  const match = ISO_DAY.exec(day);
  return match ? `${match[3]}/${match[2]}/${match[1]}` : day;
}

/** `15/03/2026`, `15.3.2026`, `15032026` → `2026-03-15`; `null` for what is no day. */
export function readDay(text: string): string | null {
  const match = /^(\d{1,2})([/. -]?)(\d{1,2})\2(\d{4})$/.exec(text.trim());
  const [day, month] = [match?.[1] ?? '', match?.[3] ?? ''].map((part) => part.padStart(2, '0'));
  const written = `${match?.[4]}-${month}-${day}`;
  return isDay(written) ? written : null;
}

/** Months in French and English, in full and as they are cut short; without accents, in lower case, without a full stop. */
const MONTHS: readonly (readonly string[])[] = [
  ['janvier', 'janv', 'january', 'jan'],
  ['fevrier', 'fevr', 'fev', 'february', 'feb'],
  ['mars', 'march', 'mar'],
  ['avril', 'avr', 'april', 'apr'],
  ['mai', 'may'],
  ['juin', 'june', 'jun'],
  ['juillet', 'juil', 'july', 'jul'],
  ['aout', 'august', 'aug'],
  ['septembre', 'sept', 'september', 'sep'],
  ['octobre', 'oct', 'october'],
  ['novembre', 'nov', 'november'],
  ['decembre', 'dec', 'december'],
];

/** « 15 mars 2026 », « 1er avril 2026 », « 15 March 2026 » → `2026-03-15`; `null` for what is no day. */
export function dayInWords(text: string): string | null {
  const match = /^(\d{1,2})(?:er)? (\p{L}{3,9})\.? (\d{4})$/u.exec(text.replace(/\s/g, ' ').trim());
  const word = (match?.[2] ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const month = MONTHS.findIndex((names) => names.includes(word)) + 1;
  const two = (part: string | number): string => String(part).padStart(2, '0');
  const written = `${match?.[3]}-${two(month)}-${two(match?.[1] ?? '')}`;
  return isDay(written) ? written : null;
}

const clock = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'Europe/Paris',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** An instant (ISO 8601 UTC) as Paris reads it: `15/03/2026 14:32`. */
export const printInstant = (iso: string): string => clock.format(new Date(iso)).replace(/[\u00a0\u202f]/g, ' ');

const timeOfDay = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris', hour: '2-digit', minute: '2-digit' });

/** The hour it is in Paris at an instant (ISO 8601 UTC): `14:32`. */
export const printTime = (iso: string): string => timeOfDay.format(new Date(iso));

const parisDay = new Intl.DateTimeFormat('fr-CA', {
  timeZone: 'Europe/Paris',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

/** The day it is in Paris at this instant, `YYYY-MM-DD`. */
export const dayOf = (instant: Date): string => parisDay.format(instant);

/** The day of an instant (ISO 8601 UTC) as Paris reads it: `15/03/2026`. */
export const printDayOf = (iso: string): string => printDay(dayOf(new Date(iso)));

/** The day that is so many days later; earlier for less than none. */
export function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** How many days there are from one day to the other. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/**
 * The same day of the calendar so many months later; earlier for less than none. In a month without that day, its last
 * (Regulation (EEC, Euratom) No 1182/71, article 3(2)(c)).
 */
export function monthsAfter(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}
