import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOf, killPrograms, startProgram } from '../src/server/test/program.ts';
import { multipart } from '../src/server/test/test.app.ts';

/**
 * A disk of 12 MB that fills up under the server, and one that a backup fills up: what is answered, what is kept, and
 * that all goes on once there is room. As root, on Linux: `node scripts/run.mjs bench/disk-full.ts`
 */
const root = mkdtempSync(join(tmpdir(), 'diplo-full-'));
const disk = join(root, 'disk');
mkdirSync(disk);
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', disk]);
let wrong = 0;
const expectThat = (what: string, ok: boolean): void => {
  console.log(`${ok ? '✓' : '✗'} ${what}`);
  if (!ok) wrong += 1;
};
try {
  const data = join(disk, 'data');
  const { child, url } = await startProgram(data, { ADMIN_PASSWORD: 'un mot de passe' });
  const signed = await fetch(`${url}/api/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'admin@diplo.local', password: 'un mot de passe' }),
  });
  const { access_token: token } = (await signed.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  const json = { ...headers, 'content-type': 'application/json' };
  const post = async (path: string, init: RequestInit): Promise<{ status: number; detail: string; id: string }> => {
    const answer = await fetch(`${url}/api/v1${path}`, { method: 'POST', ...init });
    const body = (await answer.json()) as { detail: string; id: string };
    return { status: answer.status, detail: body.detail, id: body.id };
  };
  const save = () =>
    post('/products', {
      headers: json,
      body: JSON.stringify({ nom_client: 'x', notes_commentaires: 'y'.repeat(40_000) }),
    });
  const kept: string[] = [];
  const first = await save();
  kept.push(first.id);
  const statuses = new Map<string, number>();
  const count = (status: number, detail: string): void => {
    const key = `${status} ${detail ?? ''}`;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
  };
  for (let turn = 0; turn < 60; turn += 1) {
    const { body, contentType } = multipart(
      { product_id: first.id, field_key: 'pieces_jointes' },
      { name: 'a.bin', bytes: Buffer.alloc(400_000, turn) },
    );
    const attached = await post('/attachments', {
      headers: { ...headers, 'content-type': contentType },
      body: new Uint8Array(body),
    });
    count(attached.status, attached.detail);
  }
  for (let turn = 0; turn < 200; turn += 1) {
    const { status, detail, id } = await save();
    if (status === 201) kept.push(id);
    count(status, detail);
  }
  for (const [answer, times] of statuses) console.log(`  ${times} × ${answer}`);
  const refusals = [...statuses.keys()].filter((key) => !key.startsWith('201'));
  expectThat(
    'what the full disk refuses is told so in French',
    refusals.length > 0 && refusals.every((key) => /^503 .*disque/.test(key)),
  );
  expectThat('reading goes on', (await fetch(`${url}/api/v1/products`, { headers })).status === 200);
  expectThat('nothing half written stays', readdirSync(join(data, 'tmp', 'uploads')).length === 0);
  execFileSync('mount', ['-o', 'remount,size=40m', disk]);
  expectThat('once there is room it takes again', (await save()).status === 201);
  const read = await Promise.all(
    kept.map(async (id) => (await fetch(`${url}/api/v1/products/${id}`, { headers })).status),
  );
  expectThat(
    `each of the ${kept.length} acknowledged saves is there`,
    read.every((status) => status === 200),
  );
  const ended = endOf(child);
  child.kill('SIGKILL');
  await ended;
  const script = (name: string, ...args: string[]): string => {
    try {
      return execFileSync(process.execPath, [join(import.meta.dirname, '../scripts', name), ...args], {
        env: { ...process.env, DATA_DIR: data },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    } catch (error) {
      return `refused: ${(error as { stderr: string; stdout: string }).stdout}${(error as { stderr: string }).stderr}`;
    }
  };
  expectThat('the installation is whole', !/✗|refused/.test(script('verify.ts')));
  const small = join(root, 'small');
  mkdirSync(small);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small]);
  const said = script('backup.ts', join(small, 'b'));
  expectThat(
    'a backup whose disk is full says so and leaves nothing',
    /disque de la sauvegarde est plein/.test(said) && readdirSync(small).length === 0,
  );
  execFileSync('umount', [small]);
  writeFileSync(join(root, 'done'), '');
} finally {
  killPrograms();
  await new Promise((turn) => setTimeout(turn, 300));
  execFileSync('umount', ['-l', disk]);
  rmSync(root, { recursive: true, force: true });
}
process.exit(wrong === 0 ? 0 : 1);
