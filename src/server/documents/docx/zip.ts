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
  ratioFrom: 8 * 1024 * 1024,
};

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** Of an archive whose numbers may be too large for 32 bits, and of what leads to it. APPNOTE 4.3.14, 4.3.15 */
const END64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const LARGE_FIELD = 0x0001;
/** « Read it where the large numbers are. » */
const ELSEWHERE = 0xffffffff;
const UTF8_NAMES = 0x0800;
const ENCRYPTED = 0x0001;
/** 1 January 1980, the first day a .zip knows: the same content gives the same bytes. */
const DOS_DATE = 0x0021;

/** Reads the central directory. @throws BadZip */
export function readZip(bytes: Buffer): ZipEntry[] {
  if (bytes.length < 22 || bytes.readUInt32LE(0) !== LOCAL) throw new BadZip('not-zip');
  const { count, directory } = findEnd(bytes);
  if (count > ZIP_LIMITS.entries) throw new BadZip('too-many');
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  const ranges: [number, number][] = [];
  let total = 0;
  let at = directory;
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

/** Where the central directory begins, and how many entries it has. */
function findEnd(bytes: Buffer): { count: number; directory: number } {
  const lowest = Math.max(0, bytes.length - 22 - 0xffff);
  for (let at = bytes.length - 22; at >= lowest; at -= 1) {
    if (bytes.readUInt32LE(at) !== END) continue;
    const large = findEnd64(bytes, at);
    const directory = large?.directory ?? bytes.readUInt32LE(at + 16);
    const size = large?.size ?? bytes.readUInt32LE(at + 12);
    if (directory + size <= at) return { count: large?.count ?? bytes.readUInt16LE(at + 10), directory };
  }
  throw new BadZip('broken');
}

/** The same in large numbers, where the end at `end` says so. */
function findEnd64(bytes: Buffer, end: number): { count: number; directory: number; size: number } | null {
  const isElsewhere =
    bytes.readUInt16LE(end + 10) === 0xffff ||
    bytes.readUInt32LE(end + 12) === ELSEWHERE ||
    bytes.readUInt32LE(end + 16) === ELSEWHERE;
  const locator = end - 20;
  if (!isElsewhere || locator < 0 || bytes.readUInt32LE(locator) !== LOCATOR64) return null;
  const at = Number(bytes.readBigUInt64LE(locator + 8));
  if (at + 56 > locator || bytes.readUInt32LE(at) !== END64) throw new BadZip('broken');
  const [count, size, directory] = [32, 40, 48].map((offset) => Number(bytes.readBigUInt64LE(at + offset)));
  return { count: count ?? 0, size: size ?? 0, directory: directory ?? 0 };
}

/** The numbers of an entry that did not fit, in the order in which they are missing. APPNOTE 4.5.3 */
function largeNumbers(bytes: Buffer, from: number, to: number): bigint[] {
  for (let at = from; at + 4 <= to; ) {
    const size = bytes.readUInt16LE(at + 2);
    if (bytes.readUInt16LE(at) === LARGE_FIELD && at + 4 + size <= to)
      return Array.from({ length: Math.floor(size / 8) }, (_, index) => bytes.readBigUInt64LE(at + 4 + index * 8));
    at += 4 + size;
  }
  return [];
}

function readEntry(bytes: Buffer, at: number): { entry: ZipEntry; next: number; range: [number, number] } {
  if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL) throw new BadZip('broken');
  const flags = bytes.readUInt16LE(at + 8);
  const method = bytes.readUInt16LE(at + 10);
  const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
  const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
  const next = extraEnd + bytes.readUInt16LE(at + 32);
  if (next > bytes.length) throw new BadZip('broken');
  const large = largeNumbers(bytes, nameEnd, extraEnd);
  const numberAt = (offset: number): number => {
    const small = bytes.readUInt32LE(at + offset);
    return small === ELSEWHERE ? Number(large.shift() ?? small) : small;
  };
  // In this order: size, compressed size, place.
  const [size, length, local] = [numberAt(24), numberAt(20), numberAt(42)];
  if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== LOCAL) throw new BadZip('broken');
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
    size,
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
