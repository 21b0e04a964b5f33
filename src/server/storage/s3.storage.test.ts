import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { s3Server } from '../test/s3.server.ts';
import { parseS3Url, s3Storage } from './s3.storage.ts';
import { storageSuite } from './storage.suite.ts';
import type { Storage } from './storage.ts';

let server: Awaited<ReturnType<typeof s3Server>>;
let storage: Storage;
const urlOf = (folder: string, key?: string): string => server.urlOf(folder, key);

beforeAll(async () => {
  server = await s3Server();
  storage = await s3Storage(parseS3Url(urlOf('/essais/fichiers')));
});
afterAll(() => server.close());

describe('S3', () => {
  storageSuite(() => storage);

  test('two instances see the same files; another folder of the bucket sees none of them', async () => {
    const { id } = await storage.save(Buffer.from('partagé'));
    const twin = await s3Storage(parseS3Url(urlOf('/essais/fichiers')));
    expect((await twin.read(id)).toString()).toBe('partagé');
    const other = await s3Storage(parseS3Url(urlOf('')));
    await expect(other.read(id)).rejects.toThrow('No stored file');
  });

  test('lists more than one page', { tags: ['slow'] }, async () => {
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
