import { expect, test } from 'vitest';
import { nameKey } from './name.ts';

test.each([
  ['  Sodium  Chloride ', 'sodium chloride'],
  ['Huile d’Argan', "huile d'argan"],
  ['Huile d`Argan', "huile d'argan"],
  ['Beurre de karité', 'beurre de karite'],
  ['PEG\u201040', 'peg-40'],
  ['Toco\u00adpherol', 'tocopherol'],
  ['Aqua\u00a0(Water)', 'aqua (water)'],
  ['Aqua\t(Water)', 'aqua (water)'],
  ['ﬁlm', 'film'],
  ['', ''],
])('%j is compared as %j', (name, key) => expect(nameKey(name)).toBe(key));

test('a plain name, read the short way, is compared as it is beside one that is not', () => {
  // Of a generator of its own, so that a fault is found again.
  let seed = 17;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let turn = 0; turn < 2_000; turn += 1) {
    const plain = Array.from({ length: next(30) }, () => String.fromCharCode(0x20 + next(0x5f))).join('');
    expect(nameKey(`é${plain}é`), JSON.stringify(plain)).toBe(`e${nameKey(`x${plain}x`).slice(1, -1)}e`);
  }
});
