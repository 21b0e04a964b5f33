/** What a spreadsheet would run (full-width signs too), and what was protected so already. */
const RUNS = /^'*[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^-?[\d\s.,]+$/;

/** A cell that a spreadsheet reads as a text: an apostrophe before what it would run. */
export const neutralCell = (cell: string): string => (RUNS.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell);

/** What was written by `neutralCell`, as it was. */
export const plainCell = (cell: string): string => (cell.startsWith("'") && RUNS.test(cell) ? cell.slice(1) : cell);

/** Whether a cell is between quotes: another program may split it at another separator than ours. A decimal comma is let be. */
export const isQuoted = (cell: string): boolean => /[";,|\t\n\r]/.test(cell) && !/^-?\d+,\d+$/.test(cell);
