import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A file that has arrived and belongs to nobody yet: on disk, so that many at once hold no memory. */
export interface ArrivedFile {
  path: string;
  /** Bytes. */
  size: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/** What a file is made of: bytes of our own making, or what has arrived. */
export type Content = Buffer | ArrivedFile;

export interface Inbox {
  /** Writes what comes to a file. When it fails or is cut, nothing stays. */
  receive(stream: Readable): Promise<ArrivedFile>;
  /** Takes away a file that nobody kept. */
  discard(file: ArrivedFile): Promise<void>;
}

/** @param folder emptied at start: what is there was never acknowledged */
export function createInbox(folder: string): Inbox {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  return {
    async receive(stream) {
      const path = join(folder, randomUUID());
      const hash = createHash('sha256');
      const file = await open(path, 'wx', 0o600);
      let size = 0;
      let failure: { error: unknown } | null = null;
      try {
        // Read to its end even when it cannot be written: who sends hears the answer only once it has sent.
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          if (failure) continue;
          hash.update(chunk);
          size += chunk.length;
          await file.writeFile(chunk).catch((error) => {
            failure = { error };
          });
        }
      } catch (error) {
        failure ??= { error };
      } finally {
        await file.close();
      }
      if (failure) {
        await rm(path, { force: true });
        throw failure.error;
      }
      return { path, size, sha256: hash.digest('hex') };
    },

    discard: ({ path }) => rm(path, { force: true }),
  };
}

/** Lower-case hexadecimal. */
export const sha256Of = (content: Content): string =>
  Buffer.isBuffer(content) ? createHash('sha256').update(content).digest('hex') : content.sha256;

export const sizeOf = (content: Content): number => (Buffer.isBuffer(content) ? content.length : content.size);

/** All of it in memory: for what is known to be small, or is about to be sent elsewhere whole. */
export const bytesOf = async (content: Content): Promise<Buffer> =>
  Buffer.isBuffer(content) ? content : readFile(content.path);

/** Its first bytes. */
export async function headOf(content: Content, count: number): Promise<Buffer> {
  if (Buffer.isBuffer(content)) return content.subarray(0, count);
  const handle = await open(content.path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
