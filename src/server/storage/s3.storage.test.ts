import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseS3Url, s3Storage } from './s3.storage.ts';
import { storageSuite } from './storage.suite.ts';
import type { Storage } from './storage.ts';

/** A server of its own, that keeps objects on disk and verifies signatures. */
const folder = mkdtempSync(join(tmpdir(), 'diplo-s3-'));
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: folder,
  configureBuckets: [{ name: 'diplo', configs: [] }],
});
// It forgets the last slash of `/diplo/` when it verifies a signature; Amazon's client writes and signs that slash.
server.middleware.splice(-1, 0, (context, next) => {
  if (/^\/[^/]+\/$/.test(context.path)) {
    context.state.vhost = true;
    context.mountPath = '/';
  }
  return next();
});
let address: AddressInfo;
let storage: Storage;
const urlOf = (rest: string, key = 'S3RVER:S3RVER'): string =>
  `s3://${key}@127.0.0.1:${address.port}/diplo${rest}?tls=off`;

beforeAll(async () => {
  address = await server.run();
  storage = await s3Storage(parseS3Url(urlOf('/essais/fichiers')));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('S3', () => {
  storageSuite(() => storage);

  test('two instances see the same files; another folder of the bucket sees none of them', async () => {
    const { id } = await storage.save(Buffer.from('partagé'));
    const twin = await s3Storage(parseS3Url(urlOf('/essais/fichiers')));
    expect((await twin.read(id)).toString()).toBe('partagé');
    const other = await s3Storage(parseS3Url(urlOf('')));
    await expect(other.read(id)).rejects.toThrow('No stored file');
  });

  test('lists more than one page', async () => {
    const many = await s3Storage(parseS3Url(urlOf('/beaucoup')));
    const ids = new Set<string>();
    for (let turn = 0; turn < 1_050; turn += 50)
      for (const { id } of await Promise.all(Array.from({ length: 50 }, () => many.save(Buffer.from('x')))))
        ids.add(id);
    const listed = (await Array.fromAsync(many.list())).map(({ id }) => id);
    expect(new Set(listed)).toEqual(ids);
    expect(listed).toHaveLength(1_050);
  });

  test('a wrong key, or a bucket that is not there, is said at the start', async () => {
    await expect(s3Storage(parseS3Url(urlOf('', 'S3RVER:faux')))).rejects.toThrow('vérifiez STORAGE_URL');
    await expect(s3Storage({ ...parseS3Url(urlOf('')), bucket: 'absent' })).rejects.toThrow(/n’est pas joignable/);
  });
});

test.each([
  ['s3://diplo', { bucket: 'diplo', prefix: '', region: 'us-east-1', endpoint: null, credentials: null }],
  ['s3://diplo/a/b?region=eu-west-3', { bucket: 'diplo', prefix: 'a/b/', region: 'eu-west-3', endpoint: null }],
  ['s3://diplo?endpoint=https://s3.exemple.fr', { bucket: 'diplo', endpoint: 'https://s3.exemple.fr' }],
  [
    's3://cle:se%2Fcret@s3.exemple.fr:9000/diplo/a?region=fr',
    {
      bucket: 'diplo',
      prefix: 'a/',
      region: 'fr',
      endpoint: 'https://s3.exemple.fr:9000',
      credentials: { accessKeyId: 'cle', secretAccessKey: 'se/cret' },
    },
  ],
])('%s', (text, place) => {
  expect(parseS3Url(text)).toMatchObject(place);
});

test('an address without a bucket says how to write it', () => {
  expect(() => parseS3Url('s3://A_B')).toThrow('ne nomme pas de seau');
});
