import { isQuoted, neutralCell } from '#shared/fields/csv.ts';

const quoted = (text: string): string => (isQuoted(text) ? `"${text.replace(/"/g, '""')}"` : text);

/** A table as a French spreadsheet opens it: semicolons, CRLF, a byte-order mark, formulas neutralised. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => row.map((cell) => quoted(neutralCell(cell))).join(';')).join('\r\n')}\r\n`;

/** Hands a text to the browser's downloads. */
export const saveText = (fileName: string, text: string): void =>
  saveBlob(fileName, new Blob([text], { type: 'text/csv;charset=utf-8' }));

export function saveBlob(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
