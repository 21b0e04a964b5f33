import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../test/test.app.ts';

const MIB = 1024 * 1024;
const open: ClientRequest[] = [];
let app: TestApp;
let editor: Caller;
let port: number;
beforeAll(async () => {
  app = await testApp();
  editor = await app.as('editor');
  await app.server.listen({ port: 0, host: '0.0.0.0' });
  port = (app.server.server.address() as AddressInfo).port;
});
afterAll(async () => {
  for (const one of open) one.destroy();
  await app.close();
});

/** Sends some of a body and waits. @returns the status of an answer, `null` where none comes while it waits */
function begin(
  path: string,
  { from, headers, bytes }: { from: string; headers: Record<string, string>; bytes: Buffer },
): Promise<number | null> {
  return new Promise((done) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      localAddress: from,
      method: 'POST',
      path: `/api/v1${path}`,
      headers,
    });
    open.push(asked);
    asked.on('error', () => done(null));
    asked.on('response', (answer) => {
      answer.resume();
      done(answer.statusCode ?? null);
    });
    asked.write(bytes, () => setTimeout(() => done(null), 500));
  });
}
/** Most of a menu, never its end. */
const menu = (from: string): Promise<number | null> => {
  const headers = { host: '127.0.0.1', 'content-type': 'application/json', 'content-length': String(4 * MIB) };
  return begin('/menus', { from, headers, bytes: Buffer.alloc(4 * MIB - 1_000, ' ') });
};

// Elsewhere this machine has one address alone.
test.skipIf(process.platform !== 'linux')(
  'strangers hold their share of memory, one address less, and whoever has an account saves all the same',
  { tags: ['slow'] },
  async () => {
    const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
    for (const from of addresses) {
      expect([await menu(from), await menu(from)]).toEqual([null, null]);
      expect(await menu(from)).toBe(503);
    }
    // Their quarter is taken: another address has none of it.
    expect(await menu('127.0.0.5')).toBe(503);
    expect((await editor.post('/products', { nom_commercial: 'Crème' })).status).toBe(201);
    for (const one of open.splice(0)) one.destroy();
    await expect.poll(() => menu('127.0.0.5'), { timeout: 20_000 }).toBeNull();
  },
);
