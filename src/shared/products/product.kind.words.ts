import { fold } from '../contract/list.ts';

/** Whole words in the name of a cleaning product. */
const CLEANING = [
  'lessive',
  'détergent',
  'vaisselle',
  'adoucissant',
  'détartrant',
  'dégraissant',
  'javel',
  'désinfectant',
  'multi-usages',
  'vitres',
  'sols',
  'WC',
  'décapant',
  'déboucheur',
  'anticalcaire',
  'récurer',
  'multi-surfaces',
  'parfum d’ambiance',
] as const;
/** Words that say a cleaning product alone, but a cosmetic beside one of the others. */
const CLEANSING = ['nettoyant', 'nettoyante', 'assouplissant', 'détachant', 'désodorisant'] as const;
const OF_COSMETICS = [
  'visage',
  'peau',
  'corps',
  'mains',
  'cheveux',
  'bébé',
  'intime',
  'moussant',
  'douche',
  'capillaire',
  'pieds',
  'lait',
] as const;

/** Names are at most this long (characters). */
const NAME_LENGTH = 1_200;

const wordsOf = (text: string): string => fold(text).replace(/[^a-z0-9]+/g, ' ');

type Word = (typeof CLEANING | typeof CLEANSING | typeof OF_COSMETICS)[number];
const FOLDED = Object.fromEntries(
  [...CLEANING, ...CLEANSING, ...OF_COSMETICS].map((word) => [word, wordsOf(word)]),
) as Readonly<Record<Word, string>>;

/** The word of a product's names for which it may be a cleaning product; `null` without one. A person decides. */
export function cleaningWordOf({
  nom_produit,
  nom_commercial,
}: {
  nom_produit?: unknown;
  nom_commercial?: unknown;
}): string | null {
  const name = wordsOf(`${nom_commercial ?? ''} ${nom_produit ?? ''}`.slice(0, NAME_LENGTH));
  const says = (word: Word): boolean => ` ${name} `.includes(` ${FOLDED[word]} `);
  const word = CLEANING.find(says) ?? null;
  if (word !== null) return word;
  return OF_COSMETICS.some(says) ? null : (CLEANSING.find(says) ?? null);
}
