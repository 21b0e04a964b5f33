import fc from 'fast-check';
import { expect, test } from 'vitest';
import { follow, steps, worldOf } from './model.ts';
import { converterOf, pdfOf } from './pdf.maker.ts';
import { ENGINES, testApp } from './test.app.ts';

/** Thirty here, a thousand by `bench/many.ts model`. */
const RUNS = Number(process.env.MODEL_RUNS ?? 30);
const LENGTH = Number(process.env.MODEL_LENGTH ?? 40);

test.each(ENGINES)('the server agrees with a model of it, whatever the order of the calls, on %s', async (engine) => {
  const pdf = pdfOf('essai');
  const app = await testApp({
    engine,
    converter: converterOf(pdf),
  });
  const world = await worldOf(app);
  let calls = 0;
  await fc.assert(
    fc.asyncProperty(steps(LENGTH), async (sequence) => {
      await follow(world, sequence);
      calls += sequence.length;
    }),
    { numRuns: RUNS, seed: 2026 },
  );
  expect(calls).toBeGreaterThanOrEqual(RUNS * LENGTH);
  await app.close();
});
