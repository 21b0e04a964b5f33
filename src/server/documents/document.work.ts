import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { TemplateData } from '#shared/templates/placeholders.ts';
import type { Finding, TemplateComparison } from '#shared/templates/template.contract.ts';
import { bodyFault, invalid } from '../errors.ts';
import { type CompiledTemplate, compileTemplate, type TagUse, weightOf } from './docx/compile.ts';
import { notesOf, unknownTags } from './docx/diagnose.ts';
import { type Docx, NotDocx, openDocx, type Texts } from './docx/docx.ts';
import { type FillOptions, fillTemplate } from './docx/fill.ts';
import { mendName } from './docx/mend.ts';
import { TooLarge } from './docx/output.ts';
import { docxHasWords, type Fonts, type Review, reviewOf, type Subject } from './docx/review.ts';
import { forConverter } from './docx/sanitize.ts';
import { BadXml } from './docx/xml.ts';

/** The work on Word documents, as it is done in a process of its own (`document.worker.ts`): plain functions of bytes. */

export interface Diagnosis {
  names: string[];
  /** Every tag where it stands. */
  uses: Pick<TagUse, 'name' | 'written' | 'part' | 'context'>[];
  /** Broken tags: nothing can be generated. */
  errors: Finding[];
  /** Tags that nothing fills: they print as nothing. */
  unknown: Finding[];
  /** What of Word stands in the way of a template, and is no fault of its tags. */
  notes: Finding[];
}

export interface Filled {
  docx: Buffer;
  /** The sentences about unknown tags. */
  warnings: string[];
  /** Keys of the pictures that its frames wait for. */
  pictures: string[];
}

interface Compiled {
  docx: Docx;
  template: CompiledTemplate;
  /** Tags that nothing fills. */
  unknown: Finding[];
}

/** Bytes that the compiled templates kept by one thread may hold: all threads together 64 MB at most. */
const CACHE_BYTES = 16 * 1024 * 1024;
/** Templates kept compiled, by the SHA-256 of their bytes; one that is heavier than all of them is not kept. */
const cache = new LRUCache<string, Compiled>({ maxSize: CACHE_BYTES });

function compiled(bytes: Buffer): Compiled {
  const key = createHash('sha256').update(bytes).digest('hex');
  const known = cache.get(key);
  if (known) return known;
  const texts: Texts = new Map();
  const docx = open(bytes, texts);
  const template = compileTemplate(docx, texts);
  const made = { docx, template, unknown: [...unknownTags(template), ...template.unreached] };
  cache.set(key, made, { size: bytes.length + weightOf(made.template) });
  return made;
}

/** Checks that an upload is a Word document, by its content. @throws 422 with a sentence that says what to do. */
export function check(bytes: Buffer): void {
  open(bytes);
}

export function diagnose(bytes: Buffer): Diagnosis {
  const { docx, template, unknown } = compiled(bytes);
  return {
    names: template.names,
    uses: template.uses.map(({ name, written, part, context }) => ({ name, written, part, context })),
    errors: [...template.errors, ...template.torn],
    unknown,
    notes: notesOf(docx, template),
  };
}

/** What differs between two documents. @throws 422 when either is none */
export async function compare(before: Buffer, after: Buffer): Promise<TemplateComparison> {
  const { compareDocuments } = await import('./docx/compare.ts');
  return compareDocuments(open(before), open(after));
}

/** One name for another in the tags of a template; `null` when none has it. */
export const mend = (bytes: Buffer, names: { name: string; by: string }): Buffer | null => mendName(open(bytes), names);

/** What stands in the way of sealing a document. */
export const review = (bytes: Buffer, subject: Subject, fonts: Fonts): Review => reviewOf(open(bytes), subject, fonts);

/** @throws 422, each broken tag located. */
export function fill(bytes: Buffer, data: TemplateData, options: FillOptions): Filled {
  const { docx, template, unknown } = compiled(bytes);
  if (template.errors.length > 0)
    throw invalid(
      template.errors.map((found) => ({
        loc: ['body', 'template_id'],
        msg: `${found.part}, près de « ${found.context} » : ${found.message}`,
        type: found.code,
      })),
    );
  return {
    docx: fillOrRefuse(docx, template, { data, options }),
    warnings: unknown.map((found) => found.message),
    pictures: template.pictures,
  };
}

/** The copy that the converter is given. @throws 422 when it is no document. */
export function clean(bytes: Buffer): Buffer {
  const docx = open(bytes);
  try {
    return forConverter(docx);
  } catch (error) {
    if (error instanceof BadXml) throw invalid([bodyFault('file', UNREADABLE)]);
    throw error;
  }
}

/** Whether a document has words to print. */
export const hasWords = (bytes: Buffer): boolean => docxHasWords(open(bytes));

const UNREADABLE =
  'Des champs de ce document se contredisent : ouvrez-le dans Word, enregistrez-le de nouveau, puis réessayez.';

/** A template whose sections tear the document apart, or multiply beyond measure, is told so; nothing broken is kept. */
function fillOrRefuse(
  docx: Docx,
  template: CompiledTemplate,
  { data, options }: { data: TemplateData; options: FillOptions },
): Buffer {
  try {
    return fillTemplate(docx, template, data, options);
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

function open(bytes: Buffer, texts?: Texts): Docx {
  try {
    return openDocx(bytes, texts);
  } catch (error) {
    if (error instanceof NotDocx) throw invalid([bodyFault('file', error.message)]);
    throw error;
  }
}
