import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openPostgres } from '../src/server/db/open.ts';
import startPostgres from '../src/server/test/postgres.setup.ts';
import { s3Server } from '../src/server/test/s3.server.ts';
import { claim, endOfBench } from './claim.ts';

/**
 * Writes a second of two instances on one PostgreSQL, each saving products of its own: how much they stand in each
 * other's way. `node scripts/run.mjs bench/writers.ts [checkout]` measures another checkout, an older one say.
 */
const SECONDS = 10;
const CLIENTS = 12;
const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));
let address = '';
const stop = await startPostgres({
  provide: (name: string, value: string) => {
    if (name === 'postgresUrl') address = value;
  },
} as never);
/** PostgreSQL is on another machine most of the time: a millisecond there, a millisecond back. */
const WAY = `const net = require('node:net'); const { parentPort, workerData } = require('node:worker_threads');
const late = (from, to) => from.on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), 1)).on('close', () => to.destroy()).on('error', () => {});
net.createServer((near) => { const far = net.connect(workerData, '127.0.0.1'); near.setNoDelay(true); far.setNoDelay(true); late(near, far); late(far, near); })
  .listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port); });`;
const way = new Worker(WAY, { eval: true, workerData: Number(new URL(address).port) });
const [port] = (await once(way, 'message')) as [number];
const through = new URL(address);
through.port = String(port);
const s3 = await s3Server();
const folder = mkdtempSync(join(tmpdir(), 'diplo-writers-'));
const children: ChildProcess[] = [];

async function start(name: string): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'src/server/main.ts')], {
    env: {
      ...process.env,
      DATA_DIR: join(folder, name),
      PORT: '0',
      DATABASE_URL: through.href,
      STORAGE_URL: s3.urlOf('/writers'),
      SECRET_KEY: 'une clé tirée au hasard pour deux instances',
      ADMIN_PASSWORD: 'un mot de passe',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let printed = '';
  return new Promise((done) => {
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const url = /http:\/\/\S+/.exec(printed)?.[0];
      if (url) done(url);
    });
  });
}

const urls = [await start('a'), await start('b')];
const signed = await fetch(`${urls[0]}/api/v1/auth/token`, {
  method: 'POST',
  body: new URLSearchParams({ username: 'admin@diplo.local', password: 'un mot de passe' }),
});
const { access_token: token } = (await signed.json()) as { access_token: string };
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
const until = performance.now() + SECONDS * 1_000;
let [writes, refused] = [0, 0];
await Promise.all(
  Array.from({ length: CLIENTS }, async (_, client) => {
    const url = `${urls[client % 2]}/api/v1/products`;
    const { id } = (await (await fetch(url, { method: 'POST', headers, body: '{}' })).json()) as { id: string };
    for (let turn = 0; performance.now() < until; turn += 1) {
      const { status } = await fetch(`${url}/${id}`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ nom_client: `client ${turn}` }),
      });
      if (status === 200) writes += 1;
      else refused += 1;
    }
  }),
);
const chain = (await (await fetch(`${urls[0]}/api/v1/audit/verify`, { headers })).json()) as {
  valid: boolean;
  count: number;
};
const rate = claim('saves of two instances', writes / SECONDS, 'a second', { atLeast: 100 });
const broken = claim('broken journals', chain.valid ? 0 : 1, 'broken', { atMost: 0 });
console.log(
  `${root}\n  ${rate} by two instances (${CLIENTS} clients, ${refused} refused); journal of ${chain.count} lines: ${broken}`,
);
for (const child of children) child.kill('SIGKILL');
await openPostgres(address).close();
await s3.close();
await stop?.();
rmSync(folder, { recursive: true, force: true });
endOfBench();
