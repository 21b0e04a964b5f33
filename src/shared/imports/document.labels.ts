import { kindOf } from '../fields/field.ts';
import { withoutEnds } from '../fields/text.ts';
import { fieldsMeant, wordKey } from '../products/product.words.ts';
import { type Context, enter, headingOf, LABEL_LENGTH, newContext, pass } from './document.context.ts';
import { cutAtLabels, named } from './document.cuts.ts';
import { type ByLabels, beginsAnother, MEANT_MAX, type Reading, readLines, say } from './document.lines.ts';
import type { OutlineBlock, OutlineParagraph, OutlinePart } from './document.outline.ts';
import { saysLimits } from './document.standing.ts';
import { readTable } from './document.tables.ts';

/** What labels say in one part of a document. @param isTaken what is read already */
export function readLabels({ blocks }: OutlinePart, isTaken: (block: OutlineBlock) => boolean): ByLabels {
  const read: ByLabels = { found: [], taken: new Set(), isOfSeveral: false, formulas: [] };
  const context = newContext();
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at];
    if (!block) break;
    if (block.kind === 'table') {
      if (!isTaken(block))
        readTable(block, { context: captioned(context, blocks[at + 1]), read, place: { block, row: null } });
      context.above = '';
      continue;
    }
    const level = headingOf(block);
    const isFree = !isTaken(block);
    if (level !== null) {
      enter(context, level, block.text);
      if (isFree) readUnder(blocks, at, { context, read, isTaken });
    } else {
      const before = read.found.length;
      if (isFree && !isContents(context)) {
        if (isLoneLabel(block.text)) readUnder(blocks, at, { context, read, isTaken });
        else readLines(block, { context, read, place: { block, row: null }, next: blocks[at + 1], isTaken });
      }
      pass(
        context,
        block.text,
        read.found.length > before || cutAtLabels(block.text.slice(0, LABEL_LENGTH), context).length > 0,
      );
    }
  }
  return read;
}

/** « Tableau 4 : limites »: a caption below a table says what it is as one above does. */
function captioned(context: Context, next: OutlineBlock | undefined): Context {
  const isCaption = next?.kind === 'paragraph' && /^\s*(?:tableau|table|tab\.)\s/i.test(next.text);
  return isCaption && saysLimits(next.text) ? { ...context, above: next.text } : context;
}

/** « Mode d’emploi », « Mode d’emploi : »: alone on its line as a heading without a style is. */
const isLoneLabel = (text: string): boolean => {
  const said = withoutEnds(text.slice(0, LABEL_LENGTH + 1), null, /[\s:]/);
  const [first] = said.length <= LABEL_LENGTH && !/[:\n]/.test(said) ? fieldsMeant(said) : [];
  return first !== undefined && kindOf(first.field) === 'longtext';
};

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
  // A heading is one of those that are open; a line that only looks like one is not.
  const isOpen = context.headings.at(-1)?.text === heading.text;
  const above = isOpen ? { ...context, headings: context.headings.slice(0, -1) } : context;
  const label = named(heading.text, above);
  if (!label || label.fields.length > MEANT_MAX) return;
  const below: OutlineParagraph[] = [];
  for (let next = at + 1; next < blocks.length; next += 1) {
    const block = blocks[next];
    if (block?.kind !== 'paragraph') break;
    if (block.text.trim() === '') continue;
    if (isTaken(block) || beginsAnother(block, context)) break;
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
