/** Whether a text is a table that was pasted where a text is typed. */

/** As many lines as make one. */
const ROWS_MIN = 3;
/** What is looked at: a person’s paste may be long. */
const LOOKED_MAX = 200_000;

const filled = (text: string): string[] =>
  text
    .slice(0, LOOKED_MAX)
    .split('\n')
    .filter((line) => line.trim() !== '');

export const linesIn = (text: string): number => filled(text).length;

/** Three lines or more, most of them with cells (tabs) or an amount. */
export function looksLikeTable(text: string): boolean {
  const lines = filled(text);
  if (lines.length < ROWS_MIN) return false;
  const cells = lines.filter((line) => line.includes('\t') || /\d ?%/.test(line)).length;
  return cells >= ROWS_MIN && cells * 2 >= lines.length;
}
