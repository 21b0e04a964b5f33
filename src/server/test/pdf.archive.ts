import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRef } from '@cantoo/pdf-lib';

/** What of PDF/A-2 can be read without a validator (ISO 19005-2): the claim, the colours, the fonts, the structure. */
export interface ArchiveParts {
  /** As the XMP metadata claim it: `2B`. */
  claim: string | null;
  outputIntent: boolean;
  /** Names of the fonts whose program is not inside. */
  fontsOutside: string[];
  /** The names of all of them, without the letters of a subset. */
  fonts: string[];
  /** A tree of the structure, and the mark that says so. */
  tagged: boolean;
  language: string | null;
  encrypted: boolean;
}

const FONT_FILES = ['FontFile', 'FontFile2', 'FontFile3'].map((name) => PDFName.of(name));

export async function archiveParts(bytes: Uint8Array): Promise<ArchiveParts> {
  const doc = await PDFDocument.load(bytes, { updateMetadata: false });
  const text = Buffer.from(bytes).toString('latin1');
  const dicts = doc.context.enumerateIndirectObjects().flatMap(([, one]) => (one instanceof PDFDict ? [one] : []));
  const resolved = (value: unknown) => (value instanceof PDFRef ? doc.context.lookup(value) : value);
  // A composite font has its program in its descendant.
  const fonts = dicts.filter(
    (one) =>
      one.get(PDFName.of('Type')) === PDFName.of('Font') && one.get(PDFName.of('Subtype')) !== PDFName.of('Type0'),
  );
  const isInside = (font: PDFDict): boolean => {
    const descriptor = resolved(font.get(PDFName.of('FontDescriptor')));
    return descriptor instanceof PDFDict && FONT_FILES.some((name) => descriptor.has(name));
  };
  const intents = resolved(doc.catalog.get(PDFName.of('OutputIntents')));
  const marked = resolved(doc.catalog.get(PDFName.of('MarkInfo')));
  const language = resolved(doc.catalog.get(PDFName.of('Lang')));
  const part = /pdfaid:part(?:>|=")(\d)/.exec(text)?.[1];
  return {
    claim: part ? `${part}${/pdfaid:conformance(?:>|=")([ABU])/.exec(text)?.[1] ?? ''}` : null,
    outputIntent: intents instanceof PDFArray && intents.size() > 0,
    fonts: fonts.map((font) => String(font.get(PDFName.of('BaseFont'))).replace(/^\/(?:[A-Z]{6}\+)?/, '')),
    fontsOutside: fonts.filter((font) => !isInside(font)).map((font) => String(font.get(PDFName.of('BaseFont')))),
    tagged:
      doc.catalog.has(PDFName.of('StructTreeRoot')) &&
      marked instanceof PDFDict &&
      String(marked.get(PDFName.of('Marked'))) === 'true',
    language: language ? String(language) : null,
    encrypted: doc.isEncrypted,
  };
}
