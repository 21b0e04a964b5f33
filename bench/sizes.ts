/** What an installation takes, by its products and their saves: memory and disk of the program itself, on SQLite. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIELDS } from '#shared/products/product.fields.ts';
import { startProgram } from '../src/server/test/program.ts';

const PRODUCTS = 1_000;
const SAVES = 10;
const AT_ONCE = 4;
const PASSWORD = 'un mot de passe';

const folder = mkdtempSync(join(tmpdir(), 'diplo-sizes-'));
const { child, url } = await startProgram(folder, { ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'silent' });
const signed = await fetch(`${url}/api/v1/auth/token`, {
  method: 'POST',
  body: new URLSearchParams({ username: 'admin@diplo.local', password: PASSWORD }),
});
const { access_token } = (await signed.json()) as { access_token: string };
const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };

/** Of the program's memory, in MB. */
const memory = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'latin1'))?.[1] ?? 0) / 1024;
/** Of the data folder, in MB. */
const disk = (): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) => sum + statSync(join(folder, name)).size,
    0,
  ) / 1e6;
const full = Object.fromEntries(FIELDS.map((field) => [field.name, field.example]));
const send = async (path: string, method: string, body: unknown): Promise<{ id: string; updated_at: string }> => {
  const answer = await fetch(`${url}/api/v1/products/${path}`, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { id: string; updated_at: string };
};
/** Runs the work for each number, a few at once. */
const each = async (count: number, work: (n: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const run = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) await work(n);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
};
const said = (megabytes: number): string => `${Math.round(megabytes)} MB`;

const empty = disk();
const ids: string[] = [];
await each(PRODUCTS, async (n) => {
  ids.push((await send('', 'POST', { ...full, nom_commercial: `Crème ${n}` })).id);
});
const written = disk();
console.log(`${PRODUCTS} full products: ${said(written - empty)} of disk, ${said(memory())} of memory`);
await each(PRODUCTS * SAVES, async (n) => {
  const id = ids[n % PRODUCTS] ?? '';
  await send(id, 'PUT', { ...full, nom_commercial: `Crème ${n}`, observations_finales: `Relue ${n} fois.` });
});
const saved = ((disk() - written) * 1e6) / (PRODUCTS * SAVES) / 1024;
console.log(`${PRODUCTS * SAVES} saves more: ${saved.toFixed(1)} KB of disk each, ${said(memory())} of memory`);
child.kill('SIGKILL');
rmSync(folder, { recursive: true, force: true });
