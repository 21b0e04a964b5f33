/**
 * Filling a template, beside the limit (every part inflated and deflated once) and the other engines of the trade, turn by
 * turn in one run; then tables of 40 to 100,000 rows, each in a process of its own, with the most memory it took.
 * `node scripts/run.mjs bench/docx.ts [--json]`; the others are fetched from npm into a folder of their own.
 */
import { spawnSync } from 'node:child_process';
import { deflate, inflate, readZip, writeZip } from '../src/server/documents/docx/zip.ts';
import { claim, endOfBench } from './claim.ts';
import { benchData, benchDocument, OURS } from './docx.document.ts';
import { ENGINES, type Fill, installPeers, type Name } from './docx.engines.ts';

const COUNTS = [40, 1_000, 10_000, 100_000];
/** How long one engine may take on one table (ms). */
const PATIENCE_MS = 120_000;
const TURNS = 60;
const DOCUMENTS = 10_000;

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
const all = (bytes: Buffer): Buffer => writeZip(readZip(bytes).map((entry) => deflate(entry.name, inflate(entry))));

/** One engine on one table, in this process: its time, and the most memory the process took. */
async function table(name: Name, count: number): Promise<void> {
  const engine = ENGINES[name];
  const fill = engine.open(benchDocument(engine.dialect, { rowsOnly: true }));
  const data = benchData(count);
  await fill(benchData(2));
  const times: number[] = [];
  for (let turn = 0; turn < (count > 1_000 ? 3 : 10); turn += 1) {
    const from = performance.now();
    await fill(data);
    times.push(performance.now() - from);
    if (times.reduce((sum, one) => sum + one, 0) > PATIENCE_MS / 3) break;
  }
  console.log(JSON.stringify({ ms: median(times), peak_mb: process.resourceUsage().maxRSS / 1024 }));
}

/** Ten thousand documents in this process, one after the other: the memory after a tenth of them, and after all. */
async function many(): Promise<void> {
  const fill = ENGINES.Diplo.open(benchDocument(OURS));
  const data = benchData(40);
  const after: number[] = [];
  for (let turn = 1; turn <= DOCUMENTS; turn += 1) {
    await fill(data);
    if (turn === DOCUMENTS / 10 || turn === DOCUMENTS) after.push(process.memoryUsage().rss / 1024 / 1024);
  }
  console.log(
    JSON.stringify({ first_mb: after[0], last_mb: after[1], peak_mb: process.resourceUsage().maxRSS / 1024 }),
  );
}

async function main(): Promise<void> {
  installPeers();
  const data = benchData(40);
  const works: Record<string, Fill> = {};
  for (const [name, { dialect, open }] of Object.entries(ENGINES)) works[name] = open(benchDocument(dialect));
  const template = benchDocument(OURS);
  const filled = (await works.Diplo?.(data)) as Buffer;
  works.limit = () => all(template);
  works['filled limit'] = () => all(filled);
  works.opening = () => ENGINES.Diplo.open(template);
  const times = new Map<string, number[]>(Object.keys(works).map((name) => [name, []]));
  for (let turn = 0; turn < TURNS + 10; turn += 1)
    for (const [name, work] of Object.entries(works)) {
      const from = performance.now();
      await work(data);
      if (turn >= 10) times.get(name)?.push(performance.now() - from);
    }
  const ms = Object.fromEntries(Array.from(times, ([name, all]) => [name, median(all)]));
  const { Diplo: ours = 0, limit = 0, 'filled limit': filledLimit = 0, opening = 0, ...peers } = ms;
  console.log(
    `Bench document: Diplo ${ours.toFixed(2)} ms, limit ${limit.toFixed(2)} (${claim('of the limit', ours / limit, '×', { atMost: 0.6 })}), limit of the filled one ${filledLimit.toFixed(2)}`,
  );
  console.log(
    `  a template read for the first time ${opening.toFixed(2)} ms (${claim('first reading', opening / limit, '× the limit', { atMost: 2 })})`,
  );
  for (const [name, time] of Object.entries(peers))
    console.log(
      `  ${name.padEnd(18)} ${time.toFixed(2).padStart(9)} ms   ${(time / ours).toFixed(1).padStart(7)} × Diplo`,
    );

  const rows: Record<string, Record<string, { ms: number; peak_mb: number } | null>> = {};
  for (const count of COUNTS) {
    const found: Record<string, { ms: number; peak_mb: number } | null> = {};
    for (const name of Object.keys(ENGINES)) {
      const { stdout, status } = spawnSync(process.execPath, [import.meta.filename, '--table', name, String(count)], {
        timeout: PATIENCE_MS,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const line = stdout.trim().split('\n').at(-1) ?? '';
      found[name] = status === 0 && line.startsWith('{') ? JSON.parse(line) : null;
      const told = found[name] ? `${found[name].ms.toFixed(1)} ms, ${found[name].peak_mb.toFixed(0)} MB` : 'gave up';
      console.log(`${String(count).padStart(7)} rows  ${name.padEnd(18)} ${told}`);
    }
    rows[count] = found;
    if (count === 10_000 && found.Diplo && found.carbone)
      // 25 ms where carbone takes 90.
      console.log(`        ${claim('10,000 rows', found.Diplo.ms / found.carbone.ms, '× carbone', { atMost: 0.28 })}`);
  }
  const { stdout } = spawnSync(process.execPath, [import.meta.filename, '--many'], { encoding: 'utf8' });
  const memory = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}');
  const grown = claim('memory of ten times as many', memory.last_mb / memory.first_mb, '×', { atMost: 1.5 });
  console.log(`${DOCUMENTS} documents: ${memory.first_mb.toFixed(0)} MB after a tenth, ${grown} after all`);
  if (process.argv.includes('--json'))
    console.log(
      JSON.stringify({ ours_ms: ours, limit_ms: limit, filled_limit_ms: filledLimit, peers, rows, many: memory }),
    );
}

const [mode, name = '', count = ''] = process.argv.slice(2);
if (mode === '--table') await table(name as Name, Number(count));
else if (mode === '--many') await many();
else await main();
if (mode === '--table' || mode === '--many') process.exit(0);
endOfBench();
