import { dayInWords, isDay } from '#shared/fields/date.ts';
import type { Language } from '#shared/fields/writer.ts';

/** Days as they are printed, and in the forms that authors ask for. */

const FRENCH_DAY = /^(\d{2})\/(\d{2})\/(\d{4})(?!\d)/;

/** The longest day in words, « 30 septembre 2026 »: a longer text is none. */
const DAY_LENGTH = 20;

/** `15/03/2026` and what may follow, or `15 March 2026`, as `2026-03-15`; `null` when it is no day. */
export function dayOf(text: string): string | null {
  const trimmed = text.trim();
  const found = FRENCH_DAY.exec(trimmed);
  if (!found) return trimmed.length > DAY_LENGTH ? null : dayInWords(trimmed);
  const day = `${found[3]}-${found[2]}-${found[1]}`;
  return isDay(day) ? day : null;
}

const LOCALES = { fr: 'fr-FR', en: 'en-GB' } as const satisfies Record<Language, string>;
const namesOf = (language: Language, options: Intl.DateTimeFormatOptions, dates: readonly Date[]): string[] => {
  const { format } = new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC' });
  return dates.map((date) => format(date));
};
const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1)));
// 4 January 2026 is a Sunday.
const days = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 0, 4 + day)));
const calendarOf = (language: Language) => ({
  months: namesOf(language, { month: 'long' }, months),
  shortMonths: namesOf(language, { month: 'short' }, months),
  days: namesOf(language, { weekday: 'long' }, days),
});
const CALENDARS = { fr: calendarOf('fr'), en: calendarOf('en') } as const;

/** Letters of a form of date, in French or as programs write them: `jj/MM/aaaa`, `d MMMM yyyy`, `EEEE`. */
const LETTERS = /[jd]{1,2}|[Mm]{1,4}|[ay]{4}|[ay]{2}|E{4}/g;

/** Whether it says how to write a date, and nothing else but blanks and marks. */
export const isDatePattern = (pattern: string): boolean =>
  /[jdMmayE]/.test(pattern) &&
  // « jjjj » is a day of the week in Excel, and twice the day here.
  !/([jd])\1{2}|([Mm])\2{4}|([ay])\3{4}/.test(normalPattern(pattern)) &&
  !/[\p{L}\p{N}]/u.test(normalPattern(pattern).replace(LETTERS, ''));

const normalPattern = (pattern: string): string =>
  pattern.replaceAll('J', 'j').replaceAll('A', 'a').replaceAll('Y', 'y').replaceAll('D', 'd');

/** A day in another form: `j MMMM aaaa` gives « 1er mars 2026 », `1 March 2026`. What is no day stays as it is. */
export function dated(text: string, pattern: string, language: Language): string {
  const day = dayOf(text);
  if (day === null) return text;
  const { months, shortMonths, days } = CALENDARS[language];
  const [year = '', month = '', date = ''] = day.split('-');
  const normal = normalPattern(pattern);
  const isLong = /[Mm]{3}/.test(normal);
  return normal.replace(LETTERS, (letters) => {
    const first = letters.charAt(0).toLowerCase();
    if (first === 'e') return days[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
    if (first === 'a' || first === 'y') return letters.length === 4 ? year : year.slice(2);
    if (first === 'm')
      return (
        [String(Number(month)), month, shortMonths[Number(month) - 1], months[Number(month) - 1]][letters.length - 1] ??
        ''
      );
    return letters.length === 2 ? date : isLong && date === '01' && language === 'fr' ? '1er' : String(Number(date));
  });
}
