import type { ShownDocument } from '#shared/imports/document.contract.ts';
import { blockText, type Outline } from '#shared/imports/document.outline.ts';
import { createPlaces } from '#shared/imports/document.places.ts';
import { NOT_DOCX } from '#shared/templates/template.contract.ts';
import { bodyFault, invalid } from '../../errors.ts';
import { NotDocx, openDocx } from '../docx/docx.ts';
import { referencesIn } from '../docx/review.ts';
import { outlineOfDocx } from './docx.outline.ts';
import { agreeing, type OldReading, readOldDocument } from './old.document.ts';
import { fitOf, wordsOfOutline } from './template.fit.ts';

/** Old files, as they are read in a process of their own: plain functions of bytes. */

/** @throws 422 for what is neither a Word document nor a PDF that can be read */
export async function outlineOfFile(bytes: Buffer): Promise<Outline> {
  if (bytes.subarray(0, 1024).includes('%PDF-')) {
    // Read when a PDF comes: it takes a third of a second.
    const { outlineOfPdf } = await import('./pdf.outline.ts');
    return outlineOfPdf(bytes);
  }
  try {
    return outlineOfDocx(openDocx(bytes));
  } catch (error) {
    if (error instanceof NotDocx)
      throw invalid([bodyFault('file', error.message === NOT_DOCX ? NEITHER : error.message)]);
    throw error;
  }
}

const NEITHER =
  'Ce fichier n’est ni un document Word (.docx) ni un PDF : ouvrez-le, enregistrez-le dans l’un de ces formats, puis redonnez-le.';

/** A template as it is; `null` for one that can no longer be read: it has printed nothing. */
function templateOf(bytes: Uint8Array): Outline | null {
  try {
    return outlineOfDocx(openDocx(Buffer.from(bytes)));
  } catch (error) {
    if (error instanceof NotDocx) return null;
    throw error;
  }
}

/** How well each template fits a document, from 0 to 1. @throws 422 for what cannot be read */
export async function templateFits(bytes: Buffer, templates: readonly Uint8Array[]): Promise<number[]> {
  const outline = await outlineOfFile(bytes);
  if (outline.isPdf) return templates.map(() => 0);
  const words = wordsOfOutline(outline);
  return templates.map((one) => {
    const template = templateOf(one);
    return template ? fitOf(template, words) : 0;
  });
}

/**
 * What a document says.
 * @param templates the file that printed it, then others of the same template that fit as well
 * @throws 422 for what cannot be read
 */
export async function readOld(
  bytes: Buffer,
  { templates, isTied }: { templates: readonly Uint8Array[]; isTied: boolean },
): Promise<OldReading> {
  const outline = await outlineOfFile(bytes);
  const [first = null, ...others] = templates.map(templateOf);
  const reading = readOldDocument(outline, { template: first, isTied });
  const readings = others.map((template) => readOldDocument(outline, { template, isTied }));
  const texts = outline.parts.flatMap(({ blocks }) => blocks.map(blockText));
  return { reading: agreeing(reading, readings), words: referencesIn(texts).slice(0, WORDS_MAX) };
}
/** Words that may be references of a product: they are looked for among all of them. */
const WORDS_MAX = 2_000;

/** The text of a document as a screen shows it. @throws 422 */
export const shownDocument = async (bytes: Buffer): Promise<ShownDocument> => ({
  blocks: createPlaces(await outlineOfFile(bytes)).shown(),
});
