import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * A .zip as a list of entries whose bytes stay compressed until somebody needs them: a document whose body alone
 * changes is written again without inflating its pictures.
 */
export interface ZipEntry {
  readonly name: string;
  /** 0: stored; 8: deflated. */
  readonly method: number;
  readonly crc: number;
  /** Bytes once inflated, as the archive declares them; `inflate` makes sure. */
  readonly size: number;
  readonly compressed: Buffer;
}

/** Why an archive is refused, as a key of the sentences in `docx.ts`. */
export type ZipFault = 'not-zip' | 'broken' | 'encrypted' | 'names' | 'too-many' | 'too-large';

export class BadZip extends Error {
  readonly fault: ZipFault;
  constructor(fault: ZipFault) {
    super(`zip refused: ${fault}`);
    this.name = 'BadZip';
    this.fault = fault;
  }
}

/** Four to ten times the largest of 1,651 public documents (15 MB once opened, 356 parts, a ratio of 70). */
export const ZIP_LIMITS = {
  entries: 2_000,
  /** Bytes once inflated, all entries together. */
  total: 100 * 1024 * 1024,
  /** Bytes once inflated, one XML part. */
  part: 32 * 1024 * 1024,
  /** Inflated to compressed, for an entry, or an archive as a whole, of more than `ratioFrom` bytes. */
  ratio: 200,
  ratioFrom: 1024 * 1024,
};

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const UTF8_NAMES = 0x0800;
const ENCRYPTED = 0x0001;
/** 1 January 1980, the first day a .zip knows: the same content gives the same bytes. */
const DOS_DATE = 0x0021;

/** Reads the central directory. @throws BadZip */
export function readZip(bytes: Buffer): ZipEntry[] {
  if (bytes.length < 22 || bytes.readUInt32LE(0) !== LOCAL) throw new BadZip('not-zip');
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > ZIP_LIMITS.entries) throw new BadZip('too-many');
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  const ranges: [number, number][] = [];
  let total = 0;
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    const { entry, next, range } = readEntry(bytes, at);
    at = next;
    total += entry.size;
    if (total > ZIP_LIMITS.total) throw new BadZip('too-large');
    if (entry.size > ZIP_LIMITS.ratioFrom && entry.size > ZIP_LIMITS.ratio * entry.compressed.length)
      throw new BadZip('too-large');
    if (total > ZIP_LIMITS.ratioFrom && total > ZIP_LIMITS.ratio * bytes.length) throw new BadZip('too-large');
    const key = entry.name.toLowerCase();
    if (names.has(key)) throw new BadZip('names');
    names.add(key);
    ranges.push(range);
    if (!entry.name.endsWith('/')) entries.push(entry);
  }
  // Entries that share bytes are how a small archive unfolds without end.
  ranges.sort((a, b) => a[0] - b[0]);
  for (let index = 1; index < ranges.length; index += 1)
    if ((ranges[index]?.[0] ?? 0) < (ranges[index - 1]?.[1] ?? 0)) throw new BadZip('broken');
  return entries;
}

function findEnd(bytes: Buffer): number {
  const lowest = Math.max(0, bytes.length - 22 - 0xffff);
  for (let at = bytes.length - 22; at >= lowest; at -= 1) {
    if (bytes.readUInt32LE(at) !== END) continue;
    const directory = bytes.readUInt32LE(at + 16);
    if (directory + bytes.readUInt32LE(at + 12) <= at) return at;
  }
  throw new BadZip('broken');
}

function readEntry(bytes: Buffer, at: number): { entry: ZipEntry; next: number; range: [number, number] } {
  if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL) throw new BadZip('broken');
  const flags = bytes.readUInt16LE(at + 8);
  const method = bytes.readUInt16LE(at + 10);
  const length = bytes.readUInt32LE(at + 20);
  const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
  const next = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  const local = bytes.readUInt32LE(at + 42);
  if (next > bytes.length || local + 30 > bytes.length || bytes.readUInt32LE(local) !== LOCAL)
    throw new BadZip('broken');
  if (flags & ENCRYPTED) throw new BadZip('encrypted');
  if (method !== 0 && method !== 8) throw new BadZip('broken');
  const name = bytes.toString('utf8', at + 46, nameEnd);
  checkName(name);
  const localName = bytes.toString('utf8', local + 30, local + 30 + bytes.readUInt16LE(local + 26));
  if (localName !== name) throw new BadZip('broken');
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  if (start + length > bytes.length) throw new BadZip('broken');
  const entry = {
    name,
    method,
    crc: bytes.readUInt32LE(at + 16),
    size: bytes.readUInt32LE(at + 24),
    compressed: bytes.subarray(start, start + length),
  };
  return { entry, next, range: [local, start + length] };
}

function checkName(name: string): void {
  const bad =
    name === '' ||
    name.startsWith('/') ||
    /[\\\u0000]|^[a-z]:/i.test(name) ||
    name.split('/').some((part) => part === '..');
  if (bad) throw new BadZip('names');
}

/** The bytes of an entry, never more than it declares, and only when its checksum is right. @throws BadZip */
export function inflate(entry: ZipEntry, limit = ZIP_LIMITS.total): Buffer {
  if (entry.size > limit) throw new BadZip('too-large');
  let bytes: Buffer;
  try {
    bytes =
      entry.method === 0
        ? entry.compressed
        : inflateRawSync(entry.compressed, { maxOutputLength: Math.max(1, entry.size) });
  } catch (error) {
    const tooLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new BadZip(tooLong ? 'too-large' : 'broken');
  }
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) throw new BadZip('broken');
  return bytes;
}

/** An entry made of fresh bytes. */
export function deflate(name: string, bytes: Buffer): ZipEntry {
  return { name, method: 8, crc: crc32(bytes), size: bytes.length, compressed: deflateRawSync(bytes) };
}

/** Writes the archive; compressed bytes are copied as they are. */
export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8');
    const local = Buffer.alloc(30);
    local.writeUInt32LE(LOCAL, 0);
    local.writeUInt16LE(20, 4);
    writeCommon(local, 6, entry, name.length);
    chunks.push(local, name, entry.compressed);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(CENTRAL, 0);
    central.writeUInt16LE(20, 4);
    central.writeUInt16LE(20, 6);
    writeCommon(central, 8, entry, name.length);
    central.writeUInt32LE(offset, 42);
    directory.push(central, name);
    offset += 30 + name.length + entry.compressed.length;
  }
  const size = directory.reduce((sum, chunk) => sum + chunk.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...chunks, ...directory, end]);
}

/** What local and central headers share: flags, method, time, checksum, sizes, length of the name. */
function writeCommon(header: Buffer, at: number, entry: ZipEntry, nameLength: number): void {
  header.writeUInt16LE(UTF8_NAMES, at);
  header.writeUInt16LE(entry.method, at + 2);
  header.writeUInt16LE(DOS_DATE, at + 6);
  header.writeUInt32LE(entry.crc, at + 8);
  header.writeUInt32LE(entry.compressed.length, at + 12);
  header.writeUInt32LE(entry.size, at + 16);
  header.writeUInt16LE(nameLength, at + 20);
}
