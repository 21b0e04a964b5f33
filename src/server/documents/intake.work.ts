import { open } from 'node:fs/promises';
import { Reader, ZipReader } from '@zip.js/zip.js';
import { blockText } from '#shared/imports/document.outline.ts';
import { ARCHIVE_LONG, INTAKE_LIMITS } from '#shared/intake/intake.contract.ts';
import { referencesIn } from './docx/review.ts';
import { outlineOfFile } from './outline/document.outline.ts';
import { decodeText, isZip } from './xlsx/csv.ts';
import { readSheet } from './xlsx/sheet.ts';

/** Files that come in, as they are read in a process of their own: archives, and the first words of a document. */

/** A file of an archive: its bytes, or why it is not taken. */
export interface ArchivedFile {
  /** As the archive names it; it leads nowhere. */
  path: string;
  bytes: Uint8Array | null;
  why: string | null;
}
export interface ArchivePart {
  files: ArchivedFile[];
  /** The rank of the entry that comes next; `null` at the end. */
  next: number | null;
  /** Why nothing of it is read. */
  refused: string | null;
}

/** Bytes that one part of an archive gives back. */
const PART_BYTES = 32 * 1024 * 1024;

/** A file on disk, read where the archive says. */
class DiskReader extends Reader<string> {
  readonly #handle: Awaited<ReturnType<typeof open>>;
  constructor(handle: Awaited<ReturnType<typeof open>>, size: number) {
    super('');
    this.#handle = handle;
    this.size = size;
  }
  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - index)));
    await this.#handle.read(bytes, 0, bytes.length, index);
    return bytes;
  }
}

class TooLong extends Error {}

/** Takes what comes, up to a length: what an archive says of a file is not believed. */
function collector(most: number): { stream: WritableStream<Uint8Array>; bytes: () => Uint8Array } {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    stream: new WritableStream({
      write(chunk) {
        length += chunk.length;
        if (length > most) throw new TooLong();
        chunks.push(chunk);
      },
    }),
    bytes: () => new Uint8Array(Buffer.concat(chunks)),
  };
}

const NOT_ZIP = 'Cette archive est abîmée : refaites-la, puis redonnez-la.';
const TOO_MANY = `Cette archive contient plus de ${INTAKE_LIMITS.entries.toLocaleString('fr-FR')} fichiers : coupez-la en plusieurs.`;
const LOCKED = 'Ce fichier est protégé par un mot de passe dans son archive : sortez-le, puis redonnez-le.';
const TOO_BIG = (most: number): string =>
  `Ce fichier est trop volumineux : ${Math.floor(most / 1024 / 1024)} Mo au plus.`;

/**
 * Some files of an archive that is on disk, from one of them on.
 * @param most bytes of one file
 */
export async function readArchive(path: string, { from, most }: { from: number; most: number }): Promise<ArchivePart> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    // Names are texts here, and lead nowhere.
    const reader = new ZipReader(new DiskReader(handle, size), {
      useWebWorkers: false,
      filenameValidation: 'tolerant',
    });
    const entries = await reader.getEntries().catch(() => null);
    if (!entries) return { files: [], next: null, refused: NOT_ZIP };
    if (entries.length > INTAKE_LIMITS.entries) return { files: [], next: null, refused: TOO_MANY };
    if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > INTAKE_LIMITS.unfolded)
      return { files: [], next: null, refused: ARCHIVE_LONG };
    const files: ArchivedFile[] = [];
    let total = 0;
    for (const [rank, entry] of entries.entries()) {
      if (rank < from || entry.directory) continue;
      if (total > PART_BYTES) return { files, next: rank, refused: null };
      const file = await readEntry(entry, most);
      total += file.bytes?.length ?? 0;
      files.push(file);
    }
    return { files, next: null, refused: null };
  } finally {
    await handle.close();
  }
}

/** One file of an archive of ours, by its path; `null` when it is not there. @param most bytes of it */
export async function readArchived(
  path: string,
  { entry, most }: { entry: string; most: number },
): Promise<Uint8Array | null> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const reader = new ZipReader(new DiskReader(handle, size), { useWebWorkers: false });
    const found = (await reader.getEntries()).find(({ filename }) => filename === entry);
    return found ? (await readEntry(found, most)).bytes : null;
  } finally {
    await handle.close();
  }
}

type ArchiveEntry = Awaited<ReturnType<ZipReader<string>['getEntries']>>[number];

async function readEntry(entry: ArchiveEntry, most: number): Promise<ArchivedFile> {
  const path = entry.filename.replace(/\\/g, '/');
  const refuse = (why: string): ArchivedFile => ({ path, bytes: null, why });
  if (entry.directory) return refuse(NOT_ZIP);
  if (entry.encrypted) return refuse(LOCKED);
  if (entry.uncompressedSize > most) return refuse(TOO_BIG(most));
  const { stream, bytes } = collector(most);
  try {
    await entry.getData(stream, { useWebWorkers: false });
  } catch (error) {
    return refuse(error instanceof TooLong ? TOO_BIG(most) : NOT_ZIP);
  }
  return { path, bytes: bytes(), why: null };
}

/** Characters that are read of a document: its first two pages, and no more. */
const LOOKED = 8_000;
/** Words that may be references of a product. */
const WORDS_MAX = 500;

/** The first words of a file that came in; none of a picture, or of what cannot be read. */
export async function firstWords(bytes: Buffer): Promise<{ text: string; words: string[] }> {
  const text = (await textOf(bytes)).slice(0, LOOKED);
  return { text, words: referencesIn(text.split('\n')).slice(0, WORDS_MAX) };
}

async function textOf(bytes: Buffer): Promise<string> {
  try {
    if (bytes.subarray(0, 1024).includes('%PDF-')) {
      const { outlineOfPdf } = await import('./outline/pdf.outline.ts');
      const { parts } = await outlineOfPdf(bytes, PAGES);
      return parts.flatMap(({ blocks }) => blocks.map(blockText)).join('\n');
    }
    if (!isZip(bytes)) return decodeText(bytes).slice(0, LOOKED);
    const outline = await outlineOfFile(bytes).catch(() => null);
    if (outline) return outline.parts.flatMap(({ blocks }) => blocks.map(blockText)).join('\n');
    return readSheet(bytes, ROWS, LOOKED)
      .map((row) => row.join(' '))
      .join('\n');
  } catch (error) {
    // Whatever cannot be read is filed by its name, and by a person.
    if (error instanceof Error) return '';
    throw error;
  }
}
const [PAGES, ROWS] = [2, 60];
