/**
 * 5,000 products with 50 pieces each that expire: the pass that writes their 250,000 deadlines, then that of another day, within a
 * minute, while `/health` answers within 100 ms for 95 of 100.
 * On SQLite, then on PostgreSQL. Run: `node scripts/run.mjs bench/day.ts`
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { dayOf, daysAfter } from '#shared/fields/date.ts';
import type { Job } from '#shared/jobs/job.contract.ts';
import type { Database } from '../src/server/db/open.ts';
import { FOLLOWER, writeSetting } from '../src/server/db/settings.ts';
import { claim, endOfBench, type Limit } from './claim.ts';
import { onBothEngines } from './clients.ts';

const [PRODUCTS, EACH] = [5_000, 50];
const FILE = 'ff000000-0000-4000-8000-000000000000';
const AT = '2026-01-01T00:00:00.000Z';

/** Certificates and test reports, from half a year late to three years ahead. */
async function withPieces({ db }: Database, dataDir: string): Promise<void> {
  mkdirSync(join(dataDir, 'files/ff'), { recursive: true });
  writeFileSync(join(dataDir, 'files/ff', FILE), 'x');
  await db
    .insertInto('files')
    .values({
      id: FILE,
      sha256: createHash('sha256').update('x').digest('hex'),
      size: 1,
      created_at: AT,
      sealed_until: null,
    })
    .execute();
  for (const [rank, { id }] of (await db.selectFrom('products').select('id').execute()).entries())
    await db
      .insertInto('attachments')
      .values(
        Array.from({ length: EACH }, (_, index) => ({
          id: `${id} ${index}`,
          owner_type: 'product',
          owner_id: id,
          field_key: 'formule',
          also: '[]',
          example: 0,
          file_name: `Certificat ${index}.pdf`,
          alias: null,
          mime_type: 'application/pdf',
          file_id: FILE,
          kind: null,
          issued_on: null,
          expires_on: daysAfter(dayOf(new Date()), ((rank * 31 + index * 97) % 1_280) - 180),
          stamp: null,
          created_at: AT,
          deleted_at: null,
          deleted_by: null,
        })),
      )
      .execute();
}

await onBothEngines(
  PRODUCTS,
  async (measure, { url, headers, open }) => {
    const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`${url}/api/v1${path}`, { ...init, headers: { ...headers, 'content-type': 'application/json' } });
    const passed = async (): Promise<string | null> =>
      ((await (await ask('/jobs')).json()) as Job[]).find(({ kind }) => kind === 'control.refresh')?.ended_at ?? null;
    const pass = async (what: string, limit: Limit): Promise<void> => {
      const [start, times, before] = [performance.now(), [] as number[], await passed()];
      do {
        await setTimeout(100);
        const asked = performance.now();
        await (await ask('/health')).arrayBuffer();
        times.push(performance.now() - asked);
      } while ((await passed()) === before);
      const p95 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
      console.log(
        `  ${what}: ${claim(what, (performance.now() - start) / 1_000, 's', limit)}; /health p95 ${claim('health', p95, 'ms', { atMost: 100 })}`,
      );
    };
    await pass(`${PRODUCTS} products for the first time`, {});
    const total = (await ask('/deadlines?page=1&size=1')).headers.get('x-total-count');
    console.log(`  ${total} deadlines`);
    const anotherDay = async (days: number): Promise<void> => {
      const database = open();
      await writeSetting(database.db, FOLLOWER.day, daysAfter(dayOf(new Date()), -days));
      await database.close();
      await ask('/products/', { method: 'POST', body: '{}' });
    };
    await anotherDay(1);
    await pass('all of them on another day', { atMost: 60 });
    const page = (n: number): string => `/products/?page=${1 + (n % 400)}&size=10`;
    await measure('the list', page);
    await anotherDay(2);
    await setTimeout(1_000);
    await measure('the list, while all are computed', page);
  },
  { base: '', atOnce: true, prepare: withPieces },
);
endOfBench();
