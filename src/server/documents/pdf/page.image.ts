import { PDFiumLibrary } from '@hyzyla/pdfium';
import { encode } from 'fast-png';

/** Width of a thumbnail, in pixels: a card on a dense screen. */
const THUMBNAIL_WIDTH = 480;

let library: Promise<PDFiumLibrary> | undefined;

/** The first page of a PDF as a PNG. PDFium runs as WebAssembly: it sees these bytes and nothing else. */
export async function firstPageImage(pdf: Buffer): Promise<Buffer> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(pdf);
  try {
    const page = document.getPage(0);
    const image = await page.render({
      scale: THUMBNAIL_WIDTH / page.getOriginalSize().originalWidth,
      render: async ({ data, width, height }) => encode({ data: opaqueRgb(data), width, height, channels: 3 }),
    });
    return Buffer.from(image.data);
  } finally {
    document.destroy();
  }
}

/** The text of a PDF, page by page. */
export async function textOfPdf(pdf: Buffer): Promise<string[]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(pdf);
  try {
    return [...document.pages()].map((page) => page.getText());
  } finally {
    document.destroy();
  }
}

/** Pages and characters of an artwork that are read: a label has one or two pages. */
const [ARTWORK_PAGES, ARTWORK_LENGTH] = [50, 200_000];

/** The words of an artwork; `text` is `null`, and why, for what has none that can be read. */
export async function wordsOfPdf(pdf: Buffer): Promise<{ text: string | null; unreadable: string | null }> {
  if (!pdf.subarray(0, 1024).includes('%PDF-'))
    return { text: null, unreadable: 'Ce fichier n’est pas un PDF : comparez à l’œil, et dites-le.' };
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(pdf).catch(() => null);
  if (!document) return { text: null, unreadable: 'Ce PDF est abîmé ou protégé : joignez-le de nouveau.' };
  try {
    if (document.getPageCount() > ARTWORK_PAGES)
      return {
        text: null,
        unreadable: `Ce PDF a plus de ${ARTWORK_PAGES} pages : joignez la maquette seule.`,
      };
    let text = '';
    for (const page of document.pages()) {
      text += `${page.getText()}\n`;
      if (text.length > ARTWORK_LENGTH) break;
    }
    return /[\p{L}\p{N}]/u.test(text)
      ? { text: text.slice(0, ARTWORK_LENGTH), unreadable: null }
      : { text: null, unreadable: 'Ce PDF ne contient que des images : comparez à l’œil, et dites-le.' };
  } finally {
    document.destroy();
  }
}

/** Whether a PDF shows a letter or a digit on any of its pages; false for what is no PDF. */
export async function pdfHasWords(pdf: Buffer): Promise<boolean> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(pdf).catch(() => null);
  if (!document) return false;
  try {
    for (const page of document.pages()) if (/[\p{L}\p{N}]/u.test(page.getText())) return true;
    return false;
  } finally {
    document.destroy();
  }
}

/** The page stands on white: its transparency says nothing. */
function opaqueRgb(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) rgb.set(rgba.subarray(from, from + 3), to);
  return rgb;
}
