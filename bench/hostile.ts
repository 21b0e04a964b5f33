import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { docxOf, entry, p } from '../src/server/test/docx.maker.ts';
import { carryingPdfs, hostilePdfs, hostilePictures } from '../src/server/test/hostile.pieces.ts';
import { repeated, UNITS } from '../src/server/test/hostile.texts.ts';
import { pdfOf } from '../src/server/test/pdf.maker.ts';
import { killPrograms, startProgram } from '../src/server/test/program.ts';
import { multipart } from '../src/server/test/test.app.ts';
import { claim, endOfBench } from './claim.ts';

/**
 * A server under documents made to stop it: how long `/health` takes meanwhile, and how much memory it takes.
 * `node scripts/run.mjs bench/hostile.ts`. Bars: health under 100 ms during ten hostile uploads, under 250 ms while a dossier
 * of hostile pieces is sealed and hostile texts are pasted; less than 300 MB more.
 */
const folder = mkdtempSync(join(tmpdir(), 'diplo-hostile-'));
const { child, url } = await startProgram(folder, { ADMIN_PASSWORD: 'un mot de passe' });
const signed = await fetch(`${url}/api/v1/auth/token`, {
  method: 'POST',
  body: new URLSearchParams({ username: 'admin@diplo.local', password: 'un mot de passe' }),
});
const { access_token: token } = (await signed.json()) as { access_token: string };
const headers = { authorization: `Bearer ${token}` };

const salt = (length: number): string => {
  let seed = 7;
  let text = '';
  while (text.length < length) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += `${seed.toString(36)} `;
  }
  return text.slice(0, length);
};
const part = (count: number, from: number): string =>
  `<a>${Array.from({ length: count }, (_, index) => `<b c="${(index + from) * 7_919}"/>`).join('')}</a>`;
const HOSTILE: Record<string, Buffer> = {
  'parts just under the limit of the ratio': docxOf({
    body: '',
    extra: Array.from({ length: 94 }, (_, index) => entry(`word/x${index}.xml`, `<a>${' '.repeat(1_000_000)}</a>`)),
  }),
  'as many elements as are taken': docxOf({
    body: '',
    extra: Array.from({ length: 8 }, (_, index) => entry(`word/x${index}.xml`, part(48_000, index * 50_000))),
  }),
  'too many elements': docxOf({
    body: '',
    extra: Array.from({ length: 12 }, (_, index) => entry(`word/x${index}.xml`, part(48_000, index * 50_000))),
  }),
  'a paragraph of nearly a million letters, full of tags': docxOf({
    body: p(Array.from({ length: 4_000 }, (_, index) => `${salt(200)}{{nom_${index}}}`).join('')),
  }),
  'a paragraph of thirty million letters': docxOf({ body: p(salt(6_000_000).repeat(5)) }),
  'a list inside itself': docxOf({
    body: `${p('{{#ingredients_lignes}}').repeat(9)}${p('{{/ingredients_lignes}}').repeat(9)}`,
  }),
  'two thousand entries': docxOf({
    body: '',
    extra: Array.from({ length: 1_990 }, (_, index) => entry(`word/x${index}.xml`, '<a/>')),
  }),
  'braces and nothing else': docxOf({ body: p('{'.repeat(900_000)) }),
  'sections in one paragraph': docxOf({ body: p(`${'{{#marque}}'.repeat(2_000)}${'{{/marque}}'.repeat(2_000)}`) }),
  'forty megabytes of text in runs': docxOf({
    body: `<w:p>${`<w:r><w:t>${salt(300)}</w:t></w:r>`.repeat(2_000)}</w:p>`.repeat(50),
  }),
};

const memory = (): number => {
  const status = readFileSync(`/proc/${child.pid}/status`, 'latin1');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
};
const send = async (path: string, bytes: Buffer, fields: Record<string, string>): Promise<string> => {
  const { body, contentType } = multipart(fields, { name: 'm.docx', bytes });
  const from = performance.now();
  const { status } = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': contentType },
    body: new Uint8Array(body),
  });
  return `${status} in ${Math.round(performance.now() - from)} ms`;
};
/** Asks for `/health` from a thread of its own: this one has its hands full. */
const WATCH = `const { parentPort, workerData } = require('node:worker_threads');
let [worst, asked, going] = [0, 0, true];
parentPort.once('message', () => { going = false; });
(async () => {
  while (going) {
    const from = performance.now();
    await (await fetch(workerData + '/api/v1/health')).text();
    worst = Math.max(worst, performance.now() - from);
    asked += 1;
    await new Promise((turn) => setTimeout(turn, 10));
  }
  parentPort.postMessage({ worst, asked });
})();`;
async function during<T>(work: () => Promise<T>): Promise<{ done: T; worst: number; peak: number; asked: number }> {
  const watcher = new Worker(WATCH, { eval: true, workerData: url });
  let peak = memory();
  const sampling = setInterval(() => {
    peak = Math.max(peak, memory());
  }, 20);
  await new Promise((turn) => setTimeout(turn, 300));
  const done = await work();
  clearInterval(sampling);
  watcher.postMessage('stop');
  const [seen] = (await once(watcher, 'message')) as [{ worst: number; asked: number }];
  await watcher.terminate();
  return { done, peak, ...seen };
}

