import { createInflate } from 'node:zlib';
import { PDFDocument, PDFName, PDFNumber, PDFRawStream, PDFRef, type PDFStream } from '@cantoo/pdf-lib';
import { filtersOf, isRaw, keepWhatDraws, pixelsOf } from './pdf.keep.ts';
import { readPng } from './png.head.ts';

/** A piece of a dossier as its pages, and nothing but its pages; or why it is not shown. */
export type Cleaned = { pdf: Uint8Array } | { reason: string };
export interface Dirty {
  kind: 'pdf' | 'jpeg' | 'png';
  bytes: Uint8Array;
}

/** Beyond this a PDF is annexed as a file. */
const PAGES_MAX = 1_000;
/** Dots of one picture: a sheet of A4 at 600 dpi has 35 million. */
const PIXELS_MAX = 50_000_000;
/** Bytes that a file unfolds to, its pictures not counted; and a PNG whose dots have to be parted from their transparency. */
const UNFOLDED_MAX = 100_000_000;
const PARTED_MAX = 64_000_000;
/** A4, in points. */
const [WIDTH, HEIGHT] = [595.28, 841.89];
const MARGIN = 56;

const CARRIAGE_RETURN = Uint8Array.of(0x0d);

const TOO_MANY_DOTS = 'cette image annonce plus de 50 millions de points';
const UNFOLDS = 'ce fichier se déplie en plus de 100 Mo';
const BROKEN_IMAGE = 'cette image n’a pas pu être lue';
const BROKEN_PDF = 'ce PDF est abîmé';

/** Told of the person who reads the dossier, not of a fault of ours. */
class NotShown extends Error {}

/** Reads a piece that a stranger made. To be run where it may take its time and its memory (`guarded.ts`). */
export default async function cleanPiece({ kind, bytes }: Dirty): Promise<Cleaned> {
  try {
    if (kind === 'pdf') return { pdf: await cleanPdf(bytes) };
    return { pdf: await pageOfPicture(kind, bytes) };
  } catch (error) {
    if (error instanceof NotShown) return { reason: error.message };
    return { reason: kind === 'pdf' ? BROKEN_PDF : BROKEN_IMAGE };
  }
}

async function cleanPdf(bytes: Uint8Array): Promise<Uint8Array> {
  let source: PDFDocument;
  try {
    source = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: false });
  } catch (error) {
    const locked = error instanceof Error && /encrypt/i.test(error.message);
    throw new NotShown(locked ? 'ce PDF est protégé par un mot de passe' : BROKEN_PDF);
  }
  const count = source.getPageCount();
  if (count > PAGES_MAX) throw new NotShown(`ce PDF a plus de ${PAGES_MAX} pages`);
  if (count === 0) throw new NotShown('ce PDF n’a aucune page');
  // A page that says nowhere how large it is throws here: nobody could write under it.
  for (const page of source.getPages()) page.getMediaBox();
  mendStreams(source);
  await checkStreams(keepWhatDraws(source));
  const doc = await PDFDocument.create({ updateMetadata: false });
  for (const page of await doc.copyPages(source, source.getPageIndices())) doc.addPage(page);
  return doc.save({ useObjectStreams: true, addDefaultPage: false });
}

/**
 * pdf-lib does not follow the length of a stream that stands in an object of its own, as LibreOffice writes it: it looks for
 * `endstream`, and takes a last byte 0x0D for the line's end before it. One stream in 256 was a byte short.
 */
function mendStreams({ context }: PDFDocument): void {
  for (const [ref, stream] of context.enumerateIndirectObjects()) {
    if (!(stream instanceof PDFRawStream) || !(stream.dict.get(PDFName.of('Length')) instanceof PDFRef)) continue;
    const { dict, contents } = stream;
    const length = dict.lookup(PDFName.of('Length'));
    if (length instanceof PDFNumber && length.asNumber() === contents.length + 1)
      context.assign(ref, PDFRawStream.of(dict, Buffer.concat([contents, CARRIAGE_RETURN])));
  }
}

