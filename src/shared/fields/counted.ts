import { printNumber } from './number.ts';

/**
 * `counted(1, 'fichier')` → « 1 fichier », `counted(1200, 'fichier')` → « 1 200 fichiers »: in French nothing and one are
 * singular. @param many the plural, when it is not the word with an s at each of its words
 */
export const counted = (count: number, one: string, many = one.replace(/(\p{L})(?= |$)/gu, '$1s')): string =>
  `${printNumber(count)} ${Math.abs(count) < 2 ? one : many}`;
