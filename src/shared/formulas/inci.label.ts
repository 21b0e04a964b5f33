/** Names as a label prints them. */

import { nameKey } from '../fields/name.ts';
import { singleSpaced } from '../fields/text.ts';
import type { Ingredient } from './formula.ts';

/** Intermediate products of the trade, and the one name the label gives them. Article 19(1)(g), and the glossary's note. */
const SAME_NAME: readonly [string, readonly string[]][] = [
  [
    'Aqua',
    [
      'aqua',
      'water',
      'eau',
      'aqua/water',
      'aqua / water',
      'aqua/water/eau',
      'aqua / water / eau',
      'aqua/eau',
      'aqua (water)',
      'water (aqua)',
      'eau (aqua)',
      'aqua (eau)',
      'purified water',
      'eau purifiee',
      'eau demineralisee',
      'deionized water',
      'demineralized water',
      'acqua',
      'agua',
      'wasser',
      'aqua purificata',
    ],
  ],
  [
    'Parfum',
    [
      'parfum',
      'fragrance',
      'perfume',
      'parfum (fragrance)',
      'fragrance (parfum)',
      'parfum/fragrance',
      'parfum / fragrance',
      'fragrance/parfum',
      'fragrance / parfum',
      'profumo',
      'perfum',
      'duft',
      'parfum, fragrance',
    ],
  ],
  ['Aroma', ['aroma', 'flavor', 'flavour', 'aroma (flavor)', 'aroma (flavour)', 'flavor (aroma)', 'arome']],
];
const BY_NAME = new Map(SAME_NAME.flatMap(([name, all]) => all.map((one) => [one, name] as const)));

/** « WATER / AQUA / EAU »: one name in several languages. */
function sameOf(parts: readonly string[]): string | undefined {
  const [first, ...others] = parts.map((part) => BY_NAME.get(part));
  return others.length > 0 && others.every((one) => one === first) ? first : undefined;
}

/** The name as the label says it: Aqua, Parfum, Aroma; without the common name in brackets, « (Shea) ». */
export function labelName(name: string): string {
  const said = BY_NAME.get(nameKey(name)) ?? sameOf(nameKey(name).split(/ ?\/ ?/));
  if (said) return said;
  const bare = singleSpaced(name)
    .replace(/ ?\[ ?nano ?\]/gi, '')
    .replace(/ \((?!\d)[\p{L} .'’-]+\)(?= |$)/gu, '')
    .trim();
  return BY_NAME.get(nameKey(bare)) ?? (bare || name.trim());
}

export const has = (names: readonly string[], name: string): boolean =>
  names.some((one) => nameKey(one) === nameKey(name));
export const mayBeLeftOut = ({ sources }: Ingredient): boolean =>
  sources.every(({ role }) => role === 'impureté' || role === 'auxiliaire');
