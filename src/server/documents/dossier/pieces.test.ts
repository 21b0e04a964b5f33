import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { type PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { encode } from 'fast-png';
import { afterAll, describe, expect, test } from 'vitest';
import { carryingPdfs, FORBIDDEN_MARK, hostilePdfs, hostilePictures, pngOf } from '../../test/hostile.pieces.ts';
import { pdfOf } from '../../test/pdf.maker.ts';
import { ProcessFault } from '../guarded.ts';
import { firstPageImage } from '../pdf/page.image.ts';
import { createDossierMaker } from './dossier.maker.ts';
import type { DossierPdf, DossierPiece } from './dossier.pdf.ts';
import { createPieceCleaner } from './piece.cleaner.ts';
import cleanPiece from './piece.worker.ts';

const NEVER = new AbortController().signal;
const maker = createDossierMaker();
afterAll(() => maker.close());

const pieceOf = (title: string, bytes: Buffer, kind: DossierPiece['kind']): DossierPiece => ({
  title,
  path: `07-annexes/${title}`,
  sha256: 'f'.repeat(64),
  dates: '',
  bytes,
  kind,
  reason: null,
});
const dossier = (pieces: DossierPiece[]): Promise<DossierPdf> =>
  maker.make(
    {
      id: 'essai',
      title: 'Essai',
      subtitle: [],
      sealedAt: '2026-01-01T00:00:00.000Z',
      tool: 'Diplo',
      sheets: [],
      sections: [{ title: 'Annexes', pieces }],
    },
    NEVER,
  );
/** Every object of a PDF, streams unfolded, as text. */
async function wordsOf(bytes: Uint8Array): Promise<string> {
  const doc = await PDFDocument.load(bytes, { updateMetadata: false });
  return doc.context
    .enumerateIndirectObjects()
    .map(
      ([, object]) =>
        `${object} ${object instanceof PDFRawStream ? Buffer.from(object.contents).toString('latin1') : ''}`,
    )
    .join('\n');
}

test('pieces made to stop a dossier are listed with their reason, and the dossier is made with the others', {
  tags: ['slow'],
}, async () => {
  const pdfs = Object.entries(hostilePdfs()).map(([title, bytes]) => pieceOf(title, bytes, 'pdf'));
  const pictures = Object.entries(hostilePictures()).map(([title, bytes]) =>
    pieceOf(title, bytes, title.includes('JPEG') ? 'jpeg' : 'png'),
  );
  const before = process.memoryUsage().rss;
  const made = await dossier([...pdfs, pieceOf('une bonne page', pdfOf('bonne'), 'pdf'), ...pictures]);
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
  const refused = new Map(made.refused.map(({ path, reason }) => [path.slice('07-annexes/'.length), reason]));
  expect(refused.has('une bonne page')).toBe(false);
  // What only turns in a circle is shown for what it is.
  const shown = [...pdfs, ...pictures].map(({ title }) => title).filter((title) => !refused.has(title));
  expect(shown).toEqual(['resources that hold themselves', 'a table that follows itself']);
  expect(Object.fromEntries(refused)).toMatchObject({
    'a content that unfolds to 120 MB': 'ce fichier se déplie en plus de 100 Mo',
    'a content folded twice': 'ce fichier se déplie en plus de 100 Mo',
    'objects that unfold to 400 MB': 'cette pièce demande trop de mémoire pour être montrée',
    'an image of 65 535 by 65 535': 'cette image annonce plus de 50 millions de points',
    'fifteen hundred pages': 'ce PDF a plus de 1000 pages',
    'a password': 'ce PDF est protégé par un mot de passe',
    'a PNG of 65 535 by 65 535': 'cette image annonce plus de 50 millions de points',
    'a PNG that unfolds to more than it says': 'ce fichier se déplie en plus de 100 Mo',
    'a JPEG of 65 535 by 65 535': 'cette image annonce plus de 50 millions de points',
  });
});

/** A page whose content is this stream, its length in an object of its own, as LibreOffice writes it. */
function byItsOwnLength(content: Buffer): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << >> >>',
    Buffer.concat([
      Buffer.from('<< /Length 5 0 R /Filter /FlateDecode >>\nstream\n'),
      content,
      Buffer.from('\nendstream'),
    ]),
    String(content.length),
  ];
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.flatMap((object, index) => [
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]),
    Buffer.from('trailer << /Root 1 0 R /Size 6 >>\n%%EOF\n'),
  ]);
}

