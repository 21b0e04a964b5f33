import type { OutlineBlock } from '#shared/imports/document.outline.ts';
import { alignTable } from './template.align.table.ts';
import { listOf, type TemplateBlock } from './template.blocks.ts';
import type { Aligned, Place, Turn } from './template.capture.ts';
import { type Pair, pairsOf } from './template.pairs.ts';
import { HAS_WORD, type Held } from './template.pattern.ts';

/** A document laid beside the template that may have printed it. */
export function alignBlocks(
  template: readonly TemplateBlock[],
  given: readonly OutlineBlock[],
  place: Place = { table: null, row: null, isBound: true },
): Aligned {
  const blocks: OutlineBlock[] = [];
  /** Blank paragraphs before each. */
  const blanks: number[] = [];
  let blank = 0;
  for (const block of given) {
    if (block.kind === 'paragraph' && block.text.trim() === '') blank += 1;
    else {
      blocks.push(block);
      blanks.push(blank);
      blank = 0;
    }
  }
  const aligned: Aligned = { captures: [], taken: new Set() };
  const pairs = pairsOf(template, blocks);
  const byBlock = new Map(pairs.map((pair) => [pair.d, pair]));
  let turn: Turn | null = null;
  for (const [index, pair] of pairs.entries()) {
    const [one, block] = [template[pair.t], blocks[pair.d]];
    if (!one || !block) continue;
    const list = listOf(one);
    if (list === null) turn = null;
    else if (turn === null || startsTurn(template, pairs, index)) turn = { list: list.name };
    if (one.kind === 'table' && block.kind === 'table') {
      aligned.taken.add(block);
      const inside = alignTable(one, block, { place, align: alignBlocks });
      aligned.captures.push(...inside.captures);
      for (const taken of inside.taken) aligned.taken.add(taken);
    } else if (one.kind === 'line' && pair.held) {
      aligned.taken.add(block);
      const around = { template, pairs, index, place, held: pair.held, blocks, blanks };
      const before = isFixedBefore(around) && (!one.isBare || isAsSpaced(around, index));
      const after = isFixedAfter({ ...around, byBlock }) && (!one.isBare || isAsSpaced(around, index + 1));
      const { values, pattern, isExact, isDoubtful } = pair.held;
      for (const [rank, slot] of pattern.slots.entries())
        aligned.captures.push({
          slot,
          raw: values[rank] ?? '',
          isExact: isExact && (rank > 0 || before) && (rank < pattern.slots.length - 1 || after),
          isDoubtful: isDoubtful || (one.isBare && isAmongBare(template, pairs, index)),
          first: null,
          turn,
          spot: { block: place.table ?? block, table: place.table, row: place.row },
        });
    }
  }
  return aligned;
}

/** Whether a list begins another turn here. */
function startsTurn(template: readonly TemplateBlock[], pairs: readonly Pair[], index: number): boolean {
  const [now, before] = [pairs[index], pairs[index - 1]];
  if (!now || !before) return true;
  const [one, last] = [template[now.t], template[before.t]];
  return !one || !last || listOf(one) !== listOf(last) || now.t <= before.t;
}

interface Around {
  template: readonly TemplateBlock[];
  pairs: readonly Pair[];
  index: number;
  place: Place;
  held: Held;
  blocks: readonly OutlineBlock[];
  blanks: readonly number[];
}

/** Whether one that prints values alone was left out between two blocks of the template: what is there may be its. */
const skipsBare = (template: readonly TemplateBlock[], from: number, to: number): boolean =>
  template.slice(from + 1, Math.max(from + 1, to)).some((one) => one.kind === 'line' && one.isBare);

/** Whether a value may be that of another tag alone, beside its own, that printed nothing. */
function isAmongBare(template: readonly TemplateBlock[], pairs: readonly Pair[], index: number): boolean {
  const [before, now, after] = [pairs[index - 1], pairs[index], pairs[index + 1]];
  if (!now) return false;
  return skipsBare(template, before?.t ?? -1, now.t) || skipsBare(template, now.t, after?.t ?? template.length);
}

/**
 * Whether as many blank paragraphs stand between a pair and the one before as in the template: one more is that of a tag that
 * printed nothing, and what stands beside it was added.
 */
function isAsSpaced({ template, pairs, blanks }: Around, index: number): boolean {
  const [before, now] = [pairs[index - 1], pairs[index]];
  if (!now) return true;
  const printed = template.slice((before?.t ?? -1) + 1, now.t + 1).filter(({ sections }) => sections.length === 0);
  return blanks[now.d] === printed.reduce((sum, one) => sum + one.blanks, 0);
}

/** What stands before the first value is fixed text: of its line, or of the block before. */
function isFixedBefore({ template, pairs, index, place, held }: Around): boolean {
  if (HAS_WORD.test(held.pattern.fixed[0] ?? '')) return true;
  const [now, before] = [pairs[index], pairs[index - 1]];
  if (!now) return false;
  if (!before) return place.isBound && now.d === 0 && !skipsBare(template, -1, now.t);
  return before.d === now.d - 1 && isFixed(template[before.t], before.held) && !skipsBare(template, before.t, now.t);
}

/** What stands after the last value is fixed text; nothing that the template has not printed follows it. */
function isFixedAfter({
  template,
  pairs,
  index,
  place,
  held,
  blocks,
  byBlock,
}: Around & { byBlock: ReadonlyMap<number, Pair> }): boolean {
  if (HAS_WORD.test(held.pattern.fixed.at(-1) ?? '')) return true;
  const [now, after] = [pairs[index], pairs[index + 1]];
  if (!now) return false;
  const isLast = now.d === blocks.length - 1;
  // A line that begins with its own words only asks that nothing was written below it.
  if (HAS_WORD.test(held.pattern.fixed[0] ?? '')) return isLast ? place.isBound : byBlock.has(now.d + 1);
  if (!after) return place.isBound && isLast && !skipsBare(template, now.t, template.length);
  return after.d === now.d + 1 && isFixed(template[after.t], after.held) && !skipsBare(template, now.t, after.t);
}

const isFixed = (one: TemplateBlock | undefined, held: Held | null): boolean =>
  one?.kind === 'table' || (held?.isExact === true && held.pattern.fixed.some((text) => HAS_WORD.test(text)));
