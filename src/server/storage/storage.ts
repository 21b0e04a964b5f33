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

export interface StoredFile {
  id: string;
  /** When it was written (ms since 1970). */
  writtenAt: number;
  sealed: boolean;
}

/** Where bytes live. Every implementation passes `storage.suite.ts`. */
export interface Storage {
  /**
   * Keeps the bytes: when this returns they survive a crash, and nobody ever sees half of them. A file that has arrived
   * may be moved: it is no longer where it was.
   * @param id the key to keep them under, when they had one before (a restored backup)
   */
  save(content: Content, id?: string): Promise<StoredBytes>;
  /** @throws `MissingFile` when there is none. */
  read(id: string): Promise<Buffer>;
  /** @param from the first byte that is wanted @throws `MissingFile` when there is none. */
  stream(id: string, from?: number): Promise<Readable>;
  /** Marks a file that must never change or go, beside the file: a database that knows nothing of it does not undo that. */
  seal(id: string): Promise<void>;
  /** Removing what is not there is no fault. */
  remove(id: string): Promise<void>;
  /** Every stored file, those aside not among them. */
  list(): AsyncIterable<StoredFile>;
  /** Puts a file where it is not listed, can still be read, and can be brought back from. */
  setAside(id: string): Promise<void>;
  /** @returns whether it was aside, and is back */
  bringBack(id: string): Promise<boolean>;
  /** Every file aside, with the time it was put there (ms since 1970). */
  listAside(): AsyncIterable<{ id: string; since: number }>;
  removeAside(id: string): Promise<void>;
  /** The id of the installation that these files belong to; `null` when none was written. */
  readMark(): Promise<string | null>;
  writeMark(installation: string): Promise<void>;
}

/** Whether one file is there and cannot be read, its disk damaged or its rights closed, all others being as they were. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EIO', 'EACCES', 'EPERM', 'EISDIR'].includes(String(error.code));

/** What a key looks like: nothing that leads anywhere. */
export const isFileId = (id: string): boolean => /^[0-9a-f-]{36}$/.test(id);

/** The place of the files does not answer, or refuses: nothing was written, and nothing is known to be missing. */
export class StorageDown extends Error {
  constructor(cause: unknown) {
    super('The storage does not answer', { cause });
    this.name = 'StorageDown';
  }
}

export class MissingFile extends Error {
  constructor(id: string) {
    super(`No stored file ${id}`);
    this.name = 'MissingFile';
  }
}
