import { createHash } from 'node:crypto';
import type { TemplateData } from '#shared/templates/placeholders.ts';
import type { Finding } from '#shared/templates/template.contract.ts';
import { bodyFault, invalid, Refusal, tookTooLong, unavailable } from '../errors.ts';
import { type CompiledTemplate, compileTemplate } from './docx/compile.ts';
import { unknownTags } from './docx/diagnose.ts';
import { type Docx, NotDocx, openDocx } from './docx/docx.ts';
import { fillTemplate, TooLarge } from './docx/fill.ts';
import { leftoversOf } from './docx/leftovers.ts';
import { forConverter } from './docx/sanitize.ts';
import { BadXml } from './docx/xml.ts';
import { type PdfConverter, PdfFailure, type PdfFault } from './pdf/converter.ts';
import { firstPageImage } from './pdf/page.image.ts';

export interface Diagnosis {
  names: string[];
  /** Broken tags: nothing can be generated. */
  errors: Finding[];
  /** Tags that nothing fills: they print as nothing. */
  unknown: Finding[];
}

/** Everything the rest of the server asks of .docx and PDF. */
export interface DocumentService {
  /** Checks that an upload is a Word document, by its content. @throws 422 with a sentence that says what to do. */
  check(bytes: Buffer): void;
  diagnose(bytes: Buffer): Diagnosis;
  /** What a finished document still seems to lack, in sentences: braces of a template, words that ask to be completed. */
  inspect(bytes: Buffer): string[];
  /** @throws 422, each broken tag located. @returns the document and the sentences about unknown tags. */
  fill(bytes: Buffer, data: TemplateData): { docx: Buffer; warnings: string[] };
  /** @throws 503 or 504 in words for the person who waits; 422 when the document itself cannot be converted. */
  toPdf(docx: Buffer): Promise<Buffer>;
  /** The first page as a PNG. @throws as `toPdf` */
  thumbnail(docx: Buffer): Promise<Buffer>;
  close(): Promise<void>;
}

interface Compiled {
  docx: Docx;
  template: CompiledTemplate;
}

/** Templates kept compiled, by the SHA-256 of their bytes. */
const CACHE_SIZE = 30;

const PDF_REFUSALS: Record<PdfFault, () => Refusal> = {
  timeout: () =>
    tookTooLong(
      'La conversion en PDF a pris trop de temps. Votre document Word est conservé : réessayez dans un instant.',
    ),
  down: () =>
    unavailable('Le convertisseur PDF ne répond pas. Votre document Word est conservé : réessayez dans un instant.'),
  refused: () =>
    unavailable(
      'Le PDF n’a pas pu être produit à partir de ce document. Ouvrez-le dans Word, enregistrez-le de nouveau, puis réessayez.',
    ),
};

export function createDocuments(converter: PdfConverter): DocumentService {
  const cache = new Map<string, Compiled>();

  const compiled = (bytes: Buffer): Compiled => {
    const key = createHash('sha256').update(bytes).digest('hex');
    let found = cache.get(key);
    if (!found) {
      const docx = open(bytes);
      found = { docx, template: compileTemplate(docx) };
      const oldest = cache.size >= CACHE_SIZE ? cache.keys().next().value : undefined;
      if (oldest !== undefined) cache.delete(oldest);
    }
    // Last used, last to go.
    cache.delete(key);
    cache.set(key, found);
    return found;
  };

  const toPdf = async (docx: Buffer): Promise<Buffer> => {
    const clean = forConverter(open(docx));
    try {
      return await converter.convert(clean);
    } catch (error) {
      if (error instanceof PdfFailure) throw PDF_REFUSALS[error.fault]();
      throw error;
    }
  };

  return {
    check: (bytes) => {
      open(bytes);
    },

    diagnose(bytes) {
      const { template } = compiled(bytes);
      return { names: template.names, errors: template.errors, unknown: unknownTags(template) };
    },

    inspect: (bytes) => leftoversOf(open(bytes)),

    fill(bytes, data) {
      const { docx, template } = compiled(bytes);
      if (template.errors.length > 0)
        throw new Refusal(
          422,
          template.errors.map((found) => ({
            loc: ['body', 'template_id'],
            msg: `${found.part}, près de « ${found.context} » : ${found.message}`,
            type: found.code,
          })),
        );
      return {
        docx: fillOrRefuse(docx, template, data),
        warnings: unknownTags(template).map((found) => found.message),
      };
    },

    toPdf,
    thumbnail: async (docx) => firstPageImage(await toPdf(docx)),
    close: () => converter.close(),
  };
}

/** A template whose sections tear the document apart, or multiply beyond measure, is told so; nothing broken is kept. */
function fillOrRefuse(docx: Docx, template: CompiledTemplate, data: TemplateData): Buffer {
  try {
    return fillTemplate(docx, template, data);
  } catch (error) {
    if (error instanceof TooLarge)
      throw invalid([
        bodyFault('template_id', 'Le document rempli serait trop grand : des listes en contiennent d’autres.'),
      ]);
    if (error instanceof BadXml)
      throw invalid([
        bodyFault(
          'template_id',
          'Une section de ce modèle coupe un tableau ou un paragraphe : placez ses balises autour.',
        ),
      ]);
    throw error;
  }
}

function open(bytes: Buffer): Docx {
  try {
    return openDocx(bytes);
  } catch (error) {
    if (error instanceof NotDocx) throw invalid([bodyFault('file', error.message)]);
    throw error;
  }
}
