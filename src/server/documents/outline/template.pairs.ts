import { diffArrays } from 'diff';
import type { OutlineBlock } from '#shared/imports/document.outline.ts';
import { similarity } from './template.align.table.ts';
import { listOf, type TemplateBlock, type TemplateLine } from './template.blocks.ts';
import { plain } from './template.capture.ts';
import { type Held, readHeld } from './template.pattern.ts';

/** Blocks that are laid side by side at once; further apart, they are cut at what both have. */
const SIDE_MAX = 200;
/** The costs of what one has alone, and what is gained by what both have. */
const COST = { added: 0.3, missing: 0.5 } as const;
const EDITS_MAX = 20_000;
const EARLIER = 1e-6;

/** A block of the template and one of the document that it printed. */
export interface Pair {
  t: number;
  d: number;
  held: Held | null;
}

/** Which block of the template printed which of the document, in order. */
export function pairsOf(template: readonly TemplateBlock[], blocks: readonly OutlineBlock[]): Pair[] {
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
  for (const { value, added, removed } of diffArrays(ours, theirs, { maxEditLength: EDITS_MAX }) ?? []) {
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

/** What is never the same. */
const alone = (): symbol => Symbol('alone');
const keyOfTemplate = (one: TemplateBlock): string | symbol => {
  if (one.kind === 'table') return alone();
  const [first, ...others] = one.patterns ?? [];
  return first && others.length === 0 && first.slots.length === 0 ? plain(first.fixed[0] ?? '') : alone();
};
const keyOfBlock = (block: OutlineBlock): string | symbol => (block.kind === 'table' ? alone() : plain(block.text));

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
