import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { testApp } from '../test/test.app.ts';
import { createHostCheck, isLoopback } from './hosts.ts';

test.each([
  ['localhost', true],
  ['diplo.localhost', true],
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['localhost.exemple.fr', false],
  ['127.0.0.1.exemple.fr', false],
  ['10.0.0.1', false],
])('%s leads to this machine: %s', (name, expected) => expect(isLoopback(name)).toBe(expected));

describe('who may be called how', () => {
  const check = (host: string, url: string | null = null) =>
    createHostCheck({ host, publicUrl: url === null ? null : new URL(url) });
  const own = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

  test('bound to loopback, only the names of this machine and PUBLIC_URL', () => {
    const isOurs = check('127.0.0.1', 'https://diplo.exemple.fr');
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000', 'DIPLO.exemple.fr', 'diplo.exemple.fr.:443'])
      expect(isOurs(host), host).toBe(true);
    for (const host of ['evil.exemple', 'evil.exemple:3000', '10.0.0.1', '', 'diplo.exemple.fr.evil.exemple'])
      expect(isOurs(host), host).toBe(false);
  });
  test('bound elsewhere, any name until PUBLIC_URL says which', () => {
    expect(check('0.0.0.0')('n-importe.quoi')).toBe(true);
    expect(check('0.0.0.0')('')).toBe(false);
    const isOurs = check('0.0.0.0', 'https://diplo.exemple.fr');
    expect(isOurs('diplo.exemple.fr')).toBe(true);
    expect(isOurs('localhost:3000')).toBe(true);
    expect(isOurs('evil.exemple')).toBe(false);
    if (own) expect(isOurs(`${own}:3000`)).toBe(true);
  });
});

describe('over HTTP', () => {
  test('a page that rebinds its name reads and makes nothing', async () => {
    const app = await testApp();
    for (const [method, url] of [
      ['GET', '/api/v1/health'],
      ['POST', '/api/v1/auth/signup'],
      ['GET', '/'],
      ['GET', '/api/docs'],
    ] as const) {
      const { status, body } = await app.anonymous.raw({ method, url, headers: { host: 'rebind.evil.exemple:3000' } });
      expect(status).toBe(421);
      expect(body.detail).toMatch(/rebind\.evil\.exemple.*PUBLIC_URL/);
    }
    await app.close();
  });
  test('behind a proxy the forwarded host counts, from that proxy alone', async () => {
    const app = await testApp({
      config: { publicUrl: new URL('https://diplo.exemple.fr'), trustProxy: '10.0.0.5' },
    });
    const ask = async (remoteAddress: string, forwarded: string) =>
      (
        await app.anonymous.raw({
          method: 'GET',
          url: '/api/v1/health',
          remoteAddress,
          headers: { host: 'localhost:3000', 'x-forwarded-host': forwarded },
        })
      ).status;
    expect(await ask('10.0.0.5', 'diplo.exemple.fr')).toBe(200);
    expect(await ask('10.0.0.5', 'evil.exemple')).toBe(421);
    expect(await ask('10.0.0.6', 'evil.exemple')).toBe(200);
    await app.close();
  });
  test('https is asked for when the public address is https, and nothing a page does not need is permitted', async () => {
    const plain = await testApp();
    const { headers } = await plain.anonymous.get('/health');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['permissions-policy']).toContain('camera=()');
    await plain.close();
    const secure = await testApp({ config: { publicUrl: new URL('https://diplo.exemple.fr') } });
    const answer = await secure.anonymous.get('/health', { host: 'diplo.exemple.fr' });
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    await secure.close();
  });
});
