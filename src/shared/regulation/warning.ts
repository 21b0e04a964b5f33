import type { JudgedEntry } from './decide.opinion.ts';

/** « (a) … (b) … »: what each case of an entry asks to print. */
const CASE = /\(([a-z])\)/g;

/**
 * What an entry that applies asks to print on the product: where it has cases, that of the chosen one, once a person chose it.
 * A text that does not say which case it is for is for all of them.
 */
export function warningOf(
  text: string,
  { role, letters, case: chosen }: Pick<JudgedEntry, 'role' | 'letters' | 'case'>,
): string[] {
  if (role !== 'applies') return [];
  if (letters.length === 0) return [text];
  if (!chosen?.confirmed) return [];
  const marks = [...text.matchAll(CASE)];
  if (marks.length === 0) return [text];
  const common = text.slice(0, marks[0]?.index).trim();
  const texts = marks.map((mark, index) => text.slice(mark.index + mark[0].length, marks[index + 1]?.index).trim());
  // « (a) (b) … »: one text for both.
  const own = marks.flatMap((mark, index) =>
    mark[1] === chosen.letter ? (texts.slice(index).find((one) => one !== '') ?? []) : [],
  );
  return [[common, ...own].filter(Boolean).join(' ')].filter(Boolean);
}
