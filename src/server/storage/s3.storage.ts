import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import PQueue from 'p-queue';
import { bytesOf } from './inbox.ts';
import { createS3Objects } from './s3.objects.ts';
import { isFileId, MissingFile, type Storage } from './storage.ts';

/** Where the bucket is, as `STORAGE_URL` says it. */
export interface S3Place {
  bucket: string;
  /** Before every key, with its slash; nothing unless said. */
  prefix: string;
  region: string;
  /** Another server than Amazon's. */
  endpoint: string | null;
  /** Without them, those of the machine (environment, role) are looked for, as Amazon's tools do. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/**
 * `s3://seau/dossier?region=eu-west-3`, `s3://seau?endpoint=https://s3.exemple.fr`, with or without `clé:secret@`; or
 * `s3://clé:secret@hôte:9000/seau`, `?tls=off` for plain HTTP. @throws an Error whose sentence says how to write it
 */
export function parseS3Url(text: string): S3Place {
  const url = new URL(text);
  const given = url.searchParams.get('endpoint');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const credentials = url.username
    ? { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) }
    : null;
  const parts = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  // With a key and no other address, the host is the server and the bucket comes after it.
  const hostIsServer = credentials !== null && given === null && parts.length > 0;
  const scheme = url.searchParams.get('tls') === 'off' ? 'http' : 'https';
  const [bucket = '', ...folders] = hostIsServer ? parts : [url.hostname, ...parts];
  if (!/^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket))
    throw new Error('STORAGE_URL ne nomme pas de seau : écrivez par exemple s3://clé:secret@s3.exemple.fr/mon-seau.');
  return {
    bucket,
    prefix: folders.length > 0 ? `${folders.join('/')}/` : '',
    region,
    endpoint: given ?? (hostIsServer ? `${scheme}://${url.host}` : null),
    credentials,
  };
}
const SAVES_AT_ONCE = 4;
/** A larger file is never whole in memory (bytes). */
const STREAMED_FROM = 16 * 1024 * 1024;

/** Bytes in a bucket of any server that speaks S3, so that several instances serve the same files. */
export async function s3Storage(deps: S3Place): Promise<Storage> {
  const { bucket, prefix } = deps;
  // Only whoever stores in S3 loads its client.
  const s3 = await import('@aws-sdk/client-s3');
  const { client, isMissing, fetchObject, send, put, removeObject, move, objectsBelow } = createS3Objects({
    ...deps,
    s3,
  });

  const checked = (id: string): string => {
    if (!isFileId(id)) throw new MissingFile(id);
    return id;
  };
  const keyOf = (id: string): string => `${prefix}${checked(id).slice(0, 2)}/${id}`;
  const asideOf = (id: string): string => `${prefix}aside/${checked(id)}`;
  const sealOf = (id: string): string => `${prefix}sealed/${checked(id)}`;
  const markKey = `${prefix}installation`;
  /** A file that was put aside is read from there. */
  const fetchFile = (id: string, from = 0) =>
    fetchObject(keyOf(id), { id, from }).catch((error) => {
      if (error instanceof MissingFile) return fetchObject(asideOf(id), { id, from });
      throw error;
    });

  await client.send(new s3.HeadBucketCommand({ Bucket: bucket })).catch((error: Error) => {
    throw new Error(`Le seau S3 « ${bucket} » n’est pas joignable (${error.name}) : vérifiez STORAGE_URL.`);
  });

  /**
   * Amazon's client sends again what was cut: it is given bytes, which it can read twice, and few files at once. A large
   * file is read as it leaves: cut, it is sent again by whoever sent it.
   */
  const saves = new PQueue({ concurrency: SAVES_AT_ONCE });

  return {
    save: (content, id = randomUUID()) =>
      saves.add(async () => {
        if (!Buffer.isBuffer(content) && content.size > STREAMED_FROM) {
          const { path, size, sha256 } = content;
          const md5 = createHash('md5');
          for await (const chunk of createReadStream(path)) md5.update(chunk);
          await send(keyOf(id), { body: createReadStream(path), size, md5: md5.digest('base64') });
          return { id, sha256, size };
        }
        const bytes = await bytesOf(content);
        await put(keyOf(id), bytes);
        return { id, sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.byteLength };
      }),

    read: async (id) => Buffer.from(await (await fetchFile(id)).transformToByteArray()),

    stream: async (id, from) => (await fetchFile(id, from)) as Readable,

    seal: async (id) => {
      await put(sealOf(id), Buffer.alloc(0));
    },

    remove: (id) => removeObject(keyOf(id)),

    async *list() {
      const sealed = new Set<string>();
      for await (const { id } of objectsBelow(`${prefix}sealed/`)) sealed.add(id);
      for await (const { key, id, at } of objectsBelow(prefix))
        if (key === keyOf(id)) yield { id, writtenAt: at, sealed: sealed.has(id) };
    },

    setAside: (id) =>
      move(keyOf(id), asideOf(id)).catch((error) => {
        throw isMissing(error) ? new MissingFile(id) : error;
      }),

    async bringBack(id) {
      try {
        await move(asideOf(id), keyOf(id));
        return true;
      } catch (error) {
        if (isMissing(error) || error instanceof MissingFile) return false;
        throw error;
      }
    },

    async *listAside() {
      for await (const { id, at } of objectsBelow(`${prefix}aside/`)) yield { id, since: at };
    },

    removeAside: (id) => removeObject(asideOf(id)),

    async readMark() {
      try {
        return (await (await fetchObject(markKey)).transformToString()).trim();
      } catch (error) {
        if (error instanceof MissingFile) return null;
        throw error;
      }
    },

    async writeMark(installation) {
      await put(markKey, Buffer.from(`${installation}\n`));
    },
  };
}
