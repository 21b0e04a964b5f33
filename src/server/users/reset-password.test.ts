import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import { ADMIN, copyInstallation } from '../test/installation.ts';
import { endOf, killPrograms, NO_CONVERTER, startProgram } from '../test/program.ts';

const SCRIPT = join(import.meta.dirname, '../../../scripts/reset-password.ts');
const ROTATE = join(import.meta.dirname, '../../../scripts/rotate-key.ts');
const folder = mkdtempSync(join(tmpdir(), 'diplo-reset-'));
afterAll(() => {
  killPrograms();
  rmSync(folder, { recursive: true, force: true });
});

/** What the command prints, or why it refuses. */
const reset = (...args: string[]): string => run(SCRIPT, folder, ...args);
function run(script: string, data: string, ...args: string[]): string {
  try {
    return execFileSync(process.execPath, [script, ...args], {
      env: { ...process.env, DATA_DIR: data },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    return String((error as { stderr?: string }).stderr);
  }
}

test('a lost telephone: with --otp the second factor goes too', { tags: ['slow'] }, async () => {
  const lost = mkdtempSync(join(folder, 'lost-'));
  await copyInstallation(lost);
  const first = await startProgram(lost, NO_CONVERTER);
  const call = async (path: string, token: string, body: object) => {
    const answer = await fetch(`${first.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { access_token: string; secret: string; codes: string[]; code: string };
  };
  const ofAdmin = { username: 'admin@diplo.local', password: ADMIN.password };
  const { access_token } = await call('/auth/token', '', ofAdmin);
  const { secret } = await call('/auth/me/otp', access_token, { current_password: ADMIN.password });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  expect((await call('/auth/me/otp/confirm', access_token, { code })).codes).toHaveLength(10);
  expect((await call('/auth/token', '', ofAdmin)).code).toBe('otp_required');
  first.child.kill('SIGTERM');
  await endOf(first.child);
  // A new key locks it again, and loses nobody.
  expect(run(ROTATE, lost)).toMatch(/Seconds facteurs chiffrés avec la nouvelle clé.*: 1/);
  const said = run(SCRIPT, lost, 'admin@diplo.local', '--otp');
  expect(said).toContain('Son second facteur est retiré.');
  expect(run(SCRIPT, lost, 'admin@diplo.local', '--otp')).toMatch(
    /n’avait pas de second facteur[\s\S]*Mot de passe provisoire/,
  );
  expect(run(SCRIPT, lost, 'admin@diplo.local', '--tout')).toMatch(/Option inconnue/);
});

test('who has lost the only password gets in again, and old sessions end', { tags: ['slow'] }, async () => {
  expect(reset('admin@diplo.local')).toMatch(/pas de base/);
  const old = ADMIN.password;
  await copyInstallation(folder);
  const first = await startProgram(folder, NO_CONVERTER);
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

  const { url } = await startProgram(folder, {
    ...NO_CONVERTER,
    ADMIN_PASSWORD: 'celui de l’environnement ne compte plus',
  });
  expect((await signIn(url, old)).status).toBe(401);
  expect((await signIn(url, password)).status).toBe(200);
  const refreshed = await fetch(`${url}/api/v1/auth/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token }),
  });
  expect(refreshed.status).toBe(401);
});
