import type { ListQuery } from './list.query.ts';

/** Largest page a list gives. */
export const PAGE_SIZE_MAX = 200;

export interface Page {
  limit: number;
  offset: number;
}

/** The rows a query asks for; `null` for all of them. */
export function pageOf(query: ListQuery, defaultSize = 50): Page | null {
  if (query.page === undefined && query.size === undefined) return null;
  const limit = query.size ?? defaultSize;
  return { limit, offset: ((query.page ?? 1) - 1) * limit };
}

const ASCII = /^[\x00-\x7f]*$/;
const LETTERS: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
  '’': "'",
  '‘': "'",
};

/** Text without case and accents, as searches and sorts compare it: `Éclat` → `eclat`, `Œillet` → `oeillet`. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[œæ\u00a0\u202f\u2009’‘]/g, (letter) => LETTERS[letter] ?? letter);
}
