import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';

import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from './test.app.ts';

/** Rows of the list of `docs/trust.md` that no other test shows. */
let app: TestApp;
let editor: Caller;
beforeAll(async () => {
  app = await testApp();
  editor = await app.as('editor');
});
afterAll(() => app.close());

const ROOT = join(import.meta.dirname, '../../..');
const raw = async (request: InjectOptions): Promise<number> => (await app.anonymous.raw(request)).status;
const SIGN_IN = { username: 'a@b.fr', password: 'non' };

test('every row has its state, and the proof it names is there', () => {
  const rows = readFileSync(join(ROOT, 'docs/trust.md'), 'utf8').matchAll(
    /^\| (\d+) \| [^|]+\| [^|]+\| ([^|]+)\| ([^|]*)\|$/gm,
  );
  const found = Array.from(rows, ([, number, state = '', proof = '']) => ({ number: Number(number), state, proof }));
  expect(found.map(({ number }) => number)).toEqual(Array.from({ length: 65 }, (_, index) => index + 1));
  for (const { number, state, proof } of found) {
    expect(state, `row ${number}`).toMatch(/^(?:met|partly|not met)\b/);
    const paths = [...proof.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    if (!state.startsWith('not')) expect(paths.length, `row ${number}`).toBeGreaterThan(0);
    for (const path of paths) expect(existsSync(join(ROOT, path)), path).toBe(true);
  }
});

test('2.4.1: another spelling of an address is no address', async () => {
  for (const url of ['/API/v1/auth/token/', '/api/v1//auth/token', '/api/V1/auth/token'])
    expect(await raw({ method: 'POST', url, payload: SIGN_IN }), url).toBe(404);
});

test('3.4.2, 3.5.2: another origin is given nothing, and its forms are refused', async () => {
  const { headers } = await app.anonymous.get('/health', { origin: 'https://evil.exemple' });
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  for (const url of ['/api/v1/auth/token', '/api/v1/generations'])
    expect(await raw({ method: 'POST', url, headers: { 'sec-fetch-site': 'cross-site' }, payload: SIGN_IN })).toBe(403);
});

test('3.5.3: a method that no route has changes nothing', async () => {
  for (const method of ['TRACE', 'OPTIONS', 'PUT', 'PATCH'] as InjectOptions['method'][])
    expect(await raw({ method, url: '/api/v1/products' }), String(method)).toBe(404);
});

test.each([
  ['application/json\t', 201],
  ['APPLICATION/JSON', 201],
  ['application/json; charset=utf-16', 415],
  ['application/jsongarbage', 415],
  ['application/json garbage', 415],
  ['text/plain', 415],
])('2.2.1: a body of kind %j answers %i', async (type, status) => {
  const sent = await editor.raw({
    method: 'POST',
    url: '/api/v1/products',
    headers: { 'content-type': type },
    payload: '{"ph":5}',
  });
  expect(sent.status).toBe(status);
});

test('15.3.7: one parameter said twice is a fault, not a choice', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = 'username=a@b.fr&username=c@d.fr&password=x';
  expect(await raw({ method: 'POST', url: '/api/v1/auth/token', headers: form, payload })).toBe(422);
  expect((await editor.get('/products?page=1&page=2')).status).toBe(422);
});

test('4.2.1: a request of two lengths, or with bare line feeds, is none', async () => {
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.server.address() as AddressInfo;
  const answerTo = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('data', (chunk) => {
        resolve(chunk.toString());
        socket.destroy();
      });
      socket.on('error', reject);
      socket.write(text);
    });
  const statusOf = async (text: string): Promise<string> => (await answerTo(text)).slice(9, 12);
  const head = 'POST /api/v1/auth/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n';
  for (const text of [
    `${head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${head}Content-Length: 6\r\n\r\nabcdef`,
    'GET /api/v1/health HTTP/1.1\nHost: localhost\n\n',
  ])
    expect(await statusOf(text)).toBe('400');
  // In French and in the form of every other fault, though no route has seen it.
  const long = `GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`;
  for (const [text, status] of [
    ['rien\r\n\r\n', 400],
    [long, 431],
  ] as const) {
    const [head = '', body = ''] = (await answerTo(text)).split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(JSON.parse(body).detail).toMatch(/^(La requête|L’adresse)/);
  }
});
