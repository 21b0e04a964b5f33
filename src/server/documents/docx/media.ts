/** What bytes are, by how they begin. */

type Marks = readonly [at: number, bytes: Buffer][];

const RASTER: readonly Marks[] = [
  [[0, Buffer.from('89504e470d0a1a0a', 'hex')]], // PNG
  [[0, Buffer.from('ffd8ff', 'hex')]], // JPEG
  [[0, Buffer.from('GIF8', 'latin1')]],
  [[0, Buffer.from('BM', 'latin1')]],
  [[0, Buffer.from('49492a00', 'hex')]], // TIFF, little-endian
  [[0, Buffer.from('4d4d002a', 'hex')]], // TIFF, big-endian
];
const EMF: Marks = [
  [0, Buffer.from('01000000', 'hex')],
  [40, Buffer.from(' EMF', 'latin1')],
];
const PLACEABLE: Marks = [[0, Buffer.from('d7cdc69a', 'hex')]];
const WMF: readonly Marks[] = [
  PLACEABLE,
  [[0, Buffer.from('010009000003', 'hex')]], // in memory
  [[0, Buffer.from('020009000003', 'hex')]], // on disk
];
const PLACEABLE_LENGTH = 22;
const WMF_HEADER_LENGTH = 18;

const beginsAs = (bytes: Buffer, marks: Marks): boolean =>
  marks.every(([at, mark]) => bytes.subarray(at, at + mark.length).equals(mark));

/**
 * A picture as the converter may be given it: made of points, or a metafile that holds nothing else than drawing.
 * @returns `null` when it is neither: an SVG, text, anything
 */
export function safePicture(bytes: Buffer): Buffer | null {
  if (RASTER.some((marks) => beginsAs(bytes, marks))) return bytes;
  if (beginsAs(bytes, EMF)) return withoutNestedInEmf(bytes);
  const wmf = WMF.find((marks) => beginsAs(bytes, marks));
  return wmf ? withoutNestedInWmf(bytes, wmf === PLACEABLE ? PLACEABLE_LENGTH : 0) : null;
}

const FONTS = ['00010000', '4f54544f', '74727565', '74746366'].map((mark) => Buffer.from(mark, 'hex'));

/**
 * A TrueType or OpenType font, once the mask is off its first 32 bytes.
 * @param key the GUID `{…}` that masks it; none when it is not masked. ECMA-376, part 4, 17.8.1
 */
export function isFont(bytes: Buffer, key: string | undefined): boolean {
  const start = Buffer.from(bytes.subarray(0, 32));
  const mask = Buffer.from((key ?? '').replace(/[^0-9a-f]/gi, ''), 'hex').reverse();
  if (mask.length === 16)
    for (let index = 0; index < start.length; index += 1) start[index] = (start[index] ?? 0) ^ (mask[index % 16] ?? 0);
  return FONTS.some((mark) => start.subarray(0, 4).equals(mark));
}

/** Records of a metafile, by their numbers. MS-EMF 2.3, MS-EMFPLUS 2.3, MS-WMF 2.3 */
const EMR_EOF = 14;
const EMR_COMMENT = 70;
const COMMENT_EMFPLUS = 0x2b464d45;
const COMMENT_PUBLIC = 0x43494447;
const EMFPLUS_OBJECT = 0x4008;
const OBJECT_IMAGE = 5;
const OBJECT_BRUSH = 1;
const BRUSH_TEXTURE = 2;
const CONTINUED = 0x8000;
const IMAGE_BITMAP = 1;
const BITMAP_COMPRESSED = 1;
const META_ESCAPE = 0x0626;
const META_EOF = 0;

/**
 * A metafile in which nothing of another format lies hidden: the converter opens such a thing by its content, whatever
 * the document says it is. What is hidden in it, in the later kind of records, costs these all of them: the plain ones
 * that most metafiles hold beside them are drawn instead.
 * @returns `null` when its records cannot be followed to the end
 */
function withoutNestedInEmf(bytes: Buffer): Buffer | null {
  const plus: number[] = [];
  const hidden: number[] = [];
  let safe = true;
  for (let at = 0; ; ) {
    if (at + 8 > bytes.length) return null;
    const [type, size] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
    if (size < 8 || size % 4 !== 0 || at + size > bytes.length) return null;
    if (type === EMR_COMMENT && size >= 16) {
      const identifier = bytes.readUInt32LE(at + 12);
      if (identifier === COMMENT_PUBLIC) hidden.push(at);
      if (identifier === COMMENT_EMFPLUS) {
        plus.push(at);
        safe &&= isDrawingAlone(bytes.subarray(at + 16, Math.min(at + size, at + 12 + bytes.readUInt32LE(at + 8))));
      }
    }
    at += size;
    if (type === EMR_EOF) break;
  }
  return silenced(bytes, safe ? hidden : [...hidden, ...plus], 12);
}

/** Whether records of EMF+ hold no picture but points, PNG, JPEG and their like. */
function isDrawingAlone(records: Buffer): boolean {
  for (let at = 0; at < records.length; ) {
    if (at + 12 > records.length) return false;
    const [type, flags, size] = [records.readUInt16LE(at), records.readUInt16LE(at + 2), records.readUInt32LE(at + 4)];
    if (size < 12 || at + size > records.length) return false;
    const object = type === EMFPLUS_OBJECT ? (flags >> 8) & 0x7f : null;
    const data = records.subarray(at + 12, at + size);
    // A brush may be made of a picture.
    if (object === OBJECT_BRUSH && (data.length < 8 || data.readUInt32LE(4) === BRUSH_TEXTURE)) return false;
    if (object === OBJECT_IMAGE) {
      // In several records, it is what they make together that would have to be looked at.
      if ((flags & CONTINUED) !== 0 || data.length < 28 || data.readUInt32LE(4) !== IMAGE_BITMAP) return false;
      const isCompressed = data.readUInt32LE(24) === BITMAP_COMPRESSED;
      if (isCompressed && !RASTER.some((marks) => beginsAs(data.subarray(28), marks))) return false;
    }
    at += size;
  }
  return true;
}

/** Escapes of a metafile of Windows carry whole files of other kinds. @returns `null` when it cannot be followed */
function withoutNestedInWmf(bytes: Buffer, header: number): Buffer | null {
  const escapes: number[] = [];
  for (let at = header + WMF_HEADER_LENGTH; ; ) {
    if (at + 6 > bytes.length) return null;
    const [size, type] = [bytes.readUInt32LE(at) * 2, bytes.readUInt16LE(at + 4)];
    if (size < 6 || at + size > bytes.length) return null;
    if (type === META_EOF) break;
    if (type === META_ESCAPE && size >= 14) escapes.push(at);
    at += size;
  }
  return silenced(bytes, escapes, 6);
}

/** The same bytes, with four zeros at this distance from the beginning of these records: who reads them passes on. */
function silenced(bytes: Buffer, records: readonly number[], distance: number): Buffer {
  if (records.length === 0) return bytes;
  const copy = Buffer.from(bytes);
  for (const at of records) copy.writeUInt32LE(0, at + distance);
  return copy;
}
