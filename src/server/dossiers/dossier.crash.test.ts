import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, expect, test } from 'vitest';
import type { Dossier } from '#shared/dossiers/dossier.contract.ts';
import { inflate, readZip } from '../documents/docx/zip.ts';
import { ADMIN, copyInstallation } from '../test/installation.ts';
import { endOf, killPrograms, NO_CONVERTER, startProgram } from '../test/program.ts';
import { multipart } from '../test/test.app.ts';

const folder = mkdtempSync(join(tmpdir(), 'diplo-dossier-crash-'));
afterAll(() => {
  killPrograms();
  rmSync(folder, { recursive: true, force: true });
});
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('killed in the middle of a dossier, it is made once, whole', async () => {
  await copyInstallation(folder);
  let { child, url } = await startProgram(folder, NO_CONVERTER);
  const ask = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${url}/api/v1${path}`, init);
  const signed = await ask('/auth/token', {
    method: 'POST',
    body: new URLSearchParams({ username: ADMIN.email, password: ADMIN.password }),
  });
  const { access_token } = (await signed.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  const json = { ...headers, 'content-type': 'application/json' };
  const read = async <T>(path: string): Promise<T> => (await (await ask(path, { headers })).json()) as T;
  const body = JSON.stringify({ nom_commercial: 'Crème' });
  const { id } = (await (await ask('/products', { method: 'POST', headers: json, body })).json()) as { id: string };

  const long = await PDFDocument.create();
  for (let page = 0; page < 40; page += 1) long.addPage().drawText(`Page ${page}`);
  const pieces = [Buffer.from(await long.save()), ...Array.from({ length: 6 }, () => randomBytes(3_000_000))];
  for (const [index, bytes] of pieces.entries()) {
    const form = multipart(
      { product_id: id, field_key: 'divers' },
      { name: `${index}.${index ? 'bin' : 'pdf'}`, bytes },
    );
    const { status } = await ask('/attachments', {
      method: 'POST',
      headers: { ...headers, 'content-type': form.contentType },
      body: new Uint8Array(form.body),
    });
    expect(status).toBe(201);
  }

  const all = (): Promise<Dossier[]> => read(`/products/${id}/dossiers`);
  type Work = { state: string | null; progress: { done: number; total: number } | null };
  const work = (): Promise<Work> => read(`/products/${id}/dossiers/work`);
  // As soon as it has begun, in the middle of the pieces, while the archive is written.
  for (const [turn, step] of [0, 3, 7].entries()) {
    await ask(`/products/${id}/dossiers`, { method: 'POST', headers: json, body: '{}' });
    const reached = async (): Promise<boolean> => {
      const { state, progress } = await work();
      return state === null || (progress?.done ?? -1) >= step;
    };
    await expect.poll(reached, { interval: 10 }).toBe(true);
    child.kill('SIGKILL');
    await endOf(child);
    ({ child, url } = await startProgram(folder, NO_CONVERTER));
    await expect.poll(async () => (await work()).state, { timeout: 60_000 }).toBe(null);
    expect(await all()).toHaveLength(turn + 1);
  }
  for (const dossier of await all()) {
    const zip = Buffer.from(await (await ask(`/dossiers/${dossier.id}/zip`, { headers })).arrayBuffer());
    expect(sha256(zip)).toBe(dossier.zip_sha256);
    const files = new Map(readZip(zip).map((entry) => [entry.name, inflate(entry)]));
    for (const line of String(files.get('SHA256SUMS')).trim().split('\n'))
      expect(sha256(files.get(line.slice(66)) ?? Buffer.alloc(0))).toBe(line.slice(0, 64));
  }
});
