/**
 * The five real exports read whole, and 1,000 formulas of 30 lines judged again when a corpus comes into force, while the
 * program answers. On SQLite, then on PostgreSQL. Limits: two seconds for the import, a minute for the formulas, 100 ms for
 * `/health` (95 of 100 answers).
 * Run: `COSING_EXPORTS=folder node scripts/run.mjs bench/law.ts`; the folder holds the exports of annexes II to VI.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { claim, endOfBench } from './claim.ts';
import { onBothEngines } from './clients.ts';
import { FORMULAS, prepareFormulas, productOf } from './formula.rows.ts';

const FOLDER = process.env.COSING_EXPORTS;
if (!FOLDER) throw new Error('COSING_EXPORTS names no folder');

const exportsOf = (folder: string): FormData => {
  const form = new FormData();
  for (const name of readdirSync(folder)) form.append('file', new Blob([readFileSync(join(folder, name))]), name);
  return form;
};
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

await onBothEngines(
  FORMULAS,
  async (measure, { engine, url, headers }) => {
    // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
    const api = async (method: string, path: string, body?: FormData): Promise<any> =>
      (await fetch(`${url}/api/v1${path}`, { method, headers, ...(body ? { body } : {}) })).json();
    const bring = async (): Promise<string> => {
      const start = performance.now();
      const corpus = await api('POST', '/regulation/corpora', exportsOf(FOLDER));
      const rows = corpus.files.reduce((sum: number, file: { rows: number }) => sum + file.rows, 0);
      const lasted = claim(`${engine} import of ${rows} rows`, performance.now() - start, 'ms', { atMost: 2_000 });
      console.log(`  ${rows} rows imported in ${lasted}`);
      return corpus.id;
    };
    await api('POST', `/regulation/corpora/${await bring()}/activate`);
    const second = await bring();
    const start = performance.now();
    await api('POST', `/regulation/corpora/${second}/activate`);
    const times: number[] = [];
    for (;;) {
      const asked = performance.now();
      await (await fetch(`${url}/api/v1/health`)).arrayBuffer();
      times.push(performance.now() - asked);
      const { progress } = await api('GET', `/regulation/corpora/${second}/changes`);
      if (!progress) break;
      await pause(100);
    }
    times.sort((a, b) => a - b);
    const judged = claim(`${engine} formulas judged`, (performance.now() - start) / 1000, 's', { atMost: 60 });
    const health = times[Math.floor(times.length * 0.95)] ?? 0;
    console.log(
      `  ${FORMULAS} formulas judged twice in ${judged}; /health p95 ${claim(`${engine} /health`, health, 'ms', { atMost: 100 })}`,
    );
    await measure('verdicts of a formula', (n) => `/products/${productOf(n)}/verdicts`, { p95: 100 });
    await measure(
      'entries, searched',
      (n) => `/regulation/entries?search=${['acid', 'salicyl', '122-99', 'CI'][n % 4]}`,
      { p95: 100 },
    );
  },
  {
    base: '',
    prepare: async (database) => {
      await prepareFormulas(database);
      await database.db.updateTable('products').set({ formula_mode: 'table' }).execute();
    },
  },
);
endOfBench();
