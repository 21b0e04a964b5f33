import type { Place } from '#shared/imports/document.contract.ts';

/** A passage that is shown in the document. */
export interface Lit {
  place: Place;
  raw: string;
}

/** « Page 3, A.2 Caractéristiques physiques, tableau 4, ligne 2 ». */
export const placeName = ({ part, heading, table, row, page }: Place): string =>
  [
    page === null ? null : `page ${page}`,
    heading ?? part,
    table === null ? null : `tableau ${table}`,
    row === null ? null : `ligne ${row}`,
  ]
    .filter((one) => one !== null)
    .join(', ')
    .replace(/^./, (first) => first.toUpperCase());
