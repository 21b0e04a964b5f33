import { comparable } from '#shared/imports/document.outline.ts';
import { isList } from '#shared/templates/placeholders.ts';
import type { Filter } from '../docx/grammar.ts';
import { type Tag, tagsInText } from '../docx/tags.ts';

/** A hole of a paragraph of a template: a value, or a list that is printed within the paragraph. */
export interface Slot {
  name: string;
  filters: readonly Filter[];
  /** A list, or a comparison: what it prints is no value of a field. */
  isOpaque: boolean;
}

/** One way in which a paragraph of a template may print: fixed texts, a slot between each two. */
export interface Pattern {
  /** One more than slots. */
  fixed: string[];
  slots: Slot[];
}

/** A paragraph as its template writes it. */
export interface Written {
  /** The ways in which it may print, the fullest first; `null` for one that holds marks of sections alone. */
  patterns: Pattern[] | null;
  /** Sections that it opens and does not close, or closes and did not open. */
  opens: Tag[];
  closes: string[];
  /** It prints nothing but values: no fixed letter or digit. */
  isBare: boolean;
}

type Node = { text: string } | { slot: Slot } | { section: Tag; body: Node[] };

/** Conditions of one paragraph that are tried present and absent. */
const CONDITIONS_MAX = 4;

/** A paragraph of a template, cut at its tags. @param text folded */
export function readWritten(text: string): Written {
  const tags = tagsInText(text);
  const root: Node[] = [];
  const stack: { tag: Tag; body: Node[] }[] = [];
  const opens: Tag[] = [];
  const closes: string[] = [];
  const bodyNow = (): Node[] => stack.at(-1)?.body ?? root;
  let at = 0;
  for (const tag of tags) {
    bodyNow().push({ text: text.slice(at, tag.from) });
    at = tag.to;
    if (tag.kind === 'value')
      bodyNow().push({ slot: { name: tag.name, filters: tag.filters, isOpaque: countsItems(tag) } });
    else if (tag.kind !== 'close') stack.push({ tag, body: [] });
    else if (stack.at(-1)?.tag.name === tag.name) {
      const { tag: section, body } = stack.pop() as { tag: Tag; body: Node[] };
      bodyNow().push({ section, body });
    } else closes.push(tag.name);
  }
  bodyNow().push({ text: text.slice(at) });
  // Those that another paragraph closes: their text is of this one.
  for (const { tag, body } of stack) {
    opens.push(tag);
    root.push(...body);
  }
  const isMark =
    (opens.length > 0 || closes.length > 0) && root.every((one) => 'text' in one && one.text.trim() === '');
  const patterns = isMark ? null : patternsOf(root);
  const isBare = patterns?.every(({ fixed }) => fixed.every((one) => !HAS_WORD.test(one))) ?? true;
  return { patterns, opens, closes, isBare };
}

export const HAS_WORD = /[\p{L}\p{N}]/u;

const countsItems = ({ filters }: Tag): boolean => filters.some(({ name }) => name === 'nombre' || name === 'somme');

function patternsOf(nodes: readonly Node[]): Pattern[] {
  const conditions = nodes.filter((node) => 'section' in node && !isList(node.section.name)).length;
  let made: Pattern[] = [{ fixed: [''], slots: [] }];
  for (const node of nodes) {
    if ('text' in node) made = made.map((one) => withText(one, node.text));
    else if ('slot' in node) made = made.map((one) => withSlot(one, node.slot));
    else if (isList(node.section.name) || conditions > CONDITIONS_MAX)
      made = made.map((one) => withSlot(one, { name: node.section.name, filters: [], isOpaque: true }));
    else {
      const { section, body } = node;
      const inside = patternsOf(body);
      made = made.flatMap((one) => [
        ...inside.map((inner) =>
          joined(section.kind === 'inverted' && section.test === null ? without(one, section.name) : one, inner),
        ),
        section.kind === 'open' && section.test === null ? without(one, section.name) : one,
      ]);
    }
  }
  return made;
}

