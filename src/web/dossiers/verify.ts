import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { BlobReader, type FileEntry, ZipReader } from '@zip.js/zip.js';

/** The SHA-256 of what streams by, however much it is: nothing is held. */
async function hashOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const hash = sha256.create();
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytesToHex(hash.digest());
    hash.update(value);
  }
}

/** Of a file of this computer, read bit by bit. @param onRead told of the bytes read so far */
export function hashOfFile(file: File, onRead: (bytes: number) => void): Promise<string> {
  let read = 0;
  const counted = file.stream().pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.length;
        onRead(read);
        controller.enqueue(chunk);
      },
    }),
  );
  return hashOf(counted);
}

export interface Differences {
  changed: string[];
  missing: string[];
  added: string[];
  /** How many are as their list says. */
  same: number;
}

const LINE = /^([0-9a-f]{64}) [ *](.+)$/;
/** What the list of hashes cannot name, itself, and what those of the first releases did not. */
const UNLISTED = new Set(['SHA256SUMS', 'LISEZMOI.txt']);

/** Holds an archive against its own list of hashes. @returns `null` for a file that is no such archive */
export async function differencesOf(file: File): Promise<Differences | null> {
  const zip = new ZipReader(new BlobReader(file), { useWebWorkers: false });
  try {
    const entries = (await zip.getEntries()).filter((entry): entry is FileEntry => !entry.directory);
    const byPath = new Map(entries.map((entry) => [entry.filename, entry]));
    const list = byPath.get('SHA256SUMS');
    if (!list) return null;
    const found: Differences = { changed: [], missing: [], added: [], same: 0 };
    const listed = new Set<string>();
    for (const line of (await textOf(list)).split('\n')) {
      const [, hash, path] = LINE.exec(line) ?? [];
      if (!hash || !path) continue;
      listed.add(path);
      const entry = byPath.get(path);
      if (!entry) found.missing.push(path);
      else if ((await hashOfEntry(entry)) === hash) found.same += 1;
      else found.changed.push(path);
    }
    for (const path of byPath.keys()) if (!listed.has(path) && !UNLISTED.has(path)) found.added.push(path);
    // Of two files of one name, or of names that differ by their capitals alone, a disk keeps one.
    const names = new Set<string>();
    for (const { filename } of entries) {
      const name = filename.normalize('NFKC').toLowerCase();
      if (names.has(name)) found.added.push(filename);
      names.add(name);
    }
    return listed.size === 0 ? null : found;
  } catch {
    return null;
  } finally {
    await zip.close().catch(() => undefined);
  }
}

/** An entry that cannot even be opened has changed. */
async function hashOfEntry(entry: FileEntry): Promise<string> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const hashed = hashOf(readable);
  hashed.catch(() => undefined);
  try {
    await entry.getData(writable);
    return await hashed;
  } catch {
    return '';
  }
}

async function textOf(entry: FileEntry): Promise<string> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const text = new Response(readable).text();
  await entry.getData(writable);
  return text;
}
