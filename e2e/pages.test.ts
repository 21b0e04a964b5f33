/** A page names the files of its screen: they come with the app, not after it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADDRESSES } from './addresses.ts';
import { startServer } from './server.ts';

let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const named = async (path: string): Promise<string[]> => {
  const html = await (await fetch(server.url + path)).text();
  return Array.from(html.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g), ([, href = '']) => href);
};

test.each(ADDRESSES.map(({ path }) => [path, path === '/login'] as const))(
  '%s names its own files, which are there',
  async (path, isInTheApp) => {
    const files = await named(path.replace(/:\w+/g, 'b7c1'));
    // The door is in the app itself.
    const app = await named('/login');
    const own = files.filter((file) => !app.includes(file));
    if (isInTheApp) expect(own).toEqual([]);
    else expect(own.length).toBeGreaterThan(0);
    for (const file of files) expect((await fetch(server.url + file, { method: 'HEAD' })).status, file).toBe(200);
  },
);

test('an address that leads nowhere is a page too, and the list of files is nobody’s', async () => {
  for (const method of ['GET', 'HEAD']) expect((await fetch(`${server.url}/nulle-part`, { method })).status).toBe(200);
  expect((await fetch(server.url, { method: 'HEAD' })).status).toBe(200);
  for (const copy of ['', '.br', '.gz'])
    expect((await fetch(`${server.url}/screens.json${copy}`)).status, copy).toBe(404);
});

test('a page comes compressed, and once', async () => {
  const first = await fetch(`${server.url}/products`);
  expect(first.headers.get('content-encoding')).toMatch(/br|gzip/);
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  expect((await fetch(`${server.url}/products`, { headers })).status).toBe(304);
  expect((await fetch(`${server.url}/dips`, { headers })).status).toBe(200);
});
