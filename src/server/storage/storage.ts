import type { Readable } from 'node:stream';
import type { Content } from './inbox.ts';

export interface StoredBytes {
  /** The key under which the bytes are kept: generated, never made from a name that somebody gave. */
  id: string;
  /** Lower-case hexadecimal. */
  sha256: string;
  /** Bytes. */
  size: number;
}

/** Where bytes live. Every implementation passes `storage.suite.ts`. */
export interface Storage {
  /**
   * Keeps the bytes: when this returns they survive a crash, and nobody ever sees half of them. A file that has arrived
   * may be moved: it is no longer where it was.
   */
  save(content: Content): Promise<StoredBytes>;
  /** @throws `MissingFile` when there is none. */
  read(id: string): Promise<Buffer>;
  /** @throws `MissingFile` when there is none. */
  stream(id: string): Promise<Readable>;
  /** Removing what is not there is no fault. */
  remove(id: string): Promise<void>;
  /** Every stored key with the time it was written (ms since 1970). */
  list(): AsyncIterable<{ id: string; writtenAt: number }>;
}

export class MissingFile extends Error {
  constructor(id: string) {
    super(`No stored file ${id}`);
    this.name = 'MissingFile';
  }
}
