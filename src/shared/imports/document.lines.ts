import { kindOf } from '../fields/field.ts';
import { singleSpaced, withoutEnds } from '../fields/text.ts';
import type { ProductField } from '../products/product.fields.ts';
import { fieldsMeant, readFieldName, wordKey } from '../products/product.words.ts';
import { bareLabel, type Context, headingOf, inContext, LABEL_LENGTH } from './document.context.ts';
import type { OutlineBlock, OutlineParagraph, OutlineTable } from './document.outline.ts';
import { doubtHere, fieldsHere, saysLimits } from './document.standing.ts';
import { looksLikeUnit } from './document.values.ts';

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

/** What a name says of a field. */
export interface Named {
  fields: readonly ProductField[];
  unit: string | null;
  isOwn: boolean;
  doubts: string[];
}

/** What a label means; `null` for what is none. @param text as it stands */
export function named(text: string, context: Context): Named | null {
  const label = bareLabel(singleSpaced(text.slice(0, LABEL_LENGTH + 40)));
  if (label === '' || label.length > LABEL_LENGTH || NO_LABEL.has(wordKey(label))) return null;
  const { meant, besides } = readBoth(label);
  if (meant.length === 0) return null;
  const fields = inContext(
    meant.map(({ field }) => field),
    context,
  );
  const isUnit = besides !== null && looksLikeUnit(besides);
  return {
    fields,
    unit: isUnit ? besides : null,
    isOwn: meant.every(({ how }) => how === 'label') && besides === null,
    doubts: besides !== null && !isUnit ? [`Le libellé dit aussi « ${besides} ».`] : [],
  };
}

/** Words that say nothing in a document: it has a date on every page. */
const NO_LABEL = new Set(['date']);

/** « Marque / Brand »: a label in two languages is that of the field that both name. */
function readBoth(label: string): ReturnType<typeof readFieldName> {
  const whole = readFieldName(label);
  const parts = label.split(' / ');
  if (whole.meant.length > 0 || parts.length !== 2) return whole;
  const [one, other] = parts.map((part) => readFieldName(part).meant);
  const meant = (one ?? []).filter(({ field }) => other?.some((same) => same.field === field));
  return { meant, besides: null };
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

/** Signs between a label and its value. */
const SIGN = /[:=\t]\s*(?:[.…_]{3,}\s*)?|(?:\.{3}|…|___)[\s.…_:]*/g;
/** Words of the longest label, and places of a line that are looked at. */
const [WORDS_MAX, SIGNS_MAX] = [12, 40];

interface Cut {
  label: Named;
  /** Where its label begins. */
  from: number;
  raw: string;
}

/** A line cut at the labels that are known in it, each with what follows it. */
export function cutAtLabels(line: string, context: Context): Cut[] {
  if (line.length > LINE_LENGTH) return cutFirst(line, context);
  if (announcesLimits(line)) return [];
  const cuts: { from: number; to: number; label: Named }[] = [];
  for (const sign of [...line.matchAll(SIGN)].slice(0, SIGNS_MAX)) {
    const start = cuts.at(-1)?.to ?? 0;
    const found = labelBefore(line, { start, end: sign.index, isFirst: cuts.length === 0, context });
    if (found) cuts.push({ from: found.from, to: sign.index + sign[0].length, label: found.label });
  }
  return cuts.map(({ from, to, label }, index) => ({
    label,
    from,
    // What stands before the next label is no part of the value.
    raw: withoutEnds(
      besideLayout(line.slice(to, cuts[index + 1]?.from ?? line.length)),
      null,
      cuts[index + 1] ? /[\s;|,•–—-]/ : /\s/,
    ),
  }));
}

/** « Limites : plomb : 10 ; arsenic : 3 »: a line that says limits first. */
function announcesLimits(line: string): boolean {
  const at = line.slice(0, LABEL_LENGTH).indexOf(':');
  return at > 0 && saysLimits(line.slice(0, at)) && line.slice(at + 1).includes(':');
}

/** « Crème    Lot : L123 »: blanks that set another pair apart end a value. */
function besideLayout(text: string): string {
  const at = text.search(/\S\s{3,}\S/);
  return at >= 0 && text.slice(at).includes(':') ? text.slice(0, at + 1) : text;
}
/** Beyond it, a paragraph is read for the label that it begins with alone. */
const LINE_LENGTH = 1_000;

function cutFirst(line: string, context: Context): Cut[] {
  const head = line.slice(0, LABEL_LENGTH);
  const sign = [...head.matchAll(SIGN)][0];
  const label = sign ? named(head.slice(0, sign.index), context) : null;
  return sign && label ? [{ label, from: 0, raw: line.slice(sign.index + sign[0].length) }] : [];
}

/** The longest known label that ends there; after another value it begins with a capital letter, or after a sign. */
function labelBefore(
  line: string,
  { start, end, isFirst, context }: { start: number; end: number; isFirst: boolean; context: Context },
): { from: number; label: Named } | null {
  const text = line.slice(start, end);
  const whole = named(text, context);
  if (isFirst && whole) return { from: start, label: whole };
  const words = [...text.matchAll(/\S+/g)].slice(-WORDS_MAX);
  for (const word of words) {
    const from = start + word.index;
    const before = line.slice(Math.max(0, from - 3), from);
    const isCut = from === start || /[\t;|•·–—-]/.test(before) || /\s\s|[.,)]/.test(before.slice(-2));
    if (from === start && !isFirst) continue;
    if (!isCut && !/^\p{Lu}/u.test(word[0]) && word[0] !== 'pH') continue;
    const found =
      fieldsMeant(bareLabel(line.slice(from, end))).length > 0 || isCut ? named(line.slice(from, end), context) : null;
    if (found) return { from, label: found };
  }
  return null;
}
