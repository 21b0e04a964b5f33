/**
 * A dossier of thirty annexes: PDFs of one page and of 300, turned, broken and encrypted ones, photographs, tables. Made in under
 * twenty seconds and 500 MB.
 * Run: `node scripts/run.mjs bench/dossier.ts`
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import { encode } from 'fast-png';
import { createDossierMaker } from '../src/server/documents/dossier/dossier.maker.ts';
import type { DossierPiece } from '../src/server/documents/dossier/dossier.pdf.ts';
import { claim, endOfBench } from './claim.ts';

const pdfOf = async (pages: number): Promise<Uint8Array> => {
  const doc = await PDFDocument.create();
  for (let n = 0; n < pages; n += 1) {
    const page = doc.addPage([595, 842]);
    page.setRotation(degrees((n % 4) * 90));
    for (let line = 0; line < 40; line += 1)
      page.drawText(`Page ${n}, ligne ${line}`, { x: 40, y: 800 - line * 18, size: 11 });
  }
  return doc.save();
};
const photo = (): Uint8Array => {
  const [width, height] = [1_600, 1_200];
  const data = Uint8Array.from({ length: width * height * 3 }, (_, n) => (n * 2_654_435_761) >>> 24);
  return encode({ width, height, data, channels: 3 });
};
const piece = (n: number, bytes: Uint8Array | null, kind: DossierPiece['kind']): DossierPiece => ({
  title: `Annexe ${n}`,
  path: `07-annexes/${n}`,
  dates: '',
  sha256: 'f'.repeat(64),
  bytes,
  kind,
  reason: bytes ? null : 'ce format ne se montre pas dans un PDF',
});

const [long, short, image] = [await pdfOf(300), await pdfOf(4), photo()];
const pieces = Array.from({ length: 30 }, (_, n) =>
  n < 3
    ? piece(n, long, 'pdf')
    : n % 7 === 0
      ? piece(n, Buffer.from('%PDF-1.4 rien'), 'pdf')
      : n % 5 === 0
        ? piece(n, image, 'png')
        : n % 6 === 0
          ? piece(n, null, 'listed')
          : piece(n, short, 'pdf'),
);
const maker = createDossierMaker();
let most = 0;
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss);
}, 50);
const start = performance.now();
const made = await maker.make(
  {
    id: 'banc',
    title: 'Dossier du banc',
    subtitle: [],
    sealedAt: '2026-01-01T00:00:00.000Z',
    tool: 'Diplo',
    sheets: [],
    sections: [{ title: 'Annexes', pieces }],
  },
  new AbortController().signal,
);
clearInterval(watch);
const folder = join(mkdtempSync(join(tmpdir(), 'diplo-dossier-')));
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'dossier.pdf'), made.pdf);
const lasted = claim('thirty annexes', (performance.now() - start) / 1_000, 's', { atMost: 20 });
const memory = claim('memory', most / 1e6, 'MB', { atMost: 500 });
console.log(
  `${made.pages} pages, ${(made.pdf.length / 1e6).toFixed(1)} MB in ${lasted}; memory ${memory}\n${join(folder, 'dossier.pdf')}`,
);
await maker.close();
endOfBench();
