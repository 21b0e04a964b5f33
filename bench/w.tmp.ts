import { performance } from 'node:perf_hooks';
import { readdirSync, readFileSync } from 'node:fs';
import { FIELDS } from '#shared/products/product.fields.ts';
import { onBothEngines } from './clients.ts';
const [CLIENTS, SECONDS] = [8, Number(process.env.SECS ?? 12)];
const FULL = Object.fromEntries(FIELDS.map(({ name, example }) => [name, example]));
const cpu = (): Record<string, number> => {
  const out: Record<string, number> = { program: 0, postgres: 0, bench: process.cpuUsage().user / 1e4 + process.cpuUsage().system / 1e4 };
  for (const p of readdirSync('/proc')) {
    if (!/^\d+$/.test(p)) continue;
    try {
      const cmd = readFileSync(`/proc/${p}/cmdline`, 'utf8');
      const st = readFileSync(`/proc/${p}/stat`, 'utf8').split(') ')[1]!.split(' ');
      const t = Number(st[11]) + Number(st[12]);
      if (cmd.includes('server/main')) out.program! += t;
      else if (cmd.includes('postgres')) out.postgres! += t;
    } catch {}
  }
  return out;
};
await onBothEngines(5_000, async (_, { engine, url, headers }) => {
  const send = async (method: string, path: string, body?: object): Promise<any> => {
    const answer = await fetch(`${url}/api/v1${path}`, { method, headers: { ...headers, 'content-type': 'application/json' }, ...(body ? { body: JSON.stringify(body) } : {}) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const mine = await Promise.all(Array.from({ length: CLIENTS }, async (__, client) => String((await send('POST', '/products', { ...FULL, nom_commercial: `Banc ${client}` })).id)));
  const [template] = await send('GET', '/templates');
  const measure = async (what: string, work: (c: number, t: number) => Promise<unknown>) => {
    const before = cpu(); const from = performance.now();
    let n = 0;
    const end = performance.now() + SECONDS * 1_000;
    await Promise.all(mine.map(async (__, client) => { for (let turn = 0; performance.now() < end; turn++) { await work(client, turn); n++; } }));
    const after = cpu(); const s = (performance.now() - from) / 1000;
    console.log(engine, what, (n / s).toFixed(0), '/s; ms of cpu each:', ...Object.keys(before).map((k) => `${k} ${(((after[k]! - before[k]!) * 10) / n).toFixed(2)}`));
  };
  const only = process.env.ONLY ?? 'save,create,doc';
  if (process.env.PROF) setTimeout(() => { for (const p of readdirSync('/proc')) { try { if (readFileSync(`/proc/${p}/cmdline`, 'utf8').includes('server/main')) process.kill(Number(p), 'SIGUSR2'); } catch {} } }, 3000);
  if (only.includes('save')) await measure('save', (c, t) => send('PUT', `/products/${mine[c]}`, { ...FULL, notes_commentaires: `Note ${t}` }));
  if (only.includes('create')) await measure('create', (_c, t) => send('POST', '/products', { ...FULL, ref_produit: `B${t}` }));
  if (only.includes('doc')) await measure('doc', (c) => send('POST', '/generations', { template_id: template?.id, product_id: mine[c] }));
});
process.exit(0);
