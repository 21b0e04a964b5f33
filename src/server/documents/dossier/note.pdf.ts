import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

/** A page of words as a PDF: the pieces of the example. Lines that the fonts of every reader can write. */
export async function notePdf(title: string, lines: readonly string[]): Promise<Buffer> {
  const doc = await PDFDocument.create();
  const [font, bold] = [await doc.embedFont(StandardFonts.Helvetica), await doc.embedFont(StandardFonts.HelveticaBold)];
  const page = doc.addPage([595.28, 841.89]);
  page.drawText(title, { x: 56, y: 770, size: 16, font: bold });
  for (const [index, line] of lines.entries()) page.drawText(line, { x: 56, y: 730 - index * 18, size: 11, font });
  doc.setTitle(title);
  doc.setProducer('Diplo');
  return Buffer.from(await doc.save());
}
