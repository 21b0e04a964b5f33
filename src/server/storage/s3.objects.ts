import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { isFileId, MissingFile, StorageDown } from './storage.ts';

const TRIES = 3;

/** The slowest line that is waited for: 2 Mbit/s, in bytes a millisecond. */
const SLOWEST_PER_MS = 250;

const CONNECT_MS = 5_000;

/** Three tries of it are over before a proxy gives up: 180 s in `deploy/`. */
const ANSWER_MS = 50_000;
const down = (error: unknown): never => {
  throw new StorageDown(error);
};

interface S3ObjectsDeps {
  bucket: string;
  region: string;
  endpoint: string | null;
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  s3: typeof import('@aws-sdk/client-s3');
}

/** Objects of a bucket. */
export function createS3Objects({ bucket, region, endpoint, credentials, s3 }: S3ObjectsDeps) {
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

  const isMissing = (error: unknown): boolean =>
    error instanceof s3.S3ServiceException && error.$metadata.httpStatusCode === 404;
  const fetchObject = async (key: string, { id = key, from = 0 } = {}) => {
    try {
      const { Body } = await client.send(
        new s3.GetObjectCommand({ Bucket: bucket, Key: key, ...(from > 0 ? { Range: `bytes=${from}-` } : {}) }),
      );
      if (!Body) throw new MissingFile(id);
      return Body;
    } catch (error) {
      throw error instanceof MissingFile ? error : isMissing(error) ? new MissingFile(id) : new StorageDown(error);
    }
  };
  const send = (key: string, { body, size, md5 }: { body: Buffer | Readable; size: number; md5: string }) =>
    client
      .send(
        new s3.PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: body,
          ContentLength: size,
          ContentType: 'application/octet-stream',
          // The server refuses bytes that arrive otherwise than they left.
          ContentMD5: md5,
        }),
        // A large file takes its time; a line that stands still is cut all the same.
        { requestTimeout: ANSWER_MS + size / SLOWEST_PER_MS },
      )
      .catch(down);
  const put = (key: string, bytes: Buffer) =>
    send(key, { body: bytes, size: bytes.byteLength, md5: createHash('md5').update(bytes).digest('base64') });
  const removeObject = async (key: string): Promise<void> => {
    await client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key: key })).catch(down);
  };
  /** There is no renaming in a bucket: the copy is there before the original goes. */
  const move = async (from: string, to: string): Promise<void> => {
    await client
      .send(new s3.CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: encodeURI(`${bucket}/${from}`) }))
      .catch((error: unknown) => (isMissing(error) ? Promise.reject(error) : down(error)));
    await removeObject(from);
  };
  async function* objectsBelow(folder: string): AsyncGenerator<{ key: string; id: string; at: number }> {
    let after: string | undefined;
    do {
      const { Contents = [], IsTruncated } = await client.send(
        // The first version of the call: every server that speaks S3 knows it.
        new s3.ListObjectsCommand({ Bucket: bucket, Prefix: folder, ...(after ? { Marker: after } : {}) }),
      );
      for (const { Key: key = '', LastModified } of Contents) {
        const id = key.slice(key.lastIndexOf('/') + 1);
        if (isFileId(id)) yield { key, id, at: LastModified?.getTime() ?? 0 };
      }
      after = IsTruncated ? Contents.at(-1)?.Key : undefined;
    } while (after);
  }

  return {
    client,
    isMissing,
    fetchObject,
    send,
    put,
    removeObject,
    move,
    objectsBelow,
  };
}
