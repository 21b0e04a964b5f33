/**
 * Signing in by password, eight clients, 400 times: beside the same program of another checkout, where one is given. A second
 * factor and a provider that nobody switched on cost nothing: p95 not above 1.1 of the other.
 * Run: `node scripts/run.mjs bench/sign-in.ts`, or `… bench/sign-in.ts /path/of/a/checkout`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';

const CLIENTS = 8;
const TIMES = 400;
const ROUNDS = 3;
const MOST = 1.1;
const ADMIN = { username: 'admin@diplo.local', password: 'un mot de passe de mesure' };
const [other] = process.argv.slice(2);

interface Program {
  name: string;
  url: string;
  close: () => void;
}

async function start(name: string, checkout: string): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'diplo-bench-'));
  const child = spawn(process.execPath, [join(checkout, 'src/server/main.ts')], {
    cwd: checkout,
    env: { ...process.env, DATA_DIR: folder, PORT: '0', ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    const url = /http:\/\/\S+/.exec(printed)?.[0];
    if (!url) continue;
    child.stdout.resume();
    const close = (): void => {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    };
    return { name, url, close };
  }
  throw new Error(`${name} did not start: ${printed}`);
}

/** @returns p50 and p95 (ms) */
async function measure({ url }: Program): Promise<[number, number]> {
  const times: number[] = [];
  let left = TIMES;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const asked = performance.now();
      const answer = await fetch(`${url}/api/v1/auth/token`, { method: 'POST', body: new URLSearchParams(ADMIN) });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
      times.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  times.sort((a, b) => a - b);
  return [times[Math.floor(TIMES * 0.5)] ?? 0, times[Math.floor(TIMES * 0.95)] ?? 0];
}

const programs = [await start('this one', resolve('.'))];
if (other) programs.push(await start('the other', resolve(other)));
// What a first start does in the background is none of it.
await new Promise((done) => setTimeout(done, 60_000));
console.log(`load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`);
const best = new Map<string, number>();
for (let round = 0; round < ROUNDS; round += 1)
  for (const program of programs) {
    const [p50, p95] = await measure(program);
    best.set(program.name, Math.min(p95, best.get(program.name) ?? Number.POSITIVE_INFINITY));
    console.log(`${program.name}: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`);
  }
for (const { close } of programs) close();
const ratio = other ? (best.get('this one') ?? 0) / (best.get('the other') ?? 1) : null;
if (ratio !== null) console.log(`best p95: ${ratio.toFixed(2)} of the other (${MOST} at most)`);
process.exit(ratio !== null && ratio > MOST ? 1 : 0);