test('a stream that ends with a carriage return keeps it', async () => {
  const contents = Array.from({ length: 2_000 }, (_, n) => deflateSync(`0 0 m ${n} 100 l S % ${'x'.repeat(n % 97)}`));
  const ending = contents.find((one) => one.at(-1) === 0x0d) as Buffer;
  const cleaned = await cleanPiece({ kind: 'pdf', bytes: byItsOwnLength(ending) });
  if (!('pdf' in cleaned)) throw new Error(cleaned.reason);
  const doc = await PDFDocument.load(cleaned.pdf, { updateMetadata: false });
  const streams = doc.context
    .enumerateIndirectObjects()
    .flatMap(([, one]) => (one instanceof PDFRawStream ? [one] : []));
  expect(streams.map(({ contents }) => Buffer.from(contents).equals(ending))).toContain(true);
});

test('a stream that is cut short is shown as far as it goes', async () => {
  const whole = deflateSync('0 0 m 100 100 l S '.repeat(500));
  expect(await cleanPiece({ kind: 'pdf', bytes: byItsOwnLength(whole.subarray(0, -5)) })).toHaveProperty('pdf');
});

test('a sealed page keeps what draws it, notes as they look, and links to the web and to letter boxes', async () => {
  const carrying = carryingPdfs();
  const made = await dossier(Object.entries(carrying).map(([title, bytes]) => pieceOf(title, bytes, 'pdf')));
  expect(made.refused).toEqual([]);
  for (const bytes of Object.values(carrying)) expect(await wordsOf(bytes)).toContain(FORBIDDEN_MARK);
  const words = await wordsOf(made.pdf);
  expect(words).not.toContain(FORBIDDEN_MARK);
  expect(words).not.toMatch(/JavaScript|Launch|PieceInfo|EmbeddedFile|RichMedia|\/OPI|\/Ref\b|\/AF\b|\/PA\b|\/AA\b/);
  expect(words.match(/https:\/\/exemple\.fr/g)).toHaveLength(2);
});

test.each([
  ['http://exemple.fr/a?b=c', true],
  ['HTTPS://exemple.fr', true],
  ['mailto:labo@exemple.fr', true],
  ['javascript:alert(1)', false],
  ['file:///etc/passwd', false],
  ['data:text/html,x', false],
  [' https://exemple.fr', false],
  ['ftp://exemple.fr', false],
  ['https://exemple.fr/a b', false],
])('a link to « %s » is kept: %s', async (address, isKept) => {
  const doc = await PDFDocument.create();
  const page = doc.addPage();
  const annotation = doc.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], Dest: [page.ref, 'Fit'] });
  annotation.set(PDFName.of('A'), doc.context.obj({ S: 'URI' }));
  (annotation.get(PDFName.of('A')) as PDFDict).set(
    PDFName.of('URI'),
    (await import('@cantoo/pdf-lib')).PDFString.of(address),
  );
  page.node.set(PDFName.of('Annots'), doc.context.obj([annotation]));
  const cleaned = await cleanPiece({ kind: 'pdf', bytes: await doc.save() });
  const words = await wordsOf('pdf' in cleaned ? cleaned.pdf : Buffer.alloc(0));
  expect(words.includes('/URI')).toBe(isKept);
  expect(words).not.toContain('/Dest');
});

