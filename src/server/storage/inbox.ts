import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

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
      let size = 0;
      try {
        await pipeline(
          stream,
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              hash.update(chunk);
              size += chunk.length;
              yield chunk;
            }
          },
          createWriteStream(path, { flags: 'wx', mode: 0o600 }),
        );
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return { path, size, sha256: hash.digest('hex') };
    },

    discard: ({ path }) => rm(path, { force: true }),
  };
}

export const sizeOf = (content: Content): number => (Buffer.isBuffer(content) ? content.length : content.size);

/** All of it in memory: for what is known to be small, or is about to be sent elsewhere whole. */
export const bytesOf = async (content: Content): Promise<Buffer> =>
  Buffer.isBuffer(content) ? content : readFile(content.path);
