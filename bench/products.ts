/**
 * A list of 100,000 products beside one of 100: a page sorted, a page searched, the last page, as a browser asks for
 * them. Run: `node_modules/.bin/node bench/products.ts [sqlite|postgres-url]`
 */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { migrate } from '../src/server/db/migrate.ts';
import { type Database, openPostgres, openSqlite } from '../src/server/db/open.ts';
import { alignCatalogue } from '../src/server/products/product.catalogue.service.ts';
import { list } from '../src/server/products/product.list.store.ts';
import { claim, endOfBench } from './claim.ts';
import { fill } from './product.rows.ts';

const SIZES = [100, 100_000];
const RUNS = 15;

/** `atMost`: milliseconds at 100,000 products. */
const QUERIES: [what: string, query: Parameters<typeof list>[1], atMost: number][] = [
  ['first page, by name', { page: 1, size: 10, sort: 'nom_commercial' }, 15],
  ['first page, newest', { page: 1, size: 10 }, 15],
  ['search, many found', { page: 1, size: 10, search: 'verveine', sort: 'nom_commercial' }, 600],
  ['search, one found', { page: 1, size: 10, search: 'ref-0000042x' }, 50],
  ['search, two letters', { page: 1, size: 10, search: 'éc' }, 2_000],
  ['search, none found', { page: 1, size: 10, search: 'introuvable' }, 50],
  ['drafts, by progress', { page: 1, size: 10, status: 'DRAFT', sort: '-progression' }, 15],
];

async function open(): Promise<Database> {
  const url = process.argv[2];
  if (url?.startsWith('postgres')) return openPostgres(url);
  const path = join(tmpdir(), 'diplo-bench.sqlite');
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
  return openSqlite(path);
}

const database = await open();
await migrate(database);
await alignCatalogue(database);
const medians = new Map<string, number[]>();
let filled = 0;
for (const size of SIZES) {
  const began = performance.now();
  await fill(database, filled, size);
  filled = size;
  console.log(`${size} products (${Math.round((performance.now() - began) / 1000)} s to write)`);
  for (const [what, query] of QUERIES) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const start = performance.now();
      await list(database.db, query);
      times.push(performance.now() - start);
    }
    const median = times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
    medians.set(what, [...(medians.get(what) ?? []), median]);
  }
}
for (const [what, , atMost] of QUERIES) {
  const [small = 0, large = 0] = medians.get(what) ?? [];
  console.log(`${what.padEnd(24)} ${small.toFixed(1).padStart(8)} ms, then ${claim(what, large, 'ms', { atMost })}`);
}
await database.close();
endOfBench();