describe('pictures', () => {
  const shown = async (bytes: Uint8Array): Promise<Buffer> => {
    const cleaned = await cleanPiece({ kind: 'png', bytes });
    if (!('pdf' in cleaned)) throw new Error(cleaned.reason);
    return firstPageImage(Buffer.from(cleaned.pdf));
  };
  /** Half dark, half light. */
  const data = (channels: number, depth = 8): Uint8Array | Uint16Array => {
    const bright = depth === 16 ? 65_535 : 255;
    const dots = Array.from({ length: 40 * 20 }, (_, n) => (n % 40 < 20 ? 0 : bright));
    const all = dots.flatMap((dot) =>
      Array.from({ length: channels }, (_, c) => (channels % 2 === 0 && c === channels - 1 ? bright : dot)),
    );
    return depth === 16 ? Uint16Array.from(all) : Uint8Array.from(all);
  };

  test.each([
    ['grey', encode({ width: 40, height: 20, channels: 1, data: data(1) })],
    ['colours', encode({ width: 40, height: 20, channels: 3, data: data(3) })],
    ['colours of 16 bits', encode({ width: 40, height: 20, channels: 3, depth: 16, data: data(3, 16) })],
    ['transparent', encode({ width: 40, height: 20, channels: 4, data: data(4) })],
    [
      'a palette',
      pngOf(
        { width: 2, height: 1, bits: 8, kind: 3 },
        deflateSync(Buffer.from([0, 0, 1])),
        paletteOf([0, 0, 0, 255, 255, 255]),
      ),
    ],
  ])('a PNG in %s is drawn', async (_, bytes) => {
    const page = await shown(bytes);
    expect(page.subarray(1, 4).toString()).toBe('PNG');
    // Something dark is on it: a blank page of the same size is smaller.
    expect(page.length).toBeGreaterThan((await firstPageImage(await blank())).length);
  });
  const blank = async (): Promise<Buffer> => {
    const doc = await PDFDocument.create();
    doc.addPage([595.28, 841.89]);
    return Buffer.from(await doc.save());
  };
});

function paletteOf(colours: number[]): Buffer {
  const png = Buffer.from(pngOf({ width: 1, height: 1 }, Buffer.from(colours)));
  // The same chunk under another name: its sum is not looked at.
  const at = png.indexOf('IDAT') - 4;
  const part = Buffer.from(png.subarray(at, at + 12 + colours.length));
  part.write('PLTE', 4, 'latin1');
  return part;
}

test('a piece under which the process dies without a word is tried three times, then said', async () => {
  const cleaner = createPieceCleaner(join(import.meta.dirname, '../../test/programs/dying.child.ts'));
  await expect(cleaner.clean({ kind: 'pdf', bytes: pdfOf('x') }, NEVER)).rejects.toBeInstanceOf(ProcessFault);
  cleaner.close();
});

test('whoever gives up is told at once, and the process goes', async () => {
  const cleaner = createPieceCleaner(join(import.meta.dirname, '../../test/programs/hanging.child.ts'));
  const controller = new AbortController();
  const asked = cleaner.clean({ kind: 'pdf', bytes: pdfOf('x') }, controller.signal);
  setTimeout(() => controller.abort(new Error('assez')), 300);
  await expect(asked).rejects.toThrow('assez');
  cleaner.close();
});

test('whoever gives up while the process is only beginning hears the same', async () => {
  const cleaner = createPieceCleaner(join(import.meta.dirname, '../../test/programs/hanging.child.ts'));
  for (const ms of [0, 1, 20, 100]) {
    const controller = new AbortController();
    const asked = cleaner.clean({ kind: 'pdf', bytes: pdfOf('x') }, controller.signal);
    setTimeout(() => controller.abort(new Error('assez')), ms);
    await expect(asked, `${ms} ms`).rejects.toThrow('assez');
  }
  cleaner.close();
});
