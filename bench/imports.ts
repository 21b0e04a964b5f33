/**
 * A workbook of 5,000 products in a firm of 4,000: read, said what it is and planned in less than ten seconds; applied with four
 * people saving meanwhile, 95 of 100 of their saves within 300 ms and none above a second; taken back; and 1,000 documents
 * generated, fifteen a second at least, the memory of the server flat, their archive streamed.
 * On SQLite, then on PostgreSQL.
 * Run: `node scripts/run.mjs bench/imports.ts`
 */
import { performance } from 'node:perf_hooks';
import { FIELDS } from '#shared/products/product.fields.ts';
import { docxOf, p } from '../src/server/test/docx.maker.ts';
import { multipart } from '../src/server/test/test.app.ts';
import { type MadeCell, workbookOf } from '../src/server/test/workbook.maker.ts';
import { claim, endOfBench } from './claim.ts';
import { onBothEngines } from './clients.ts';

const [LINES, DOCUMENTS, PEOPLE] = [5_000, 1_000, 4];
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const seconds = (since: number): string => ((performance.now() - since) / 1_000).toFixed(1);

/** Twenty columns of text, as firms keep them. */
const COLUMNS = FIELDS.filter(({ kind }) => kind === undefined || kind === 'longtext').slice(0, 20);
const rows: MadeCell[][] = [
  COLUMNS.map(({ label }) => label),
  ...Array.from({ length: LINES }, (_, at) =>
    COLUMNS.map(({ name, example }) => (name === 'ref_produit' ? `IMP-${at}` : `${example} ${at}`)),
  ),
];
const workbook = workbookOf({ sheets: [{ rows }] });

await onBothEngines(4_000, async (_, { engine, url, headers }) => {
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  const api = async (method: string, path: string, body?: object): Promise<any> =>
    (
      await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    ).json();
  const upload = async (path: string, file: { name: string; bytes: Buffer }, fields: Record<string, string> = {}) => {
    const { body, contentType } = multipart(fields, file);
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': contentType },
      body: new Uint8Array(body),
    });
    return answer.json() as Promise<{ id: string }>;
  };
  const ended = async (id: string): Promise<{ state: string; done: number; failed: number }> => {
    for (;;) {
      const batch = await api('GET', `/batches/${id}`);
      if (batch.ended_at !== null) return batch;
      await pause(200);
    }
  };

  const read = performance.now();
  const { id } = await upload('/imports/sheets', { name: 'produits.xlsx', bytes: workbook });
  const { plan, counts } = await api('GET', `/imports/${id}/plan`);
  const planning = claim(`${engine} read and planned`, (performance.now() - read) / 1_000, 's', { atMost: 10 });
  console.log(`  ${LINES} lines read and planned in ${planning}: ${JSON.stringify(counts)}`);

  const products: string[] = (await api('GET', '/products?page=1&size=200')).map((one: { id: string }) => one.id);
  const times: number[] = [];
  let over = false;
  const save = async (person: number): Promise<void> => {
    for (let turn = 0; !over; turn += 1) {
      const one = products[(person * 50 + turn) % products.length];
      const before = await api('GET', `/products/${one}`);
      const began = performance.now();
      await api('PUT', `/products/${one}`, { ...before, notes_commentaires: `Note ${turn}` });
      times.push(performance.now() - began);
      await pause(250);
    }
  };
  const savers = Array.from({ length: PEOPLE }, (__, person) => save(person));
  const applied = performance.now();
  const batch = await api('POST', `/imports/${id}/apply`, { plan, mode: 'all' });
  const done = await ended(batch.id);
  const took = seconds(applied);
  over = true;
  await Promise.all(savers);
  times.sort((a, b) => a - b);
  const saves = (share: number, atMost: number): string =>
    claim(`${engine} saves meanwhile`, times[Math.floor(times.length * share)] ?? times.at(-1) ?? 0, 'ms', { atMost });
  console.log(
    `  applied in ${took} s (${done.done} done, ${done.failed} failed); saves of ${PEOPLE} people: p95 ${saves(0.95, 300)}, most ${saves(1, 1_000)} of ${times.length}`,
  );

  const back = performance.now();
  const undo = await api('POST', `/batches/${batch.id}/undo`, {});
  console.log(`  undo planned and started in ${seconds(back)} s`);
  await ended(undo.id);
  console.log(`  taken back in ${seconds(back)} s`);

  const body = ['nom_commercial', 'marque', 'ingredients', 'utilisation_normale']
    .map((name) => p(`{{${name}}}`))
    .join('');
  const template = await upload('/templates', { name: 'm.docx', bytes: docxOf({ body }) }, { name: 'Fiche' });
  const ids: string[] = [];
  for (let page = 1; ids.length < DOCUMENTS; page += 1)
    ids.push(...(await api('GET', `/products?page=${page}&size=200`)).map((one: { id: string }) => one.id));
  const demand = { kind: 'generate', products: ids.slice(0, DOCUMENTS), template_id: template.id };
  const planned = await api('POST', '/batches/plan', demand);
  const made = performance.now();
  const documents = await api('POST', '/batches', { ...demand, plan: planned.plan });
  const result = await ended(documents.id);
  const lasted = (performance.now() - made) / 1_000;
  const rate = claim(`${engine} documents`, result.done / lasted, 'a second', { atLeast: 15 });
  console.log(`  ${result.done} documents in ${lasted.toFixed(1)} s: ${rate}`);
  const zipped = performance.now();
  const answer = await fetch(`${url}/api/v1/batches/${documents.id}/zip`, { headers });
  const archive = await answer.arrayBuffer();
  console.log(`  archive of ${(archive.byteLength / 1e6).toFixed(1)} MB in ${seconds(zipped)} s`);
});
endOfBench();
