/**
 * A firm with 5,000 substances, 2,000 raw materials and 1,000 formulas of 30 lines, eight clients at once: every screen of
 * formulas within 100 ms for 95 of 100 answers. On SQLite, then on PostgreSQL.
 * Then 2,000 pasted lines, read and resolved: within a second.
 * Run: `node scripts/run.mjs bench/formulas.ts`
 */
import { performance } from 'node:perf_hooks';
import { nearestAmong } from '#shared/formulas/nearest.ts';
import { readPaste } from '#shared/formulas/paste.read.ts';
import { claim, endOfBench } from './claim.ts';
import { onBothEngines } from './clients.ts';
import {
  FORMULAS,
  MATERIALS,
  many,
  nameOf,
  prepareFormulas,
  productOf,
  SUBSTANCES,
  SYLLABLES,
} from './formula.rows.ts';

await onBothEngines(
  FORMULAS,
  async (measure) => {
    await measure('substances, a page', (n) => `/substances?page=${1 + (n % 90)}`);
    await measure('substances, searched', (n) => `/substances?search=${SYLLABLES[n % SYLLABLES.length]}`);
    await measure('a name suggested', (n) => `/substances/suggest?q=${SYLLABLES[n % SYLLABLES.length]}`);
    await measure('materials, a page', (n) => `/materials?page=${1 + (n % 40)}`);
    await measure('a raw material', (n) => `/materials/m${n % MATERIALS}`);
    await measure('a formula', (n) => `/products/${productOf(n)}/formula`);
    await measure('its INCI list', (n) => `/products/${productOf(n)}/formula/inci`);
  },
  { base: '', p95: 100, prepare: prepareFormulas },
);

const names = many(SUBSTANCES).map(nameOf);
const paste = many(2_000)
  .map((n) => `${nameOf(n).replace('e', 'ee')}\t0,0${(n % 9) + 1}`)
  .join('\n');
const start = performance.now();
const { lines } = readPaste(paste);
const read = performance.now();
const nearest = nearestAmong(names);
const found = lines.filter(({ label }) => nearest(label) !== null).length;
const took = claim('2,000 pasted lines', performance.now() - start, 'ms', { atMost: 1_000 });
console.log(
  `2,000 pasted lines read (${(read - start).toFixed(0)} ms), ${found} suggestions among 5,000 names: ${took}`,
);
endOfBench();
