import { crc32, deflateSync } from 'node:zlib';

/** Files made to stop whoever reads them, and files that carry what a sealed page must not. */

/** A PDF of these objects, the first being the catalogue. @param more what its trailer says besides */
export function rawPdf(objects: readonly (string | Buffer)[], more = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0]?.length ?? 0;
  const push = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  const places = objects.map((object, index) => {
    const at = length;
    push(
      Buffer.concat([
        Buffer.from(`${index + 1} 0 obj\n`),
        Buffer.from(object as string, 'latin1'),
        Buffer.from('\nendobj\n'),
      ]),
    );
    return at;
  });
  const start = length;
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  push(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`));
  push(Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${more} >>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}
const streamOf = (dict: string, bytes: Buffer | string): Buffer => {
  const content = Buffer.from(bytes as string, 'latin1');
  return Buffer.concat([
    Buffer.from(`<< ${dict} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);
};
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
/** One page that says so, with what is put into its dictionary and what follows it. */
const pageWith = (page: string, ...more: (string | Buffer)[]): Buffer =>
  rawPdf([
    CATALOG,
    PAGES,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${page} >>`,
    streamOf('', 'BT /F1 12 Tf 40 700 Td (Une page) Tj ET'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...more,
  ]);
const content = (dict: string, bytes: Buffer): Buffer =>
  rawPdf([
    CATALOG,
    PAGES,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
    streamOf(dict, bytes),
  ]);
const drawing = (object: Buffer | string): Buffer =>
  rawPdf([
    CATALOG,
    PAGES,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>',
    streamOf('', '/X Do'),
    object,
  ]);
const link = (action: string, more = ''): Buffer =>
  pageWith('/Annots [6 0 R]', `<< /Type /Annot /Subtype /Link /Rect [0 0 50 50] /A << ${action} >> ${more} >>`);
const zeros = (length: number): Buffer => deflateSync(Buffer.alloc(length), { level: 1 });

/** What ends up in the PDF that is sealed must hold none of these. */
export const FORBIDDEN_MARK = 'INTERDIT-ICI';

export const hostilePdfs = (): Record<string, Buffer> => ({
  'a content that unfolds to 120 MB': content('/Filter /FlateDecode', zeros(120_000_000)),
  'a content folded twice': content(
    '/Filter [/FlateDecode /FlateDecode]',
    deflateSync(zeros(120_000_000), { level: 9 }),
  ),
  'objects that unfold to 400 MB': rawPdf([
    CATALOG,
    PAGES,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
    streamOf('/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode', zeros(400_000_000)),
  ]),
  'an image of 65 535 by 65 535': drawing(
    streamOf(
      '/Type /XObject /Subtype /Image /Width 65535 /Height 65535 /BitsPerComponent 8 /ColorSpace /DeviceRGB',
      'x',
    ),
  ),
  'a hundred thousand brackets': rawPdf([CATALOG, PAGES, `<< /Type /Page /Parent 2 0 R /X ${'['.repeat(100_000)}`]),
  'a tree of pages that holds itself': rawPdf([CATALOG, '<< /Type /Pages /Kids [2 0 R] /Count 9 >>']),
  'a million pages that are not there': rawPdf([CATALOG, '<< /Type /Pages /Kids [] /Count 1000000 >>']),
  'resources that hold themselves': drawing(
    streamOf('/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /X 5 0 R >> >>', '/X Do'),
  ),
  'a chain of ten thousand forms': rawPdf([
    CATALOG,
    PAGES,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << /XObject << /X 4 0 R >> >> >>',
    ...Array.from({ length: 10_000 }, (_, index) =>
      streamOf(
        `/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /X ${index + 5} 0 R >> >>`,
        '/X Do',
      ),
    ),
  ]),
  'a table that follows itself': rawPdf(
    [CATALOG, PAGES, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>'],
    '/Prev 9',
  ),
  'fifteen hundred pages': rawPdf([
    CATALOG,
    `<< /Type /Pages /Kids [${Array.from({ length: 1_500 }, (_, n) => `${n + 3} 0 R`).join(' ')}] /Count 1500 >>`,
    ...Array.from({ length: 1_500 }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>'),
  ]),
  'nothing after its first line': Buffer.from('%PDF-1.7\n'),
  'noise after its first line': Buffer.concat([
    Buffer.from('%PDF-1.4\n'),
    Buffer.from(Uint8Array.from({ length: 300_000 }, (_, n) => (n * 2_654_435_761) >>> 24)),
  ]),
  'two hundred thousand empty objects': rawPdf([
    CATALOG,
    PAGES,
    '<< /Type /Page /Parent 2 0 R >>',
    ...Array.from({ length: 200_000 }, () => 'null'),
  ]),
  'a password': rawPdf([CATALOG, PAGES], '/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 >> /ID [<00> <00>]'),
});

/** One-page PDFs that are shown, without the part that carries the mark. */
export const carryingPdfs = (): Record<string, Buffer> => ({
  'a link that runs a script': link(`/S /URI /URI (javascript:${FORBIDDEN_MARK})`),
  'a link to a file of the reader': link(`/S /URI /URI (file:///${FORBIDDEN_MARK})`),
  'a link that launches': link(`/S /Launch /F (${FORBIDDEN_MARK})`),
  'a link whose former action is kept': link(
    '/S /URI /URI (https://exemple.fr)',
    `/PA << /S /URI /URI (javascript:${FORBIDDEN_MARK}) >>`,
  ),
  'a link that goes on': link(
    '/S /URI /URI (https://exemple.fr)',
    `/AA << /E << /S /JavaScript /JS (${FORBIDDEN_MARK}) >> >>`,
  ),
  'a file associated with the page': pageWith(
    '/AF [6 0 R]',
    '<< /Type /Filespec /F (x) /EF << /F 7 0 R >> >>',
    streamOf('/Type /EmbeddedFile', FORBIDDEN_MARK),
  ),
  'data of a program': pageWith('/PieceInfo << /App << /Private 6 0 R >> >>', streamOf('', FORBIDDEN_MARK)),
  'metadata of the page': pageWith('/Metadata 6 0 R', streamOf('/Type /Metadata /Subtype /XML', FORBIDDEN_MARK)),
  'a form of another file': drawing(
    streamOf(`/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Ref << /F (${FORBIDDEN_MARK}) /Page 0 >>`, ''),
  ),
  'a stream whose bytes are elsewhere': drawing(
    streamOf(`/Type /XObject /Subtype /Form /BBox [0 0 1 1] /F (http://${FORBIDDEN_MARK}/)`, ''),
  ),
  'an image with data of a program': drawing(
    streamOf(
      `/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /PieceInfo << /X (${FORBIDDEN_MARK}) >> /OPI << /X (${FORBIDDEN_MARK}) >>`,
      'x',
    ),
  ),
  'a field that computes': pageWith(
    '/Annots [6 0 R]',
    `<< /Type /Annot /Subtype /Widget /FT /Tx /Rect [0 0 9 9] /A << /S /JavaScript /JS (${FORBIDDEN_MARK}) >> >>`,
  ),
  'a film': pageWith(
    '/Annots [6 0 R]',
    `<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] /RichMediaContent (${FORBIDDEN_MARK}) >>`,
  ),
});

const chunk = (name: string, bytes: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(bytes.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, sum]);
};
/** A PNG that says this of itself, whatever its data is. */
export function pngOf(
  {
    width,
    height,
    bits = 8,
    kind = 2,
    interlaced = 0,
  }: { width: number; height: number; bits?: number; kind?: number; interlaced?: number },
  data: Buffer,
  ...more: Buffer[]
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, kind, 0, 0, interlaced], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const jpegOf = (width: number, height: number): Buffer =>
  Buffer.from([
    0xff,
    0xd8,
    0xff,
    0xe0,
    0,
    4,
    0,
    0,
    0xff,
    0xc0,
    0,
    11,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    1,
    1,
    0x11,
    0,
    0xff,
    0xd9,
  ]);

export const hostilePictures = (): Record<string, Buffer> => ({
  'a PNG of 65 535 by 65 535': pngOf({ width: 65_535, height: 65_535 }, Buffer.alloc(0)),
  'a PNG of 15 000 by 15 000 in some kB': pngOf({ width: 15_000, height: 15_000, kind: 0 }, zeros(15_000 * 15_001)),
  'a PNG that unfolds to more than it says': pngOf({ width: 10, height: 10 }, zeros(120_000_000)),
  'a PNG that unfolds to less': pngOf({ width: 1_000, height: 1_000 }, zeros(1_000)),
  'a transparent PNG of 49 million dots': pngOf({ width: 7_000, height: 7_000, kind: 6 }, zeros(7_000 * 28_001)),
  'an interlaced PNG of nothing': pngOf({ width: 3_000, height: 3_000, interlaced: 1 }, Buffer.alloc(3)),
  'a PNG of no width': pngOf({ width: 0, height: 10 }, zeros(10)),
  'a PNG whose colours are not of the standard': pngOf({ width: 1, height: 1, kind: 5 }, zeros(4)),
  'a JPEG of 65 535 by 65 535': jpegOf(65_535, 65_535),
  'half a JPEG': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 200]),
});
