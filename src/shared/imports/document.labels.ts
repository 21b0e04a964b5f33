import { kindOf } from '../fields/field.ts';
import { wordKey } from '../products/product.words.ts';
import { type Context, enter, headingOf, LABEL_LENGTH, newContext } from './document.context.ts';
import { type ByLabels, cutAtLabels, MEANT_MAX, named, type Reading, readLines, say } from './document.lines.ts';
import type { OutlineBlock, OutlineParagraph, OutlinePart } from './document.outline.ts';
import { readTable } from './document.tables.ts';

/** What labels say in one part of a document. @param isTaken what is read already */
export function readLabels({ blocks }: OutlinePart, isTaken: (block: OutlineBlock) => boolean): ByLabels {
  const read: ByLabels = { found: [], taken: new Set(), isOfSeveral: false, formulas: [] };
  const context = newContext();
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at];
    if (!block) break;
    if (block.kind === 'table') {
      if (!isTaken(block)) readTable(block, { context, read, place: { block, row: null } });
      context.above = '';
      continue;
    }
    const level = headingOf(block);
    const isFree = !isTaken(block);
    if (level !== null) {
      enter(context, level, block.text);
      if (isFree) readUnder(blocks, at, { context, read, isTaken });
    } else {
      if (isFree && !isContents(context))
        readLines(block, { context, read, place: { block, row: null }, next: blocks[at + 1], isTaken });
      if (block.text.trim() !== '') context.above = block.text;
    }
  }
  return read;
}

/** A table of contents, where nothing tells it from text but its title. */
const isContents = ({ headings, above }: Context): boolean =>
  [headings.at(-1)?.text ?? '', above].some((text) => CONTENTS.has(wordKey(text.slice(0, LABEL_LENGTH))));
const CONTENTS = new Set(['sommaire', 'table des matieres', 'contents', 'table of contents']);

/** A heading that is a label: what stands below it, up to the next one. */
function readUnder(
  blocks: readonly OutlineBlock[],
  at: number,
  { context, read, isTaken }: Pick<Reading, 'context' | 'read'> & { isTaken: (block: OutlineBlock) => boolean },
): void {
  const heading = blocks[at];
  if (heading?.kind !== 'paragraph') return;
  const above = { ...context, headings: context.headings.slice(0, -1) };
  const label = named(heading.text, above);
  if (!label || label.fields.length > MEANT_MAX) return;
  const below: OutlineParagraph[] = [];
  for (const block of blocks.slice(at + 1)) {
    if (block.kind === 'table' || headingOf(block) !== null) break;
    if (block.text.trim() === '') continue;
    if (isTaken(block) || cutAtLabels(block.text.split('\n')[0] ?? '', context).length > 0) break;
    below.push(block);
  }
  const [first] = below;
  if (!first) return;
  const isLong = label.fields.some((field) => kindOf(field) === 'longtext');
  if (!isLong && below.length > 1) return;
  const reading = { context: above, read, place: { block: first, row: null } };
  say(reading, { ...label, isOwn: false }, { raw: below.map(({ text }) => text.trim()).join('\n'), way: 'heading' });
  if (read.taken.has(first)) {
    for (const block of below) read.taken.add(block);
    read.taken.add(heading);
  }
}
