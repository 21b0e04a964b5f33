import { breakTextIntoLines, PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

/** A4, in points. */
const [WIDTH, HEIGHT] = [595.28, 841.89];
const MARGIN = 56;
const [SIZE, LINE, GAP] = [11, 15, 7];

/** Pages of words as a PDF: the pieces of the example. Paragraphs that the fonts of every reader can write. */
export async function notePdf(title: string, paragraphs: readonly string[]): Promise<Buffer> {
  const doc = await PDFDocument.create();
  const [font, bold] = [await doc.embedFont(StandardFonts.Helvetica), await doc.embedFont(StandardFonts.HelveticaBold)];
  let page = doc.addPage([WIDTH, HEIGHT]);
  let y = HEIGHT - MARGIN - 16;
  page.drawText(title, { x: MARGIN, y, size: 16, font: bold });
  y -= 40;
  for (const paragraph of paragraphs) {
    const widthOf = (text: string): number => font.widthOfTextAtSize(text, SIZE);
    for (const line of breakTextIntoLines(paragraph, [' '], WIDTH - 2 * MARGIN, widthOf)) {
      if (y < MARGIN) {
        page = doc.addPage([WIDTH, HEIGHT]);
        y = HEIGHT - MARGIN - SIZE;
      }
      page.drawText(line, { x: MARGIN, y, size: SIZE, font });
      y -= LINE;
    }
    y -= GAP;
  }
  doc.setTitle(title);
  doc.setProducer('Diplo');
  return Buffer.from(await doc.save());
}