const withText = ({ fixed, slots }: Pattern, text: string): Pattern => ({
  fixed: [...fixed.slice(0, -1), `${fixed.at(-1) ?? ''}${text.replace(/\\\{\{/g, '{{')}`],
  slots,
});
const withSlot = ({ fixed, slots }: Pattern, slot: Slot): Pattern => ({
  fixed: [...fixed, ''],
  slots: [...slots, slot],
});
const joined = (one: Pattern, { fixed: [first = '', ...rest], slots }: Pattern): Pattern => ({
  fixed: [...withText(one, first).fixed, ...rest],
  slots: [...one.slots, ...slots],
});
/** The same, where nothing is printed of this name: what says that it is absent stands beside it. */
function without({ fixed, slots }: Pattern, name: string): Pattern {
  const made: Pattern = { fixed: [fixed[0] ?? ''], slots: [] };
  for (const [index, slot] of slots.entries()) {
    const next = fixed[index + 1] ?? '';
    if (slot.name === name && !slot.isOpaque) made.fixed[made.fixed.length - 1] += next;
    else {
      made.slots.push(slot);
      made.fixed.push(next);
    }
  }
  return made;
}

/** What the slots of a pattern hold in a text. */
export interface Held {
  pattern: Pattern;
  /** A text each, as it stands. */
  values: string[];
  /** The fixed text is there to the letter. */
  isExact: boolean;
  /** It could have been cut elsewhere, or another way of printing fits as well. */
  isDoubtful: boolean;
  /** Fixed characters that are there. */
  weight: number;
}

/** How a text was printed by a paragraph of a template; `null` when it was not. @param text folded */
export function readHeld(patterns: readonly Pattern[], text: string): Held | null {
  const found = patterns.map((pattern) => heldBy(pattern, text)).filter((one) => one !== null);
  const [best, ...others] = found.toSorted(
    (a, b) => Number(b.isExact) - Number(a.isExact) || b.weight - a.weight || a.values.length - b.values.length,
  );
  if (!best) return null;
  // Another way of printing that says other values of as much fixed text.
  const rival = others.some(
    (one) => one.weight >= best.weight && one.isExact === best.isExact && says(one) !== says(best),
  );
  return rival ? { ...best, isDoubtful: true } : best;
}

const says = ({ pattern, values }: Held): string =>
  JSON.stringify(pattern.slots.map(({ name }, index) => [name, values[index]?.trim()]).filter(([, value]) => value));

function heldBy(pattern: Pattern, text: string): Held | null {
  const exact = cutAt(pattern.fixed, text);
  const weight = pattern.fixed.join('').replace(/\s/g, '').length;
  if (exact) return { pattern, ...exact, isExact: true, weight };
  // Blanks at the ends and their number are what people change without seeing it.
  const bare = pattern.fixed.map((one, index, all) => {
    const single = one.replace(/\s+/g, ' ');
    if (index === 0) return single.trimStart();
    return index === all.length - 1 ? single.trimEnd() : single;
  });
  const start = bare[0] ?? '';
  // Long texts are made single-spaced only where they begin as they should.
  if (!singleLine(text.slice(0, 2 * start.length + BEGINNING)).startsWith(comparable(start))) return null;
  const loose = cutAt(bare, singleLine(text));
  return loose ? { pattern, ...loose, isExact: false, weight } : null;
}

const singleLine = (text: string): string => comparable(text.replace(/[^\S\n]+/g, ' ').trim());
/** Blanks that may stand before the first words. */
const BEGINNING = 100;

/** Cuts a text at fixed ones, the first at its beginning and the last at its end. */
function cutAt(fixed: readonly string[], text: string): { values: string[]; isDoubtful: boolean } | null {
  const needles = fixed.map(comparable);
  const [first = '', last = ''] = [needles[0], needles.at(-1)];
  if (comparable(text.slice(0, first.length)) !== first) return null;
  const hay = comparable(text);
  if (needles.length === 1) return hay === first ? { values: [], isDoubtful: false } : null;
  if (!hay.startsWith(first) || !hay.endsWith(last) || hay.length < first.length + last.length) return null;
  const end = hay.length - last.length;
  const middles = needles.slice(1, -1);
  // From the left, and from the right: the same places, or nobody knows.
  const left: number[] = [];
  let at = first.length;
  for (const middle of middles) {
    const found = hay.indexOf(middle, at);
    if (found < 0 || found + middle.length > end) return null;
    left.push(found);
    at = found + middle.length;
  }
  const right: number[] = [];
  let to = end;
  for (const middle of middles.toReversed()) {
    const found = hay.lastIndexOf(middle, to - middle.length);
    right.unshift(found);
    to = found;
  }
  const values: string[] = [];
  let from = first.length;
  for (const [index, place] of left.entries()) {
    values.push(text.slice(from, place));
    from = place + (middles[index]?.length ?? 0);
  }
  values.push(text.slice(from, end));
  return { values, isDoubtful: middles.some((middle, index) => middle === '' || left[index] !== right[index]) };
}
