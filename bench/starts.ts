/**
 * Thirty cold starts of the embedded converter with every core busy, a document each: all of them give their PDF.
 * Run: `node scripts/run.mjs bench/starts.ts [count]`
 */
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { wasmConverter } from '../src/server/documents/pdf/wasm.converter.ts';
import { docxOf, p } from '../src/server/test/docx.maker.ts';
import { claim, endOfBench } from './claim.ts';

const count = Number(process.argv[2] ?? 30);
const docx = docxOf({ body: p('Bonjour') });
const busy = Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }));
const times: number[] = [];
let failed = 0;
for (let turn = 0; turn < count; turn += 1) {
  const converter = wasmConverter();
  const from = performance.now();
  try {
    await converter.convert(docx);
    times.push(performance.now() - from);
  } catch (error) {
    failed += 1;
    console.log(`start ${turn + 1}: ${error}`);
  }
  await converter.close();
}
await Promise.all(busy.map((one) => one.terminate()));
const [median = 0, worst = 0] = [times.toSorted((a, b) => a - b)[times.length >> 1], Math.max(...times)];
console.log(
  `${times.length} of ${count} documents from a cold start with ${busy.length} cores busy: ${(median / 1_000).toFixed(1)} s at the median, ${(worst / 1_000).toFixed(1)} s at worst`,
);
console.log(claim('documents that did not come', failed, '', { atMost: 0 }));
endOfBench();
