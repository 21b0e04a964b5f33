import { expect, test } from 'vitest';
import { PdfFailure } from '../documents/pdf/converter.ts';
import { docxOf, p } from '../test/docx.maker.ts';
import { testApp } from '../test/test.app.ts';
import { createMetrics } from './metrics.ts';

const TOKEN = 'un-jeton-de-mesures-assez-long-1234567890';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('measures are closed unless METRICS opens them', async () => {
  const app = await testApp();
  const admin = await app.as('admin');
  expect((await admin.get('/metrics')).status).toBe(404);
  expect((await app.anonymous.get('/metrics', bearer(TOKEN))).status).toBe(401);
  await app.close();
});

test('a program with the token, and an administrator, read requests by route, jobs, disk and health', async () => {
  const app = await testApp({ config: { metrics: TOKEN } });
  const [admin, editor] = [await app.as('admin'), await app.as('editor')];
  const { body } = await editor.post('/products/', { nom_commercial: 'Crème' });
  await editor.get(`/products/${body.id}`);
  expect((await app.anonymous.get('/metrics')).status).toBe(401);
  expect((await app.anonymous.get('/metrics', bearer(`${TOKEN}x`))).status).toBe(401);
  expect((await editor.get('/metrics')).status).toBe(403);
  const { status, headers, bytes } = await app.anonymous.get('/metrics', bearer(TOKEN));
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = bytes.toString();
  expect(text).toMatch(/duration_seconds_count\{method="GET",route="\/api\/v1\/products\/:id",status="200"\} 1/);
  expect(text).not.toContain(body.id);
  expect(text).toContain('diplo_info{version="test"} 1');
  expect(text).toMatch(/diplo_disk_free_bytes \d+/);
  expect(text).toContain('diplo_health{part="database"} 1');
  expect(text).toContain('diplo_converter_replaced_total{why="died"} 0');
  expect((await admin.get('/metrics')).status).toBe(200);
  // The token opens nothing else.
  expect((await app.anonymous.get('/products/', bearer(TOKEN))).status).toBe(401);
  await app.close();
});

test('a number that cannot be had is missing, and the others are told', async () => {
  const metrics = createMetrics({
    version: '1',
    jobs: { list: () => Promise.reject(new Error('the database is down')) },
    backups: { status: async () => ({ directory: null, last: null, failure: null, count: 0 }) as never },
    parts: async () => [{ key: 'database', name: 'Base de données', ok: false, said: 'Ne répond pas.' }],
    freeBytes: async () => 1_000,
    clock: () => new Date(),
  });
  const { text } = await metrics.read();
  expect(text).toContain('diplo_health{part="database"} 0');
  expect(text).toContain('diplo_disk_free_bytes 1000');
  expect(text).not.toMatch(/^diplo_jobs/m);
  // An age of nothing would be that of a backup just made.
  expect(text).not.toMatch(/^diplo_backup_age_seconds/m);
});

test('every part that the server stands on says how it is, within seconds', async () => {
  const app = await testApp({
    converter: {
      name: 'gotenberg',
      atOnce: 1,
      convert: async () => {
        throw new PdfFailure('down');
      },
      check: async () => 'Le serveur Gotenberg (PDF_URL) ne répond pas.',
      close: async () => undefined,
    },
  });
  const admin = await app.as('admin');
  const { body } = await admin.get('/health/parts');
  const said = Object.fromEntries(body.map((one: { key: string }) => [one.key, one]));
  expect(said.database).toMatchObject({ ok: true, said: 'SQLite' });
  expect(said.files).toMatchObject({ ok: true });
  expect(said.converter).toMatchObject({ ok: false, said: expect.stringMatching(/Gotenberg/) });
  expect(said.disk).toMatchObject({ said: expect.stringMatching(/Go libres/) });
  expect(said.backup).toMatchObject({ ok: false, said: expect.stringMatching(/BACKUP_DIR/) });
  expect(said.jobs).toMatchObject({ ok: true });
  await app.close();
});

test('what the server could not do is logged with its cause, its reference and its person, and no token', async () => {
  const lines: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((text: string) => lines.push(String(text)) > 0) as typeof process.stdout.write;
  const app = await testApp({
    config: { logLevel: 'info' },
    converter: {
      name: 'wasm',
      atOnce: 1,
      convert: async () => {
        throw new PdfFailure('down', new Error('the socket is closed'));
      },
      close: async () => undefined,
    },
  });
  const editor = await app.as('editor');
  const template = await editor.upload('/templates/', {
    fields: { name: 'M' },
    file: { name: 'm.docx', bytes: docxOf({ body: p('x') }) },
  });
  const product = await editor.post('/products/', { nom_commercial: 'Crème' });
  const { status, headers } = await editor.get(`/templates/${template.body.id}/preview/${product.body.id}`);
  process.stdout.write = write;
  expect(status).toBe(503);
  const told = lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  const cause = told.find(({ err }) => err);
  expect(JSON.stringify(cause.err)).toContain('the socket is closed');
  const request = told.find(({ status: code }) => code === 503);
  expect(request).toMatchObject({ route: '/api/v1/templates/:id/preview/:productId', reqId: cause.reqId });
  expect(headers['x-request-id']).toBe(cause.reqId);
  expect(request.user).toMatch(/^[\w-]{36}$/);
  expect(lines.join('')).not.toContain(editor.token ?? 'no token');
  await app.close();
});
