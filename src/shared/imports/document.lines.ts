import { kindOf } from '../fields/field.ts';
import type { ProductField } from '../products/product.fields.ts';
import { type Context, headingOf, LABEL_LENGTH } from './document.context.ts';
import { cutAtLabels, type Named, named } from './document.cuts.ts';
import type { OutlineBlock, OutlineParagraph, OutlineTable } from './document.outline.ts';
import { doubtHere, fieldsHere } from './document.standing.ts';

/** A text that stands where a label says what it is. */
export interface Labelled {
  fields: readonly ProductField[];
  /** As it stands. */
  raw: string;
  /** Said in the label, or in a column of its own. */
  unit: string | null;
  way: 'table' | 'label' | 'heading';
  /** The label is the field's own, whole, and is said of one value. */
  isOwn: boolean;
  doubts: string[];
  block: OutlineBlock;
  /** Of a table, from 0. */
  row: number | null;
}

export interface ByLabels {
  found: Labelled[];
  /** Paragraphs and rows that say what was found. */
  taken: Set<OutlineBlock | OutlineTable['rows'][number]>;
  /** A table has a column for each of several products. */
  isOfSeveral: boolean;
  /** Tables that list substances and shares, and why one may be another's. */
  formulas: { table: OutlineTable; doubt: string | null }[];
}

export interface Reading {
  context: Context;
  read: ByLabels;
  place: { block: OutlineBlock; row: number | null };
}

export function say(
  { context, read, place }: Reading,
  { fields, isOwn, unit, doubts }: Named,
  { raw, way, isLone = true }: { raw: string; way: Labelled['way']; isLone?: boolean },
): void {
  // Of many fields, nobody knows which: what it says is not read.
  if (raw.trim() === '' || fields.length > MEANT_MAX) return;
  const here = fieldsHere(fields, context);
  if (here.length === 0) return;
  const doubt = doubtHere(here, context);
  read.found.push({
    fields: here,
    raw: raw.trim(),
    unit,
    way,
    isOwn: isOwn && isLone,
    doubts: doubt === null ? doubts : [...doubts, doubt],
    ...place,
  });
  read.taken.add(place.block);
}
/** Fields that one word may mean, for each of them to be proposed. */
export const MEANT_MAX = 3;

/** Lines of a paragraph: « label : value », leaders, a label with its value on the next line. */
export function readLines(
  block: OutlineParagraph,
  {
    next,
    isTaken,
    ...reading
  }: Reading & { next: OutlineBlock | undefined; isTaken: (block: OutlineBlock) => boolean },
): void {
  let open: { label: Named; raw: string; isLone: boolean } | null = null;
  const close = (): void => {
    if (open) say(reading, open.label, { raw: open.raw, way: 'label', isLone: open.isLone });
    open = null;
  };
  for (const line of block.text.split('\n')) {
    const cuts = cutAtLabels(line, reading.context);
    const going: { label: Named; raw: string; isLone: boolean } | null = open;
    const isLong = going !== null && isLongText(going.label);
    // A line of a long text goes on with it, unless a label begins it.
    if (going && isLong && cuts[0]?.from !== 0) {
      going.raw += `\n${line}`;
      continue;
    }
    // Where a label follows in its paragraph, nobody knows that a long text ends there.
    if (going && isLong) going.isLone = false;
    close();
    for (const { label, raw } of cuts) {
      close();
      open = { label, raw, isLone: cuts.length === 1 };
    }
  }
  const last: { label: Named; raw: string; isLone: boolean } | null = open;
  const isAlone = last !== null && last.raw.trim() === '';
  if (last && !isAlone && isLongText(last.label) && goesOn(next, reading.context))
    last.label = {
      ...last.label,
      doubts: [...last.label.doubts, 'Le texte continue peut-être au paragraphe suivant.'],
    };
  if (!isAlone) close();
  else if (next?.kind === 'paragraph' && !isTaken(next) && headingOf(next) === null) {
    if (beginsAnother(next, reading.context) || named(next.text.split('\n')[0] ?? '', reading.context)) return;
    say(
      { ...reading, place: { block: next, row: null } },
      { ...last.label, isOwn: false, doubts: [...last.label.doubts, 'La valeur est au-dessous de son libellé.'] },
      { raw: next.text, way: 'label' },
    );
    if (reading.read.taken.has(next)) reading.read.taken.add(block);
  }
}

/** Whether the block below may go on with a text: a paragraph that is no heading and says no label. */
const goesOn = (next: OutlineBlock | undefined, context: Context): boolean =>
  next?.kind === 'paragraph' && next.text.trim() !== '' && !beginsAnother(next, context);

/** Whether a paragraph begins something else: a heading, written as one or not, or a label. */
export function beginsAnother(block: OutlineParagraph, context: Context): boolean {
  const first = block.text.split('\n')[0] ?? '';
  return (
    headingOf(block) !== null ||
    isShouted(first) ||
    cutAtLabels(first, context).length > 0 ||
    named(first, context)?.isOwn === true
  );
}

/** A line in capitals, as titles without a style are. */
const isShouted = (line: string): boolean =>
  line.length <= LABEL_LENGTH && /\p{Lu}{4}/u.test(line) && line === line.toUpperCase() && !/[.:]\s*$/.test(line);

const isLongText = ({ fields }: Named): boolean => fields.some((field) => kindOf(field) === 'longtext');
