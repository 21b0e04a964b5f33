/** What bytes are, by how they begin. */

const BEGINNINGS: readonly [at: number, bytes: Buffer][][] = [
  [[0, Buffer.from('89504e470d0a1a0a', 'hex')]], // PNG
  [[0, Buffer.from('ffd8ff', 'hex')]], // JPEG
  [[0, Buffer.from('GIF8', 'latin1')]],
  [[0, Buffer.from('BM', 'latin1')]],
  [[0, Buffer.from('49492a00', 'hex')]], // TIFF, little-endian
  [[0, Buffer.from('4d4d002a', 'hex')]], // TIFF, big-endian
  [
    [0, Buffer.from('01000000', 'hex')],
    [40, Buffer.from(' EMF', 'latin1')],
  ],
  [[0, Buffer.from('d7cdc69a', 'hex')]], // WMF, placeable
  [[0, Buffer.from('010009000003', 'hex')]], // WMF in memory
  [[0, Buffer.from('020009000003', 'hex')]], // WMF on disk
];

const beginsAs = (bytes: Buffer, marks: readonly [at: number, bytes: Buffer][]): boolean =>
  marks.every(([at, mark]) => bytes.subarray(at, at + mark.length).equals(mark));

/** A picture made of points, or a metafile: it holds no address. SVG is neither. */
export const isRaster = (bytes: Buffer): boolean => BEGINNINGS.some((marks) => beginsAs(bytes, marks));

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
