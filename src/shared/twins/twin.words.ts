/** How the twins are read: words and numbers in texts that people type. */
import { nameKey } from '../fields/name.ts';
import { singleSpaced } from '../fields/text.ts';

/** A person’s text is looked at no further. */
const LOOKED_MAX = 500;
const looked = (text: string): string => nameKey(text.slice(0, LOOKED_MAX));

/** What a kind of product is to the SCCS (`EXPOSURE_ROWS`), by the words of its name; the first that is said counts. */
const SCCS_WORDS: readonly (readonly [RegExp, string])[] = [
  [/bain de bouche|mouthwash/, 'mouthwash'],
  [/dentifrice|toothpaste/, 'toothpaste_adult'],
  [/apres-?\s?shampo|demelant|conditioner/, 'hair_conditioner'],
  [/shampo/, 'shampoo'],
  [/gel douche|creme de douche|huile de douche|shower gel|bain moussant/, 'shower_gel'],
  [/savon (?:pour les |de |a )?mains|lave-?mains|hand wash/, 'hand_wash_soap'],
  [/demaquill|eau micellaire|makeup remover/, 'makeup_remover'],
  [/mascara/, 'mascara'],
  [/eye-?liner/, 'eyeliner'],
  [/fard a paupieres|ombre a paupieres|eye ?shadow/, 'eye_makeup'],
  [/fond de teint|foundation/, 'liquid_foundation'],
  [/rouge a levres|baume a levres|gloss|lipstick|lip balm/, 'lipstick'],
  [/(?:deodorant|anti-?transpirant)\b.{0,40}\b(?:aerosol|spray)/, 'deodorant_spray'],
  [/deodorant|anti-?transpirant/, 'deodorant_non_spray'],
  [/creme (?:pour les |de |a )?mains|hand cream/, 'hand_cream'],
  [
    /lait (?:pour le )?corps|lotion (?:pour le )?corps|creme (?:pour le )?corps|lait corporel|body lotion/,
    'body_lotion',
  ],
  [/(?:creme|serum|soin|fluide|emulsion).{0,30}visage|creme de jour|creme de nuit|face cream/, 'face_cream'],
  [/gel coiffant|laque|cire coiffante|coiffant|hair styling/, 'hair_styling'],
];

/** The row of the SCCS that a name of product says; `null` where none is sure. */
export const sccsOf = (text: string): string | null =>
  SCCS_WORDS.find(([words]) => words.test(looked(text)))?.[1] ?? null;

const UNIT = '(?:ml|cl|dl|l|mg|kg|g)';
const AMOUNT = new RegExp(`(\\d{1,6}(?:[.,]\\d{1,3})?)\\s?(${UNIT})\\b`, 'gi');
/** What may stand between the amounts of a set: « 50 ml + 2 × 5 ml ». */
const BETWEEN = /^[\s+&×x*\d]*$/i;

/** The amount in a text, whole: « Tube 50 ml » → « 50 ml », « Coffret 50 ml + 2 × 5 ml » → « 50 ml + 2 × 5 ml »; else `null`. */
export function amountIn(text: string): string | null {
  const bare = singleSpaced(text.slice(0, LOOKED_MAX));
  const found = [...bare.matchAll(AMOUNT)];
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last) return null;
  // « 2 × 50 ml »: how many of them belongs to the amount.
  const before = /(?:^|[\s(])(\d{1,3}\s?[×x*]\s?)$/i.exec(bare.slice(0, first.index));
  const start = before?.[1] ? first.index - before[1].length : first.index;
  for (const [at, one] of found.entries()) {
    const next = found[at + 1];
    if (next && !BETWEEN.test(bare.slice(one.index + one[0].length, next.index))) return null;
  }
  return bare.slice(start, last.index + last[0].length);
}

/** Amounts that say the same: without spaces, case, or the sign between. */
export const amountKey = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(',', '.')
    .replace(/[×*]/g, 'x')
    .replace(/[\s\u00a0\u202f]/g, '');

/** « 36 mois ; PAO 12 mois »: each length of time, in months. */
export const monthsIn = (text: string): number[] =>
  [...looked(text).matchAll(/(\d{1,3})\s?(mois|ans?|annees?|m\b)/g)].map(
    ([, count, unit]) => Number(count) * (unit?.startsWith('m') ? 1 : 12),
  );

/** Months up to which a date of minimum durability is due; beyond, the period after opening. Article 19(1)(c). */
const DATED_MONTHS_MOST = 30;
/** Whether what keeps so long needs no date of minimum durability: « 36 mois ». */
export const keepsBeyond = (text: string): boolean => monthsIn(text).some((months) => months > DATED_MONTHS_MOST);

/** « Maison Valorme SAS, 12 rue des Lices, 49000 Angers »: the name, and the address behind the first comma. */
export function nameAndAddress(text: string): { name: string; address: string | null } {
  const at = text.indexOf(',');
  return at < 0
    ? { name: text.trim(), address: null }
    : { name: text.slice(0, at).trim(), address: text.slice(at + 1).trim() || null };
}
