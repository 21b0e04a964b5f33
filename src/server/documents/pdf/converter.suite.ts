import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { docxOf, p } from '../../test/docx.maker.ts';
import { archiveParts } from '../../test/pdf.archive.ts';
import { createDocuments } from '../document.service.ts';
import { type PdfConverter, PdfFailure } from './converter.ts';
import { textOfPdf } from './page.image.ts';

const SHIPPED = readFileSync(join(import.meta.dirname, '../../../../assets/modele-dip.docx'));

/** What every converter promises. */
export function converterSuite(converter: PdfConverter): void {
  // As the product asks for a PDF: one that came without its words is made again.
  const documents = createDocuments({ ...converter, close: async () => undefined });
  afterAll(() => documents.close());
  const make = (docx: Buffer): Promise<Buffer> => documents.toPdf(docx, 'seal');
  test('makes a PDF that holds the words, in their language, with the fonts inside', async () => {
    const pdf = await make(docxOf({ body: p('Crème hydratante : 5,5 %') + p('日本 Ω ≤ « œuf »') }));
    const text = (await textOfPdf(pdf)).join();
    expect(text).toContain('Crème hydratante : 5,5 %');
    expect(text).toContain('≤ « œuf »');
    expect(pdf.toString('latin1')).toMatch(/FontFile2/);
  });
  test('makes a PDF to be kept: it claims PDF/A-2b, is tagged, and needs no colours or fonts from elsewhere', async () => {
    const parts = await archiveParts(await make(SHIPPED));
    expect(parts).toMatchObject({ claim: '2B', outputIntent: true, tagged: true, encrypted: false, fontsOutside: [] });
    expect(parts.language).toContain('fr');
    expect(parts.fonts.length).toBeGreaterThan(1);
  });
  test('serves several at once, each its own', async () => {
    const words = ['alpha', 'bêta', 'gamma'];
    const pdfs = await Promise.all(words.map((word) => make(docxOf({ body: p(word) }))));
    for (const [index, pdf] of pdfs.entries()) expect((await textOfPdf(pdf)).join()).toContain(words[index]);
  });
  test('refuses what it cannot open, and serves the next one', async () => {
    const broken = docxOf({ body: '<w:p><w:r>' });
    await expect(converter.convert(broken.subarray(0, 100))).rejects.toBeInstanceOf(PdfFailure);
    expect((await textOfPdf(await make(docxOf({ body: p('ensuite') })))).join()).toContain('ensuite');
  });
}
