import { headingOf } from '#shared/imports/document.context.ts';
import type { DocumentReading, Place } from '#shared/imports/document.contract.ts';
import {
  blockText,
  cellText,
  type OutlineBlock,
  type OutlinePart,
  type OutlineTable,
} from '#shared/imports/document.outline.ts';

/** Passages told that nobody has read, and characters of each. */
const [UNREAD_MAX, UNREAD_LENGTH] = [500, 500];

/** Passages that nobody has read, but for headings. */
export function unreadOf(
  parts: readonly OutlinePart[],
  taken: ReadonlySet<unknown>,
  placeOf: (block: OutlineBlock, row: number | null, raw: string) => Place,
): DocumentReading['unread'] {
  const unread: DocumentReading['unread'] = [];
  const add = (block: OutlineBlock, row: number | null, text: string): void => {
    // A line of a table of contents says nothing of its own.
    if (!/[\p{L}\p{N}]/u.test(text) || text.includes(LEADER) || unread.length >= UNREAD_MAX) return;
    unread.push({ text: text.slice(0, UNREAD_LENGTH), place: placeOf(block, row, text) });
  };
  for (const { blocks } of parts)
    for (const block of blocks) {
      if (block.kind === 'paragraph') {
        if (!taken.has(block) && headingOf(block) === null) add(block, null, blockText(block).trim());
        continue;
      }
      for (const [row, cells] of block.rows.entries())
        if (!taken.has(cells) && !isTakenWhole(block, taken))
          add(block, row, cells.map(cellText).filter(Boolean).join(' | '));
    }
  return unread;
}

const LEADER = '.'.repeat(8);

/** A table that was read as one: none of its rows by itself. */
const isTakenWhole = (table: OutlineTable, taken: ReadonlySet<unknown>): boolean =>
  taken.has(table) && !table.rows.some((row) => taken.has(row));
