import type { Item } from './assess.ts';
import type { JudgedEntry, Sum } from './decide.opinion.ts';
import { present } from './decide.ts';
import type { Entry } from './export.read.ts';
import type { Match } from './match.ts';
import { SAME_SUM } from './regulation.print.ts';
import { SUMS } from './substances.ts';

/** What substances of a product come to together, where an entry limits their sum. */

/** Each entry that limits a sum is quoted on every line of it, also where it names another substance of the sum. */
export function ofSameSum(
  { sure }: Match,
  sharing: (entry: Entry) => readonly Item[],
  matches: ReadonlyMap<Item, Match>,
): JudgedEntry[] {
  const own = new Set(sure.map(({ entry }) => entry));
  const others = new Map<Entry, string>();
  for (const { name, keys } of SUMS) {
    const [mine] = [...own].filter(({ key }) => keys.includes(key));
    if (!mine) continue;
    for (const member of sharing(mine))
      for (const { entry } of matches.get(member)?.sure ?? [])
        if (keys.includes(entry.key) && !own.has(entry)) others.set(entry, name);
  }
  return [...others].map(([entry, name]) =>
    present(entry, { state: 'set_aside', why: `${SAME_SUM}, ${name}` }, 'set_aside'),
  );
}

export function sum(
  members: readonly Item[],
  { isGroup, isShort }: { isGroup: boolean; isShort: (item: Item) => boolean },
): Sum | null {
  let [min, max] = [0, 0];
  const parts: (Sum['parts'][number] & { item: Item })[] = [];
  for (const item of members) {
    const { inci, amount } = item.subject;
    if (amount === null) return null;
    min += amount.min;
    max += amount.max;
    parts.push({ item, inci, max: amount.max });
  }
  return {
    min,
    max,
    names: parts.map(({ inci }) => inci),
    isGroup,
    parts,
    short: parts.filter(({ item }) => isShort(item)),
  };
}
