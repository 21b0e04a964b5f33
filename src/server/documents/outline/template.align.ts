import { diffArrays } from 'diff';
import type { OutlineBlock } from '#shared/imports/document.outline.ts';
import { alignTable, similarity } from './template.align.table.ts';
import { listOf, type TemplateBlock, type TemplateLine } from './template.blocks.ts';
import { type Aligned, type Place, plain, type Turn } from './template.capture.ts';
import { HAS_WORD, type Held, readHeld } from './template.pattern.ts';

/** Blocks that are laid side by side at once; further apart, they are cut at what both have. */
const SIDE_MAX = 200;
/** The costs of what one has alone, and what is gained by what both have. */
const COST = { added: 0.3, missing: 0.5 } as const;
const COMPARE_MS = 2_000;
const EARLIER = 1e-6;

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

/** A block of the template and one of the document that it printed. */
interface Pair {
  t: number;
  d: number;
  held: Held | null;
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

/** Which block of the template printed which of the document, in order. */
function pairsOf(template: readonly TemplateBlock[], blocks: readonly OutlineBlock[]): Pair[] {
  if (template.length <= SIDE_MAX || blocks.length <= SIDE_MAX) return sideBySide(template, blocks, { t: 0, d: 0 });
  const [ours, theirs] = [template.map(keyOfTemplate), blocks.map(keyOfBlock)];
  const pairs: Pair[] = [];
  let [t, d] = [0, 0];
  let [fromT, fromD] = [0, 0];
  const between = (): void => {
    const [some, others] = [template.slice(fromT, t), blocks.slice(fromD, d)];
    if (some.length * others.length <= SIDE_MAX ** 2 * 4)
      pairs.push(...sideBySide(some, others, { t: fromT, d: fromD }));
  };
  for (const { value, added, removed } of diffArrays(ours, theirs, { timeout: COMPARE_MS }) ?? []) {
    if (removed) t += value.length;
    else if (added) d += value.length;
    else {
      // What is the same is laid again with what is around it, so that a line said twice finds its own.
      between();
      const same = Math.max(0, value.length);
      pairs.push(...sideBySide(template.slice(t, t + same), blocks.slice(d, d + same), { t, d }));
      t += same;
      d += same;
      [fromT, fromD] = [t, d];
    }
  }
  between();
  return pairs;
}

let unique = 0;
/** A text of its own for what is never the same. */
const alone = (): string => {
  unique += 1;
  return `\u0000${unique}`;
};
const keyOfTemplate = (one: TemplateBlock): string => {
  if (one.kind === 'table') return alone();
  const [first, ...others] = one.patterns ?? [];
  return first && others.length === 0 && first.slots.length === 0 ? plain(first.fixed[0] ?? '') : alone();
};
const keyOfBlock = (block: OutlineBlock): string => (block.kind === 'table' ? alone() : plain(block.text));

/** What is gained by laying two blocks side by side; `null` where one cannot be the other's. */
function gainOf(one: TemplateBlock, block: OutlineBlock): { gain: number; held: Held | null } | null {
  if (one.kind === 'table') {
    if (block.kind !== 'table') return null;
    const share = similarity(one, block);
    return share === null ? null : { gain: 1 + 3 * share, held: null };
  }
  if (block.kind !== 'paragraph') return null;
  // A tag alone in its paragraph never takes a heading, but its own.
  if (one.isBare && block.level !== one.level && (block.level !== null || one.level !== null)) return null;
  const held = readHeld(one.patterns ?? [], block.text);
  if (!held) return null;
  if (held.weight === 0) return { gain: bareGain(one), held };
  return { gain: (1 + Math.min(held.weight, 60) / 30) * (held.isExact ? 1 : 0.8), held };
}

const bareGain = ({ sections }: TemplateLine): number => (sections.length > 0 ? 0.2 : 0.4);

/** The least costly way of laying them side by side; lists come back to their beginning. */
function sideBySide(
  template: readonly TemplateBlock[],
  blocks: readonly OutlineBlock[],
  from: { t: number; d: number },
): Pair[] {
  const [n, m] = [template.length, blocks.length];
  const width = m + 1;
  const best = new Float64Array((n + 1) * width).fill(Number.NEGATIVE_INFINITY);
  /** The state that each was come from; and what was laid there. */
  const back = new Int32Array((n + 1) * width).fill(-1);
  const laid = new Map<number, Held | null>();
  const isLaid = new Uint8Array((n + 1) * width);
  const turns = loopsOf(template);
  best[0] = 0;
  const reach = (to: number, score: number, origin: number, held?: { held: Held | null }): void => {
    if (score <= (best[to] ?? 0) + 1e-9) return;
    best[to] = score;
    back[to] = origin;
    isLaid[to] = held ? 1 : 0;
    if (held) laid.set(to, held.held);
  };
  const scoreAt = (state: number): number => best[state] ?? Number.NEGATIVE_INFINITY;
  for (let d = 0; d <= m; d += 1) {
    for (let round = 0; round < (turns.size > 0 ? 2 : 1); round += 1)
      for (let t = 0; t < n; t += 1) {
        const one = template[t];
        if (!one) continue;
        const isFree = one.sections.length > 0 || (one.kind === 'line' && one.isBare);
        reach((t + 1) * width + d, scoreAt(t * width + d) - (isFree ? 0 : COST.missing), t * width + d);
        const start = turns.get(t + 1);
        if (start !== undefined) reach(start * width + d, scoreAt((t + 1) * width + d) - 1e-6, (t + 1) * width + d);
      }
    const block = blocks[d];
    if (!block) break;
    for (let t = 0; t <= n; t += 1) {
      const state = t * width + d;
      if (scoreAt(state) === Number.NEGATIVE_INFINITY) continue;
      reach(state + 1, scoreAt(state) - COST.added, state);
      const one = template[t];
      const found = one ? gainOf(one, block) : null;
      // Of two that gain as much, the first.
      if (found) reach((t + 1) * width + d + 1, scoreAt(state) + found.gain - t * EARLIER, state, found);
    }
  }
  const pairs: Pair[] = [];
  for (let state = n * width + m; state > 0; ) {
    const origin = back[state] ?? -1;
    if (origin < 0) break;
    if (isLaid[state] === 1)
      pairs.unshift({
        t: from.t + Math.floor(origin / width),
        d: from.d + (origin % width),
        held: laid.get(state) ?? null,
      });
    state = origin;
  }
  return pairs;
}

/** Where each list begins, by the rank after its last block. */
function loopsOf(template: readonly TemplateBlock[]): ReadonlyMap<number, number> {
  const turns = new Map<number, number>();
  let start = 0;
  for (const [t, one] of template.entries()) {
    const list = listOf(one);
    const last = template[t - 1];
    if (!last || listOf(last) !== list) start = t;
    const next = template[t + 1];
    if (list && (!next || listOf(next) !== list)) turns.set(t + 1, start);
  }
  return turns;
}
