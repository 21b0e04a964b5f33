import { describe, expect, test } from 'vitest';
import { fuzz, populate } from './fuzz.ts';
import { heapInUse } from './memory.ts';
import { converterOf, pdfOf } from './pdf.maker.ts';
import { ENGINES, testApp } from './test.app.ts';

/** Three thousand here, a hundred thousand by `bench/many.ts fuzz`. */
const COUNT = Number(process.env.FUZZ_COUNT ?? 1_500);
/** Growth of the memory in use over all the requests (bytes), beyond which something is kept that should not be. */
const GROWTH_MAX = 50 * 1024 * 1024;
const SEEDS = [1, 2];

describe.each(ENGINES)('on %s', (engine) => {
  test.each(SEEDS)(
    'requests made from the declarations, valid, nearly valid and absurd (%i), are all answered',
    async (seed) => {
      const pdf = pdfOf('essai');
      const app = await testApp({
        engine,
        converter: converterOf(pdf),
      });
      const known = await populate(app);
      const statuses = new Set<number>();
      const before = heapInUse();
      for await (const { request, status, ms } of fuzz(app, { seed, count: COUNT, known })) {
        const said = `${request.method} ${String(request.url).slice(0, 200)} ${String(request.payload ?? '').slice(0, 300)}`;
        // Nothing answers where the annexes would be fetched from.
        if (!(status === 503 && String(request.url).includes('/regulation/corpora/fetch')))
          expect(status, said).toBeLessThan(500);
        expect(ms, said).toBeLessThan(5_000);
        statuses.add(status);
      }
      expect(heapInUse() - before).toBeLessThan(GROWTH_MAX);
      // It reaches what it should: good answers as well as each kind of refusal.
      for (const status of [200, 201, 204, 400, 401, 403, 404, 415, 422]) expect(statuses).toContain(status);
      await app.close();
    },
  );
});
