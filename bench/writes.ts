/**
 * Writes of eight people at once, 5,000 products: documents of full products by the template that comes with the program, then each
 * saves their own product and makes new ones, each after two seconds of the same. On SQLite, then on PostgreSQL.
 * Run: `node scripts/run.mjs bench/writes.ts`
 */
import { performance } from 'node:perf_hooks';
import { FIELDS } from '#shared/products/product.fields.ts';
import { claim, endOfBench } from './claim.ts';
import { onBothEngines, sender } from './clients.ts';

/** The first seconds of a server compile it, and prepare its statements. */
const [CLIENTS, WARM_SECONDS, SECONDS] = [8, 2, 5];
/** Of a product before its documents are made. */
const SAVES = 30;
const FULL = Object.fromEntries(FIELDS.map(({ name, example }) => [name, example]));

await onBothEngines(5_000, async (_, { engine, url, headers, untilIdle }) => {
  const ask = sender(`${url}/api/v1`, headers);
  const send = (method: string, path: string, body?: object) =>
    ask(method, path, body) as Promise<Record<string, unknown>>;
  const makeOnes = (): Promise<string[]> =>
    Promise.all(
      Array.from({ length: CLIENTS }, async (__, client) =>
        String((await send('POST', '/products', { ...FULL, nom_commercial: `Banc ${client}` })).id),
      ),
    );
  const mine = await makeOnes();
  const [template] = (await send('GET', '/templates')) as unknown as { id: string }[];

  /** As fast as they can. @param atLeast writes a second */
  async function measure(
    what: string,
    work: (client: number, turn: number) => Promise<unknown>,
    atLeast: number,
  ): Promise<void> {
    const asOften = async (seconds: number): Promise<number[]> => {
      const times: number[] = [];
      const end = performance.now() + seconds * 1_000;
      await Promise.all(
        mine.map(async (__, client) => {
          for (let turn = 0; performance.now() < end; turn += 1) {
            const from = performance.now();
            await work(client, turn);
            times.push(performance.now() - from);
          }
        }),
      );
      return times;
    };
    await asOften(WARM_SECONDS);
    const times = await asOften(SECONDS);
    times.sort((a, b) => a - b);
    const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
    const rate = claim(`${engine} ${what}`, times.length / SECONDS, 'a second', { atLeast });
    console.log(`${engine.padEnd(9)} ${what.padEnd(24)} ${rate}, p95 ${p95.toFixed(0)} ms`);
  }
  // Before the thousands of writes that follow, which PostgreSQL tidies up for a minute; of products as people save them.
  const full = await makeOnes();
  for (let turn = 0; turn < SAVES; turn += 1)
    await Promise.all(
      full.map((id) => send('PUT', `/products/${id}`, { ...FULL, notes_commentaires: `Note ${turn}` })),
    );
  await untilIdle();
  await measure(
    'a document',
    (client) => send('POST', '/generations', { template_id: template?.id, product_id: full[client] }),
    80,
  );
  await measure(
    'a save',
    (client, turn) => send('PUT', `/products/${mine[client]}`, { ...FULL, notes_commentaires: `Note ${turn}` }),
    130,
  );
  await measure(
    'a new product',
    (_client, turn) => send('POST', '/products', { ...FULL, ref_produit: `B${turn}` }),
    130,
  );
});
endOfBench();