/** A reader of the dossier unfolds these too. @throws NotShown */
async function checkStreams(streams: Iterable<PDFStream>): Promise<void> {
  let left = UNFOLDED_MAX;
  for (const stream of streams) {
    const pixels = pixelsOf(stream);
    if (pixels !== null && pixels > PIXELS_MAX) throw new NotShown(TOO_MANY_DOTS);
    const filters = filtersOf(stream);
    // Folded twice, a few bytes become thousands of millions.
    if (filters.filter((one) => /^(?:FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL)$/.test(one)).length > 1)
      throw new NotShown(UNFOLDS);
    if (pixels !== null || !isRaw(stream)) continue;
    const { contents } = stream;
    left -= filters[0] === 'FlateDecode' || filters[0] === 'Fl' ? await unfolded(contents, left) : contents.length * 8;
    if (left < 0) throw new NotShown(UNFOLDS);
  }
}

/** How many bytes these unfold to, counted as they come and thrown away. @throws NotShown above `most` */
async function unfolded(bytes: Uint8Array, most: number): Promise<number> {
  const inflate = createInflate();
  let count = 0;
  let broken = false;
  inflate.on('data', (chunk: Buffer) => {
    count += chunk.length;
    if (count > most) inflate.destroy();
  });
  // What is cut short draws what there is of it.
  inflate.on('error', () => {
    broken = true;
  });
  inflate.end(bytes);
  // Not `once` of node:events: it rejects at the error, before what came is counted.
  await new Promise((closed) => inflate.once('close', closed));
  if (count > most) throw new NotShown(UNFOLDS);
  return broken ? Math.max(count, bytes.length) : count;
}

/** A picture on a page of its own. */
async function pageOfPicture(kind: 'jpeg' | 'png', bytes: Uint8Array): Promise<Uint8Array> {
  const doc = await PDFDocument.create({ updateMetadata: false });
  const page = doc.addPage([WIDTH, HEIGHT]);
  const place = (width: number, height: number) => {
    if (!(width > 0 && height > 0)) throw new NotShown(BROKEN_IMAGE);
    if (width * height > PIXELS_MAX) throw new NotShown(TOO_MANY_DOTS);
    const scale = Math.min((WIDTH - 2 * MARGIN) / width, (HEIGHT - 2 * MARGIN) / height);
    const [wide, high] = [width * scale, height * scale];
    return { x: (WIDTH - wide) / 2, y: (HEIGHT - high) / 2, width: wide, height: high };
  };
  const head = kind === 'png' ? readPng(bytes) : null;
  if (kind === 'png' && !head) throw new NotShown(BROKEN_IMAGE);
  if (head) {
    place(head.width, head.height);
    if (head.rawBytes > UNFOLDED_MAX) throw new NotShown(UNFOLDS);
    if ((await unfolded(head.data, head.rawBytes)) !== head.rawBytes) throw new NotShown(BROKEN_IMAGE);
  }
  if (head?.asItIs) {
    // A PDF takes the lines of such a PNG as they are. ISO 32000-2, 7.4.4.4.
    const { width, height, bits, colours, colourSpace } = head;
    const image = doc.context.obj({
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      BitsPerComponent: bits,
      ColorSpace: doc.context.obj(colourSpace),
      Filter: 'FlateDecode',
      DecodeParms: { Predictor: 15, Colors: colours, BitsPerComponent: bits, Columns: width },
      Length: head.data.length,
    });
    const name = page.node.newXObject('Image', doc.context.register(PDFRawStream.of(image, head.data)));
    const { x, y, width: wide, height: high } = place(width, height);
    const content = `q ${wide} 0 0 ${high} ${x} ${y} cm /${name.decodeText()} Do Q`;
    page.node.set(PDFName.of('Contents'), doc.context.register(doc.context.flateStream(content)));
    return doc.save();
  }
  if (head && head.rawBytes > PARTED_MAX) throw new NotShown('cette image transparente est trop grande');
  const image = await (kind === 'png' ? doc.embedPng(bytes) : doc.embedJpg(bytes));
  page.drawImage(image, place(image.width, image.height));
  return doc.save();
}
