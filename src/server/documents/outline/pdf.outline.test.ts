import { PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { DOCUMENT_LIMITS } from '#shared/imports/document.contract.ts';
import { cellText, type OutlineBlock } from '#shared/imports/document.outline.ts';
import { pdfOf } from '../../test/pdf.maker.ts';
import { readOldDocument } from './old.document.ts';
import { outlineOfPdf } from './pdf.outline.ts';

/** A text and where it stands: points from the left and from the top. */
type Placed = readonly [text: string, x: number, y: number, size?: number];

async function pdfWith(pages: readonly (readonly Placed[])[], options: { password?: string } = {}): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font: PDFFont = await pdf.embedFont(StandardFonts.Helvetica);
  for (const texts of pages) {
    const page = pdf.addPage([595, 842]);
    for (const [text, x, y, size = 10] of texts) page.drawText(text, { x, y: 842 - y, size, font });
  }
  if (options.password) pdf.encrypt({ userPassword: options.password, ownerPassword: 'x' });
  return Buffer.from(await pdf.save());
}

const shown = (blocks: readonly OutlineBlock[]): unknown[] =>
  blocks.map((block) => (block.kind === 'paragraph' ? block.text : block.rows.map((row) => row.map(cellText))));
const bodyOf = async (texts: readonly Placed[]) => (await outlineOfPdf(await pdfWith([texts]))).parts[0]?.blocks ?? [];

describe('a PDF, line by line', () => {
  test('words of one line are one text, those far apart are cells', async () => {
    const blocks = await bodyOf([
      ['Marque', 50, 100],
      ['Valorme', 200, 100],
      ['Gamme', 50, 120],
      ['Soin du', 200, 120],
      ['visage', 236, 120],
    ]);
    expect(shown(blocks)).toEqual([
      [
        ['Marque', 'Valorme'],
        ['Gamme', 'Soin du visage'],
      ],
    ]);
  });

  test('a cell of several lines, its label in the middle of the row', async () => {
    const blocks = await bodyOf([
      ['Marque', 50, 100],
      ['Valorme', 250, 100],
      ['Observations', 50, 136],
      ['Blanche, homogene, lisse au', 250, 130],
      ['toucher, sans odeur.', 250, 142],
      ['Gamme', 50, 170],
      ['Soin', 250, 170],
    ]);
    expect(shown(blocks)).toEqual([
      [
        ['Marque', 'Valorme'],
        ['Observations', 'Blanche, homogene, lisse au toucher, sans odeur.'],
        ['Gamme', 'Soin'],
      ],
    ]);
  });

  test('a cell that is left empty leaves the others in their columns', async () => {
    const blocks = await bodyOf([
      ['Essai', 50, 100],
      ['Limite', 200, 100],
      ['Resultat', 350, 100],
      ['Plomb', 50, 120],
      ['10', 200, 120],
      ['2', 350, 120],
      ['pH', 50, 140],
      ['5,5', 350, 140],
    ]);
    expect(shown(blocks)).toEqual([
      [
        ['Essai', 'Limite', 'Resultat'],
        ['Plomb', '10', '2'],
        ['pH', '', '5,5'],
      ],
    ]);
    const outline = await outlineOfPdf(await pdfWith([[['x', 1, 1]]]));
    const reading = readOldDocument(
      { ...outline, parts: [{ label: 'Corps du document', isBody: true, blocks }] },
      { template: null, isTied: false },
    );
    expect(reading.proposals.map(({ field, value, confidence }) => [field, value, confidence])).toEqual([
      ['ph', 5.5, 'likely'],
      ['plomb', 2, 'likely'],
    ]);
  });

  test('what comes back on most pages is a header, told once', async () => {
    const page = (number: number): Placed[] => [
      ['Dossier P-0412, page', 50, 30],
      [String(number), 160, 30],
      [`Texte de la page ${'abcd'.charAt(number)}`, 50, 200],
    ];
    const { parts } = await outlineOfPdf(await pdfWith([page(0), page(1), page(2), page(3)]));
    expect(parts.map(({ label, blocks }) => [label, blocks.length])).toEqual([
      ['Corps du document', 4],
      ['En-tête', 1],
    ]);
  });

  test('larger lines are headings', async () => {
    const blocks = await bodyOf([
      ['Titre', 50, 60, 20],
      ['Partie', 50, 90, 14],
      ['un', 50, 110],
      ['deux', 50, 140],
      ['trois', 50, 170],
    ]);
    expect(blocks.map((block) => block.kind === 'paragraph' && block.level)).toEqual([1, 2, null, null, null]);
  });
});

describe('a PDF that is not read', () => {
  const refusal = (bytes: Buffer): Promise<string> =>
    outlineOfPdf(bytes).then(
      () => 'read',
      (error: Error) => error.message,
    );
  test('one that is protected, one that is broken, one that is too long: each says why', async () => {
    expect(await refusal(await pdfWith([[['a', 1, 1]]], { password: 'secret' }))).toMatch(/mot de passe/);
    expect(await refusal(Buffer.from('%PDF-1.7 abc'))).toMatch(/^Ce PDF est abîmé/);
    const pages = (count: number): Promise<Buffer> => pdfWith(Array.from({ length: count }, () => []));
    expect(await refusal(await pages(DOCUMENT_LIMITS.pages))).toBe('read');
    expect(await refusal(await pages(DOCUMENT_LIMITS.pages + 1))).toMatch(/plus de 500 pages/);
  });

  test('a page without a word says that there is no text', async () => {
    const outline = await outlineOfPdf(await pdfWith([[]]));
    expect(readOldDocument(outline, { template: null, isTied: false }).says.map(({ code }) => code)).toEqual([
      'no_text',
    ]);
    expect((await outlineOfPdf(pdfOf('un mot'))).parts[0]?.blocks).toHaveLength(1);
  });
});
