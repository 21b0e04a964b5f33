/** Names that another nearly is: a letter left out, doubled, changed, or two of them swapped. */
import { nameKey } from '../fields/name.ts';

const grams = (key: string): string[] => {
  const padded = ` ${key} `;
  return Array.from({ length: Math.max(0, padded.length - 2) }, (_, at) => padded.slice(at, at + 3));
};

/** Letters to change, to add, to take away or to swap between neighbours (optimal string alignment); stops above `most`. */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, row] = [row, next];
  }
  return row[b.length] ?? most + 1;
}

/** The longest name that is compared, in characters. */
const LENGTH_MAX = 300;

/** @returns for a name, the known one it most likely is; `null` when none is near, or two are as near */
export function nearestAmong(known: readonly string[]): (name: string) => string | null {
  const keys = known.map(nameKey);
  // By length too: a name that is four letters longer is not three edits away.
  const byLength = new Map<number, Map<string, number[]>>();
  for (const [at, key] of keys.entries()) {
    const byGram = byLength.get(key.length) ?? new Map<string, number[]>();
    byLength.set(key.length, byGram);
    for (const gram of new Set(grams(key))) {
      const places = byGram.get(gram);
      if (places) places.push(at);
      else byGram.set(gram, [at]);
    }
  }
  /** How many grams each has in common with the name that is asked; empty between two of them. */
  const shared = new Uint16Array(keys.length);
  return (name) => {
    const key = nameKey(name);
    if (key.length < 4 || key.length > LENGTH_MAX) return null;
    const most = key.length < 8 ? 1 : key.length < 16 ? 2 : 3;
    const met: number[] = [];
    for (const gram of new Set(grams(key)))
      for (let length = key.length - most; length <= key.length + most; length += 1)
        for (const at of byLength.get(length)?.get(gram) ?? []) {
          const before = shared[at] ?? 0;
          if (before === 0) met.push(at);
          shared[at] = before + 1;
        }
    const likely = met.toSorted((a, b) => (shared[b] ?? 0) - (shared[a] ?? 0)).slice(0, 20);
    for (const at of met) shared[at] = 0;
    let best: { at: number; edits: number } | null = null;
    let tied = false;
    for (const at of likely) {
      const edits = editsBetween(key, keys[at] ?? '', most);
      if (edits > most || edits === 0) continue;
      tied = best !== null && edits === best.edits;
      if (best === null || edits < best.edits) best = { at, edits };
    }
    return best && !tied ? (known[best.at] ?? null) : null;
  };
}

/** Names that somebody else makes known: the annexes, an inventory. They decide nothing. */
export interface KnownNames {
  /** By `nameKey`: as it is written, and what the inventory says it is for. */
  all: ReadonlyMap<string, { name: string; functions: string[] }>;
  /** The name that another nearly is. */
  nearest: (name: string) => string | null;
}
