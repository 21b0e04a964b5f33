import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { endOf, killPrograms, startProgram } from '../test/program.ts';

const SCRIPT = join(import.meta.dirname, '../../../scripts/reset-password.ts');
const folder = mkdtempSync(join(tmpdir(), 'diplo-reset-'));
afterAll(() => {
  killPrograms();
  rmSync(folder, { recursive: true, force: true });
});

/** What the command prints, or why it refuses. */
function reset(...args: string[]): string {
  try {
    return execFileSync(process.execPath, [SCRIPT, ...args], {
      env: { ...process.env, DATA_DIR: folder },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    return String((error as { stderr?: string }).stderr);
  }
}

test('who has lost the only password gets in again, and old sessions end', async () => {
  expect(reset('admin@diplo.local')).toMatch(/pas de base/);
  const old = 'un mot de passe perdu';
  const first = await startProgram(folder, { ADMIN_PASSWORD: old });
  const signIn = (url: string, password: string) =>
    fetch(`${url}/api/v1/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'admin@diplo.local', password }),
    });
  const { refresh_token } = (await (await signIn(first.url, old)).json()) as { refresh_token: string };
  expect(reset('admin@diplo.local')).toMatch(/arrêtez-le/);
  first.child.kill('SIGTERM');
  await endOf(first.child);

  expect(reset()).toMatch(/de quel compte/);
  expect(reset('personne@diplo.local')).toMatch(/Aucun compte/);
  const password = /provisoire de admin@diplo\.local.*?: (\S+)/.exec(reset('Admin@diplo.local'))?.[1] ?? '';
  expect(password).toMatch(/^[a-z2-9-]{19}$/);

  const { url } = await startProgram(folder, { ADMIN_PASSWORD: 'celui de l’environnement ne compte plus' });
  expect((await signIn(url, old)).status).toBe(401);
  expect((await signIn(url, password)).status).toBe(200);
  const refreshed = await fetch(`${url}/api/v1/auth/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token }),
  });
  expect(refreshed.status).toBe(401);
});
