/**
 * A person's text, before an expression reads it. Two repetitions side by side in one expression, or one that is anchored
 * at the end alone, take a time that grows with the square of the text: a run of blanks is made one, and ends are cut by a
 * loop. `expressions.test.ts` tries every expression of the program.
 */

/** Blanks of any kind, one or many, as one space; none at the ends. */
export const singleSpaced = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The beginning of a long text. @param most characters of it */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).trimEnd()}…` : text;

/** A label inside a sentence: « pièce périmée »; an abbreviation and a name stay: « CPNP après… », « Partie B signée… ». */
export const lowerFirst = (text: string): string =>
  /^(?:\p{Lu}\p{Lu}|Partie B)/u.test(text) ? text : `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

/**
 * The text without the characters at its beginning that `start` takes, nor those at its end that `end` takes; in linear time.
 * @param start an expression of one character; `null` leaves the beginning
 */
export function withoutEnds(text: string, start: RegExp | null, end: RegExp | null): string {
  let from = 0;
  let to = text.length;
  const sizeAt = (at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  while (start && from < to) {
    const size = sizeAt(from);
    if (!start.test(text.slice(from, from + size))) break;
    from += size;
  }
  while (end && to > from) {
    const size = to - from > 1 && sizeAt(to - 2) === 2 ? 2 : 1;
    if (!end.test(text.slice(to - size, to))) break;
    to -= size;
  }
  return text.slice(from, to);
}

/** « de Maison Valorme », « d’Essences de Grasse »; an h, a y and what begins by a sign are left whole. */
export const withDe = (name: string): string => (/^[aeiouàâäéèêëîïôöùûüœæ]/i.test(name) ? `d’${name}` : `de ${name}`);
