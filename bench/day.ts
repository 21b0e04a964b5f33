/**
 * The first pass over 5,000 products with 50 pieces each that expire: all of them computed and 250,000 deadlines written, within a
 * minute, while `/health` answers within 100 ms for 95 of 100. That of any other day writes what has moved alone.
 * On SQLite, then on PostgreSQL. Run: `node scripts/run.mjs bench/day.ts`
 */
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { dayOf, daysAfter } from '#shared/fields/date.ts';
import type { Job } from '#shared/jobs/job.contract.ts';
import type { Database } from '../src/server/db/open.ts';
import { onBothEngines } from './clients.ts';

const [PRODUCTS, EACH] = [5_000, 50];
const AT = '2026-01-01T00:00:00.000Z';

/** Certificates and test reports, from half a year late to three years ahead. */
async function withPieces({ db }: Database): Promise<void> {
  await db
    .insertInto('files')
    .values({ id: 'f', sha256: '0'.repeat(64), size: 1, created_at: AT, sealed_until: null })
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
          file_id: 'f',
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
  async (_, { url, headers }) => {
    const get = async <T>(path: string): Promise<T> =>
      (await fetch(`${url}/api/v1${path}`, { headers })).json() as Promise<T>;
    const [start, times] = [performance.now(), [] as number[]];
    for (let isDone = false; !isDone; await setTimeout(100)) {
      const asked = performance.now();
      await get('/health');
      times.push(performance.now() - asked);
      isDone = (await get<Job[]>('/jobs')).some(
        ({ kind, ended_at }) => kind === 'control.refresh' && ended_at !== null,
      );
    }
    const p95 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
    const { total } = await get<{ total: number }>('/deadlines?page=1&size=1');
    console.log(
      `  ${PRODUCTS} products, ${total} deadlines in ${((performance.now() - start) / 1_000).toFixed(1)} s (limit 60); /health p95 ${p95.toFixed(0)} ms (limit 100)`,
    );
  },
  { base: '', atOnce: true, prepare: withPieces },
);
process.exit(0);
