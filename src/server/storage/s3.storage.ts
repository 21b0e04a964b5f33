import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import PQueue from 'p-queue';
import { bytesOf, type Content } from './inbox.ts';
import { MissingFile, type Storage, type StoredBytes } from './storage.ts';

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

const KEY = /^[0-9a-f-]{36}$/;
const TRIES = 4;
const SAVES_AT_ONCE = 4;
const CONNECT_MS = 5_000;
const ANSWER_MS = 60_000;

/** Bytes in a bucket of any server that speaks S3, so that several instances serve the same files. */
export async function s3Storage({ bucket, prefix, region, endpoint, credentials }: S3Place): Promise<Storage> {
  // Only whoever stores in S3 loads its client.
  const s3 = await import('@aws-sdk/client-s3');
  const client: S3Client = new s3.S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
    maxAttempts: TRIES,
    // Servers other than Amazon's do not all know the newer checksums: Content-MD5 is asked of each of them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Without `throw` a late answer is only remarked upon.
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: ANSWER_MS,
    },
  });

  const keyOf = (id: string): string => {
    if (!KEY.test(id)) throw new MissingFile(id);
    return `${prefix}${id.slice(0, 2)}/${id}`;
  };
  const fetchObject = async (id: string) => {
    try {
      const { Body } = await client.send(new s3.GetObjectCommand({ Bucket: bucket, Key: keyOf(id) }));
      if (!Body) throw new MissingFile(id);
      return Body;
    } catch (error) {
      if (error instanceof s3.S3ServiceException && error.$metadata.httpStatusCode === 404) throw new MissingFile(id);
      throw error;
    }
  };

  await client.send(new s3.HeadBucketCommand({ Bucket: bucket })).catch((error: Error) => {
    throw new Error(`Le seau S3 « ${bucket} » n’est pas joignable (${error.name}) : vérifiez STORAGE_URL.`);
  });

  /** Amazon's client sends again what was cut: it is given bytes, which it can read twice, and few files at once. */
  const saves = new PQueue({ concurrency: SAVES_AT_ONCE });
  const put = async (content: Content): Promise<StoredBytes> => {
    const bytes = await bytesOf(content);
    const id = randomUUID();
    await client.send(
      new s3.PutObjectCommand({
        Bucket: bucket,
        Key: keyOf(id),
        Body: bytes,
        ContentLength: bytes.byteLength,
        ContentType: 'application/octet-stream',
        // The server refuses bytes that arrive otherwise than they left.
        ContentMD5: createHash('md5').update(bytes).digest('base64'),
      }),
    );
    return { id, sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.byteLength };
  };

  return {
    save: (content) => saves.add(() => put(content)),

    read: async (id) => Buffer.from(await (await fetchObject(id)).transformToByteArray()),

    stream: async (id) => (await fetchObject(id)) as Readable,

    async remove(id) {
      await client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key: keyOf(id) }));
    },

    async *list() {
      let after: string | undefined;
      do {
        const { Contents = [], IsTruncated } = await client.send(
          // The first version of the call: every server that speaks S3 knows it.
          new s3.ListObjectsCommand({ Bucket: bucket, Prefix: prefix, ...(after ? { Marker: after } : {}) }),
        );
        for (const { Key = '', LastModified } of Contents) {
          const id = Key.slice(Key.lastIndexOf('/') + 1);
          if (KEY.test(id)) yield { id, writtenAt: LastModified?.getTime() ?? 0 };
        }
        after = IsTruncated ? Contents.at(-1)?.Key : undefined;
      } while (after);
    },
  };
}
