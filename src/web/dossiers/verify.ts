import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { BlobReader, type Entry, type FileEntry, ZipReader } from '@zip.js/zip.js';

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
  /** What the manifest says otherwise than the list of hashes, or does not name. */
  disputed: string[];
  /** How many are as their list says. */
  same: number;
}

const LINE = /^([0-9a-f]{64}) [ *](.+)$/;
const [LIST, MANIFEST, NOTICE, PDF] = ['SHA256SUMS', 'manifeste.json', 'LISEZMOI.txt', 'dossier.pdf'];
/** Of the list and of the manifest (bytes): what is read whole is small. */
const TEXT_MAX = 64 * 1024 * 1024;

/** Why an archive cannot be held against itself, in a sentence. */
export class Unreadable extends Error {}

/**
 * Holds an archive against its own list of hashes, and that list against the manifest.
 * @throws Unreadable for what is no archive of a dossier
 */
export async function differencesOf(file: File): Promise<Differences> {
  const zip = new ZipReader(new BlobReader(file), { useWebWorkers: false });
  try {
    const all: Entry[] = await zip.getEntries().catch(() => []);
    const entries = all.filter((entry): entry is FileEntry => !entry.directory);
    const byPath = new Map(entries.map((entry) => [entry.filename, entry]));
    if (entries.length === 0) throw new Unreadable('Ce fichier n’est pas une archive ZIP, ou elle est abîmée.');
    const listed = new Map(
      (await textOf(byPath, LIST)).split('\n').flatMap((line) => {
        const [, hash, path] = LINE.exec(line) ?? [];
        return hash && path ? [[path, hash] as const] : [];
      }),
    );
    const { told, schema } = await toldBy(byPath);
    // The list does not name itself; those of the first releases did not name the notice either.
    const unlisted = new Set(schema >= 2 ? [LIST] : [LIST, NOTICE]);
    const found: Differences = { changed: [], missing: [], added: [], disputed: [], same: 0 };
    for (const [path, hash] of listed) {
      const entry = byPath.get(path);
      if (!entry) found.missing.push(path);
      else if ((await hashOfEntry(entry)) === hash) found.same += 1;
      else found.changed.push(path);
      if (path !== MANIFEST && path !== NOTICE && told.get(path) !== hash) found.disputed.push(path);
    }
    for (const path of told.keys()) if (!listed.has(path)) found.disputed.push(path);
    for (const path of byPath.keys()) if (!listed.has(path) && !unlisted.has(path)) found.added.push(path);
    // Of two files of one name, or of names that differ by their capitals alone, a disk keeps one.
    const names = new Set<string>();
    for (const { filename } of entries) {
      const name = filename.normalize('NFKC').toLowerCase();
      if (names.has(name)) found.added.push(filename);
      names.add(name);
    }
    return found;
  } finally {
    await zip.close().catch(() => undefined);
  }
}

/** The hashes that the manifest gives, by path, and in which schema. */
async function toldBy(byPath: ReadonlyMap<string, FileEntry>): Promise<{ told: Map<string, string>; schema: number }> {
  const text = await textOf(byPath, MANIFEST);
  try {
    const { schema, files, pdf_sha256 } = JSON.parse(text) as {
      schema: number;
      files: { path: string; sha256: string }[];
      pdf_sha256: string;
    };
    return { told: new Map([[PDF, pdf_sha256], ...files.map(({ path, sha256 }) => [path, sha256] as const)]), schema };
  } catch {
    throw new Unreadable(`Le fichier « ${MANIFEST} » de l’archive ne se lit pas.`);
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

/** @throws Unreadable when it is not there, or is too large to be what it is called */
async function textOf(byPath: ReadonlyMap<string, FileEntry>, path: string): Promise<string> {
  const entry = byPath.get(path);
  if (!entry) throw new Unreadable(`L’archive ne contient pas « ${path} » : elle n’est pas celle d’un dossier scellé.`);
  if (entry.uncompressedSize > TEXT_MAX) throw new Unreadable(`Le fichier « ${path} » de l’archive est trop grand.`);
  try {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const text = new Response(readable).text();
    text.catch(() => undefined);
    await entry.getData(writable);
    return await text;
  } catch {
    throw new Unreadable(`Le fichier « ${path} » de l’archive est abîmé.`);
  }
}
