/** A drive outside of Diplo, where documents are put for people to find them. The copy here remains the truth. */
export interface Drive {
  /** Names the place files are put in: an id given in another place means nothing here. */
  place: string;
  /**
   * Puts a file there, once: sending the same `key` again finds the file of the first time, brings its bytes up to date
   * if they differ, and never makes two. @throws DriveFault
   */
  put(file: OutgoingFile): Promise<SentFile>;
  /** The bytes of a file that was put. @throws DriveFault */
  read(id: string): Promise<Buffer>;
  /** The SHA-256 of a file that was put, in lower-case hexadecimal; `null` where the drive does not say it. @throws DriveFault */
  hashOf(id: string): Promise<string | null>;
  /** Tries the drive for real, each step after the one before: none of them throws. */
  check(): Promise<DriveStep[]>;
}

export interface OutgoingFile {
  /** Ours, the same each time this file is sent. */
  key: string;
  /** Folders from the root down, by name: client, product. */
  folders: readonly string[];
  name: string;
  mimeType: string;
  /** Bytes in all. */
  size: number;
  /** The bytes from there on: a large file is never whole in memory. */
  open: (from: number) => Promise<AsyncIterable<Buffer>>;
  /** Lower-case hexadecimal. */
  sha256: string;
  /** A sealed file is made read-only. */
  sealed: boolean;
  /** The id it was given on the drive, when it was tried before. */
  knownId: string | null;
  /** Keeps the id before the file is sent under it: after a crash the same id serves again. @throws when it may not */
  remember: (id: string) => Promise<void>;
}

export interface SentFile {
  id: string;
  /** The page that shows it to a person; `null` when there is none but ours. */
  url: string | null;
}

export interface DriveStep {
  name: 'token' | 'folder' | 'shared' | 'write' | 'delete';
  label: string;
  state: 'ok' | 'failed' | 'skipped';
  /** What to do, when it failed. */
  message: string | null;
}

/** Why the drive did not take a file, in one French sentence that says what to do. */
export class DriveFault extends Error {
  /** `later`: it may work by itself in a while; `never`: somebody has to act first. */
  readonly kind: 'later' | 'never';
  /** The drive's own word for it: for the code, not for people. */
  readonly reason: string;
  readonly retryAfterMs: number | null;

  constructor(
    sentence: string,
    { kind, reason, retryAfterMs = null }: { kind: 'later' | 'never'; reason: string; retryAfterMs?: number | null },
  ) {
    super(sentence);
    this.name = 'DriveFault';
    this.kind = kind;
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}
