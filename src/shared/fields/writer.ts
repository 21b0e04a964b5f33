import { printDay, printInstant } from './date.ts';
import { ENGLISH_UNITS, ENGLISH_WORDS } from './english.words.ts';

/** The language of a document: of its labels, its closed choices, its dates and figures. What people typed is never touched. */
export const LANGUAGES = { fr: 'Français', en: 'Anglais' } as const;
export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as [Language, ...Language[]];

/** How what the program itself writes reads in a language. */
export interface Writer {
  language: Language;
  /** Figures that we computed, as they are printed in French: `94,50 %`. Never a person's text. */
  figures(text: string): string;
  /** `YYYY-MM-DD`. */
  day(iso: string): string;
  /** ISO 8601 UTC, as Paris reads it. */
  instant(iso: string): string;
  /** One of our own words, which are a closed list (`english.words.ts`); another one stays as it is. */
  word(french: string): string;
  unit(french: string): string;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** `2026-03-05` → `5 March 2026`: no reader takes the day for the month. */
function englishDay(iso: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso) ?? [];
  return year === '' ? iso : `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}

const FRENCH: Writer = {
  language: 'fr',
  figures: (text) => text,
  day: printDay,
  instant: printInstant,
  word: (french) => french,
  unit: (french) => french,
};

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
const BY_WORD = new Map(Object.entries(ENGLISH_WORDS).map(([french, english]) => [plain(french), english]));

const ENGLISH: Writer = {
  language: 'en',
  // Thousands keep their thin space, which reads in both (ISO 80000-1, 7.3).
  figures: (text) => text.replace(/(\d),(?=\d)/g, '$1.'),
  day: englishDay,
  instant: (iso) => {
    const [day = '', time = ''] = printInstant(iso).split(' ');
    const [date, month, year] = day.split('/');
    return `${englishDay(`${year}-${month}-${date}`)}, ${time}`;
  },
  // No-break spaces say nothing of which word it is.
  word: (french) => BY_WORD.get(plain(french)) ?? french,
  unit: (french) => ENGLISH_UNITS[french] ?? french,
};

export const writerOf = (language: Language): Writer => (language === 'en' ? ENGLISH : FRENCH);
