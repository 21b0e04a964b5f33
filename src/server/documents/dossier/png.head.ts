import { PDFHexString } from '@cantoo/pdf-lib';

/** What a PNG says of itself, read without its dots. Source: PNG (third edition), 5.3, 11.2. */
export interface PngHead {
  width: number;
  height: number;
  bits: number;
  /** Numbers a dot. */
  colours: number;
  /** All of its data, still folded. */
  data: Uint8Array;
  /** Bytes that the data unfolds to: a byte before each line. */
  rawBytes: number;
  /** No transparency and no interlacing: a PDF takes its data untouched. */
  asItIs: boolean;
  colourSpace: (string | number | PDFHexString)[] | string;
}

/** Numbers a dot, by the kind of colour. */
const COLOURS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The first lines of each pass of an interlaced picture: x, y, and the steps. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** @returns null for what is no PNG */
export function readPng(bytes: Uint8Array): PngHead | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  let palette: Uint8Array | null = null;
  let isTransparent = false;
  if (bytes.length < 33) return null;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (content.length < length) return null;
    if (name === 'IDAT') parts.push(content);
    if (name === 'PLTE') palette = content;
    if (name === 'tRNS') isTransparent = true;
    if (name === 'IEND') break;
    at += 12 + length;
  }
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [bits = 0, kind = -1, , , interlaced = 0] = bytes.subarray(24, 29);
  const colours = COLOURS[kind];
  if (!colours || ![1, 2, 4, 8, 16].includes(bits) || interlaced > 1) return null;
  const lines = (wide: number, high: number): number =>
    wide === 0 ? 0 : high * (1 + Math.ceil((wide * bits * colours) / 8));
  const rawBytes = interlaced
    ? PASSES.reduce(
        (sum, [x, y, dx, dy]) =>
          sum + lines(Math.max(0, Math.ceil((width - x) / dx)), Math.max(0, Math.ceil((height - y) / dy))),
        0,
      )
    : lines(width, height);
  const isIndexed = kind === 3;
  if (isIndexed && (!palette || palette.length % 3 !== 0 || palette.length > 768)) return null;
  return {
    width,
    height,
    bits,
    colours,
    data: Buffer.concat(parts),
    rawBytes,
    asItIs: interlaced === 0 && !isTransparent && kind !== 4 && kind !== 6,
    colourSpace:
      isIndexed && palette
        ? ['Indexed', 'DeviceRGB', palette.length / 3 - 1, PDFHexString.of(Buffer.from(palette).toString('hex'))]
        : colours === 3
          ? 'DeviceRGB'
          : 'DeviceGray',
  };
}