// A good document first: what a thread takes by being there is not what these take.
await send('/templates', docxOf({ body: p('bonjour') }), { name: 'bon' });
const before = memory();
console.log(`before: ${before.toFixed(0)} MB`);
const all = await during(() =>
  Promise.all(
    Object.entries(HOSTILE).map(
      async ([name, bytes]) => [name, bytes.length, await send('/templates', bytes, { name: 'm' })] as const,
    ),
  ),
);
for (const [name, size, answer] of all.done) console.log(`  ${name} (${Math.ceil(size / 1024)} kB): ${answer}`);
console.log(
  `ten hostile uploads at once: health ${all.worst.toFixed(0)} ms at worst of ${all.asked}, memory +${(all.peak - before).toFixed(0)} MB`,
);

const product = (await (
  await fetch(`${url}/api/v1/products`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"nom_client":"x"}',
  })
).json()) as { id: string };
const five = Buffer.alloc(5 * 1024 * 1024, salt(100_000));
const rest = memory();
const uploads = await during(() =>
  Promise.all(
    Array.from({ length: 200 }, () =>
      send('/attachments', five, { product_id: product.id, field_key: 'pieces_jointes' }),
    ),
  ),
);
const kinds = Object.entries(Object.groupBy(uploads.done, (one) => one.slice(0, 3))).map(
  ([status, found]) => `${found?.length} × ${status}`,
);
console.log(
  `200 uploads of 5 MB at once: ${kinds.join(', ')}, health ${uploads.worst.toFixed(0)} ms at worst, memory +${(uploads.peak - rest).toFixed(0)} MB`,
);

const json = async (path: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }> => {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
/** Seals what a product has, and waits until it is there. */
async function sealed(id: string): Promise<{ seconds: number; anomalies: number }> {
  const from = performance.now();
  await json(`/products/${id}/dossiers`, {});
  for (;;) {
    const made = (await json(`/products/${id}/dossiers`, undefined)).body as unknown as { anomalies: string[] }[];
    const [one] = made;
    if (one) return { seconds: (performance.now() - from) / 1_000, anomalies: one.anomalies.length };
    const { error } = (await json(`/products/${id}/dossiers/work`, undefined)).body;
    if (error) throw new Error(String(error));
    await new Promise((turn) => setTimeout(turn, 100));
  }
}
const made = async (name: string): Promise<string> =>
  String((await json('/products', { nom_commercial: name })).body.id);
const [bad, good] = [await made('hostile'), await made('bon')];
const pieces = { ...hostilePdfs(), ...carryingPdfs(), ...hostilePictures() };
for (const bytes of Object.values(pieces))
  await send('/attachments', bytes, { product_id: bad, field_key: 'pieces_jointes' });
await send('/attachments', pdfOf('bonne'), { product_id: good, field_key: 'pieces_jointes' });
const ease = memory();
const sealing = await during(async () => {
  const trouble = sealed(bad);
  await new Promise((turn) => setTimeout(turn, 500));
  return { other: await sealed(good), trouble: await trouble };
});
console.log(
  `${Object.keys(pieces).length} hostile pieces: sealed in ${sealing.done.trouble.seconds.toFixed(1)} s with ${sealing.done.trouble.anomalies} anomalies, another product's meanwhile in ${sealing.done.other.seconds.toFixed(1)} s, health ${sealing.worst.toFixed(0)} ms at worst of ${sealing.asked}, memory of the server +${(sealing.peak - ease).toFixed(0)} MB`,
);

const reads = await during(async () => {
  const from = performance.now();
  for (const unit of UNITS)
    for (const text of [
      repeated(unit, 40_000),
      Array.from({ length: 60 }, () => repeated(unit, 5_000).replaceAll('\n', ' ')).join('\n'),
    ])
      await json(`/products/${good}/formula/parse`, { text });
  return (performance.now() - from) / 1_000;
});
console.log(
  `${2 * UNITS.length} hostile pastes: ${reads.done.toFixed(1)} s, health ${reads.worst.toFixed(0)} ms at worst of ${reads.asked}`,
);
killPrograms();
rmSync(folder, { recursive: true, force: true });
const limits = [
  ['health during ten hostile uploads', all.worst, 'ms', 100],
  ['memory of ten hostile uploads', all.peak - before, 'MB', 300],
  ['health while hostile pieces are sealed', sealing.worst, 'ms', 250],
  ['memory of hostile pieces', sealing.peak - ease, 'MB', 300],
  ['health during hostile pastes', reads.worst, 'ms', 250],
] as const;
for (const [what, figure, unit, atMost] of limits) console.log(`${what}: ${claim(what, figure, unit, { atMost })}`);
endOfBench();
