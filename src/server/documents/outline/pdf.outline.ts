import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { DOCUMENT_LIMITS } from '#shared/imports/document.contract.ts';
import type { Outline } from '#shared/imports/document.outline.ts';
import { bodyFault, invalid } from '../../errors.ts';
import { blocksOf } from './pdf.blocks.ts';
import { keyOf, type Line, linesOf, repeatedOf } from './pdf.lines.ts';

/** Characters that are read of one PDF. */
const LENGTH_MAX = 2_000_000;

/**
 * A PDF in reading order: lines by their baseline, cells by the gaps between words. It runs nothing of the file and fetches
 * nothing.
 * @param pages how many are read from the first on
 * @throws 422 for what is none, is protected, or has more than 500 pages
 */
export async function outlineOfPdf(bytes: Buffer, pages: number = Number.POSITIVE_INFINITY): Promise<Outline> {
  const lines: Line[] = [];
  let length = 0;
  const document = await open(bytes);
  try {
    if (pages > document.numPages && document.numPages > DOCUMENT_LIMITS.pages)
      throw refused(`Ce PDF a plus de ${DOCUMENT_LIMITS.pages} pages : donnez le dossier seul.`);
    for (let number = 1; number <= Math.min(pages, document.numPages) && length < LENGTH_MAX; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent({ disableNormalization: false });
      for (const line of linesOf(items, number, page.view[3] ?? 0)) {
        lines.push(line);
        length += line.cells.reduce((sum, { text }) => sum + text.length, 0);
      }
      page.cleanup();
    }
    const repeated = repeatedOf(lines, document.numPages);
    const isAside = (line: Line): boolean => repeated.has(keyOf(line));
    const aside = [...new Map(lines.filter(isAside).map((line) => [keyOf(line), line])).values()];
    return {
      parts: [
        { label: 'Corps du document', isBody: true, blocks: blocksOf(lines.filter((line) => !isAside(line))) },
        ...(aside.length > 0 ? [{ label: 'En-tête', isBody: false, blocks: blocksOf(aside) }] : []),
      ],
      isPdf: true,
      hasChanges: false,
    };
  } finally {
    await document.loadingTask.destroy();
  }
}

const refused = (message: string) => invalid([bodyFault('file', message)]);

async function open(bytes: Buffer): Promise<PDFDocumentProxy> {
  try {
    return await getDocument({
      data: new Uint8Array(bytes),
      useSystemFonts: false,
      disableFontFace: true,
      useWorkerFetch: false,
      useWasm: false,
      enableXfa: false,
      stopAtErrors: false,
      verbosity: 0,
    }).promise;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw refused(
      name === 'PasswordException'
        ? 'Ce PDF est protégé par un mot de passe : enregistrez-le sans protection, puis redonnez-le.'
        : 'Ce PDF est abîmé : ouvrez-le, enregistrez-le de nouveau, puis redonnez-le.',
    );
  }
}
