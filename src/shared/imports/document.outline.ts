/**
 * A document that was given to be read, as paragraphs and tables in reading order: what the readers of old files work on,
 * and what a screen shows beside what was found. It holds words alone, whatever the file was.
 */

export interface OutlineParagraph {
  kind: 'paragraph';
  /** No-break and soft characters folded; line breaks as `\n`, tabs as `\t`. */
  text: string;
  /** Rank of a heading: 0 a title, then 1 to 9; `null` for what is none. */
  level: number | null;
  /** From 1, of a PDF. */
  page: number | null;
}

export interface OutlineCell {
  blocks: OutlineBlock[];
  /** Columns it takes. */
  span: number;
  /** It goes on from the cell above. */
  continues: boolean;
}

export interface OutlineTable {
  kind: 'table';
  rows: OutlineCell[][];
  page: number | null;
}

export type OutlineBlock = OutlineParagraph | OutlineTable;

export interface OutlinePart {
  /** As its author calls it: « Corps du document », « En-tête ». */
  label: string;
  isBody: boolean;
  blocks: OutlineBlock[];
}

export interface Outline {
  parts: OutlinePart[];
  isPdf: boolean;
  /** Changes that nobody has accepted or refused. */
  hasChanges: boolean;
}

const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
const SOFT = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** A text with blanks of any width as spaces, hyphens that do not break as hyphens, and nothing invisible. */
export const foldText = (text: string): string =>
  text
    .replace(SPACES, ' ')
    .replace(SOFT, '')
    .replace(/\u2011/g, '-')
    .normalize('NFC');

/** The same characters, one for one, as two texts are compared: signs of the same kind are the same. */
export const comparable = (text: string): string => text.replace(/[’‘ʼ′`]/g, "'").replace(/[‐‒–—−]/g, '-');

/** What a person sees of a cell: its paragraphs, one a line. */
export const cellText = ({ blocks }: Pick<OutlineCell, 'blocks'>): string => blocks.map(blockText).join('\n').trim();

export const blockText = (block: OutlineBlock): string =>
  block.kind === 'paragraph'
    ? block.text
    : block.rows.map((row) => row.map(cellText).filter(Boolean).join(' ')).join('\n');

/** Whether a document has a letter or a digit. */
export const hasWords = ({ parts }: Outline): boolean =>
  parts.some(({ blocks }) => blocks.some((block) => /[\p{L}\p{N}]/u.test(blockText(block))));
