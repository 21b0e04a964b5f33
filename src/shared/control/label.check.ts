/** What of a label an artwork lacks: its words, its list of ingredients, their order. */
import { nameKey } from '../fields/name.ts';
import { singleSpaced, withoutEnds } from '../fields/text.ts';
import type { Inci } from '../formulas/formula.contract.ts';
import { compareLabel } from '../formulas/inci.list.ts';
import type { LabelPart } from './label.ts';

/** What is written on the artwork cannot be told from the file alone: somebody reads it. */
const BY_EYE = new Set(['batch', 'durability']);

export interface LabelCheck {
  /** Why the text could not be read: a person compares by eye. */
  unreadable: string | null;
  parts: { key: string; title: string; state: 'found' | 'missing' | 'by_eye'; missing: string[] }[];
  ingredients: { missing: string[]; extra: string[]; moved: string[] } | null;
}

/** An artwork is looked at no further: the largest text of a box has some 6 000 characters. */
const LOOKED_MAX = 100_000;
const LIST_MAX = 8_000;
/** Sentences of one part that are looked for: each reads the whole artwork. */
const SENTENCES_MAX = 100;

/** As words are compared: without case, accents, punctuation; lines that the artwork breaks are one. */
const wordsOf = (text: string): string =>
  singleSpaced(
    nameKey(text.replace(/[\u00ad]/g, '').replace(/-\s*\n\s*/g, '-'))
      .replace(/[^\p{L}\p{N}/+-]+/gu, ' ')
      .toLowerCase(),
  );

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!])\s+/, SENTENCES_MAX)
    .map((one) => one.trim())
    .filter(Boolean);

/** The names after « Ingrédients : », as they stand; the last one without what follows the list. */
export function namesOnLabel(text: string, items: readonly { inci: string }[]): string[] {
  const found = /ingr[ée]dients?\s*:?\s*/i.exec(text);
  if (!found) return [];
  const list = singleSpaced(text.slice(found.index + found[0].length, found.index + found[0].length + LIST_MAX));
  const names = list
    .split(/, |[•·;]/)
    .map((one) => one.trim())
    .filter(Boolean);
  const known = new Set(items.map(({ inci }) => wordsOf(inci)));
  // What follows the list starts in its last cell: « LIMONENE. 50 ml » or « LIMONENE 50 ml ».
  const end = names.findIndex((one) => {
    const start = startOf(one, known);
    return start !== null && start !== one;
  });
  if (end < 0) return names;
  const last = startOf(names[end] ?? '', known);
  return last === null ? names : [...names.slice(0, end), last];
}

/** The longest beginning of a cell that is a name of the list. */
function startOf(cell: string, known: ReadonlySet<string>): string | null {
  const words = cell.split(' ');
  for (let count = Math.min(words.length, 12); count > 0; count -= 1) {
    const start = words.slice(0, count).join(' ');
    if (known.has(wordsOf(start))) return withoutEnds(start, null, /[.\s]/);
  }
  return null;
}

/** What of the label an artwork lacks. @param text of the artwork; `null`: it has none that can be read */
export function checkLabel(
  { text, unreadable }: { text: string | null; unreadable: string | null },
  parts: readonly LabelPart[],
  items: Inci['items'],
): LabelCheck {
  const looked = text?.slice(0, LOOKED_MAX) ?? '';
  const words = wordsOf(looked);
  if (text === null || words === '')
    return {
      unreadable: unreadable ?? 'Ce fichier est une image sans texte : comparez à l’œil, et dites-le.',
      parts: parts.map(({ key, title }) => ({ key, title, state: 'by_eye', missing: [] })),
      ingredients: null,
    };
  const padded = ` ${words} `;
  const has = (one: string): boolean => padded.includes(` ${wordsOf(one)} `);
  return {
    unreadable: null,
    parts: parts
      .filter((part) => part.text !== null && part.key !== 'ingredients')
      .map(({ key, title, text: wanted }) => {
        if (BY_EYE.has(key)) return { key, title, state: 'by_eye' as const, missing: [] };
        const missing = sentencesOf(wanted ?? '').filter((one) => !has(one));
        return { key, title, state: missing.length === 0 ? ('found' as const) : ('missing' as const), missing };
      }),
    ingredients: compareLabel(items, namesOnLabel(looked, items)),
  };
}
