import { singleSpaced } from '#shared/fields/text.ts';
import { comparable, type OutlineBlock, type OutlineTable } from '#shared/imports/document.outline.ts';
import type { TemplateBlock } from './template.blocks.ts';
import type { Slot } from './template.pattern.ts';

/** Where something stands in a document that is read: the block of the part, the row and the cell of a table. */
export interface Spot {
  block: OutlineBlock;
  /** The outermost table and its row, from 0. */
  table: OutlineTable | null;
  row: number | null;
}

/** One item of a list, as it was printed: the same object for all its values. */
export interface Turn {
  list: string;
}

/** What a tag has printed. */
export interface Capture {
  slot: Slot;
  /** As it stands. */
  raw: string;
  /** The texts around it are the template's, to the letter. */
  isExact: boolean;
  /** It may be another tag's, or have been cut elsewhere. */
  isDoubtful: boolean;
  /** Several paragraphs stand where the tag prints one: the first of them. */
  first: string | null;
  /** The turn of a list that it was printed in; `null` outside of lists. */
  turn: Turn | null;
  spot: Spot;
}

export interface Aligned {
  captures: Capture[];
  /** Blocks of the document, and rows of its tables, that the template printed. */
  taken: Set<OutlineBlock | OutlineTable['rows'][number]>;
}

/** Where blocks of a document are looked for. */
export interface Place {
  table: OutlineTable | null;
  row: number | null;
  /** What stands before and after them is the template's. */
  isBound: boolean;
}

/** Lays blocks of a document beside those of the template that may have printed them. */
export type Align = (template: readonly TemplateBlock[], given: readonly OutlineBlock[], place: Place) => Aligned;

/** A text as two of them are compared: blanks made single, signs of a kind alike. */
export const plain = (text: string): string => singleSpaced(comparable(text));
