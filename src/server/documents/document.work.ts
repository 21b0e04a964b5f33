import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { nameKey } from '#shared/fields/name.ts';
import { printNumber } from '#shared/fields/number.ts';
import { labelName } from '#shared/formulas/inci.label.ts';
import { PASTE_LENGTH, type Pasted, PasteTooLong, readPaste, readRows } from '#shared/formulas/paste.read.ts';
import {
  type Annex,
  type AnnexExport,
  type ChosenColumns,
  EXPORT_LIMITS,
  entryOf,
  readExport,
  tooLongIn,
} from '#shared/regulation/export.read.ts';
import { chemicalNames } from '#shared/regulation/identity.ts';
import { readLimit } from '#shared/regulation/limit.ts';
import type { TemplateData } from '#shared/templates/placeholders.ts';
import type { Finding, TemplateComparison } from '#shared/templates/template.contract.ts';
import { bodyFault, invalid, pasteTooLong } from '../errors.ts';
import { compareDocuments } from './docx/compare.ts';
import { type CompiledTemplate, compileTemplate, type TagUse, weightOf } from './docx/compile.ts';
import { notesOf, unknownTags } from './docx/diagnose.ts';
import { type Docx, NotDocx, openDocx } from './docx/docx.ts';
import { type FillOptions, fillTemplate } from './docx/fill.ts';
import { mendName } from './docx/mend.ts';
import { TooLarge } from './docx/output.ts';
import { docxHasWords, type Review, reviewOf, type Subject } from './docx/review.ts';
import { forConverter } from './docx/sanitize.ts';
import { BadXml } from './docx/xml.ts';
import { firstPageImage, pdfHasWords, wordsOfPdf } from './pdf/page.image.ts';
import { decodeText, isZip, NotText, readCsv, writeCsv } from './xlsx/csv.ts';
import { NotSheet, readSheet, SHEET_LENGTH, TooMuch } from './xlsx/sheet.ts';
import { type SheetCell, writeSheet } from './xlsx/write.ts';

/** The work on documents, as it is done in a thread of its own (`document.worker.ts`): plain functions of bytes. */

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
  const docx = open(bytes);
  const template = compileTemplate(docx);
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
    notes: notesOf(docx),
  };
}

/** What differs between two documents. @throws 422 when either is none */
export const compare = (before: Buffer, after: Buffer): TemplateComparison =>
  compareDocuments(open(before), open(after));

/** One name for another in the tags of a template; `null` when none has it. */
export const mend = (bytes: Buffer, names: { name: string; by: string }): Buffer | null => mendName(open(bytes), names);

/**
 * A formula that was pasted, or the file that stands for it: the first sheet of a workbook, or a text.
 * @param names keys of names that are known
 * @throws 413 naming the line that is too long; 422 for a file that is none
 */
export function formula(given: { text: string } | { bytes: Buffer }, names: ReadonlySet<string>): Pasted {
  const options = { isKnown: (name: string) => names.has(nameKey(name)) || names.has(nameKey(labelName(name))) };
  try {
    if ('text' in given) return readPaste(given.text, options);
    const { bytes } = given;
    return isZip(bytes)
      ? readRows(sheetOf(bytes, SHEET_ROWS, PASTE_LENGTH), options)
      : readPaste(textOf(bytes), options);
  } catch (error) {
    if (error instanceof PasteTooLong) throw pasteTooLong(error);
    throw error;
  }
}
/** Rows of a formula that are read, and of a library of the firm. */
const [SHEET_ROWS, TABLE_ROWS] = [10_000, 100_000];
/** Characters of a cell of a library: a field has 500, a note of one 5,000. */
const TABLE_CELL = 5_000;

function sheetOf(bytes: Buffer, rows: number, length = SHEET_LENGTH): string[][] {
  try {
    return readSheet(bytes, rows, length);
  } catch (error) {
    if (error instanceof TooMuch) throw length === PASTE_LENGTH ? pasteTooLong({ line: null, cell: null }) : tooMuch();
    if (error instanceof NotSheet || error instanceof BadXml) throw invalid([bodyFault('file', NOT_SHEET)]);
    throw error;
  }
}
const NOT_SHEET =
  'Ce fichier n’est ni un texte ni un classeur Excel (.xlsx) lisible. Enregistrez-le en .xlsx ou en CSV, ou copiez le tableau et collez-le.';

const tooMuch = () =>
  invalid([bodyFault('file', 'Ce fichier contient plus de texte qu’il ne s’en lit à la fois : coupez-le.')]);

/** A workbook or a CSV, row by row, whole: what is longer is refused. @throws 422 */
export function table(bytes: Buffer): string[][] {
  const rows = isZip(bytes) ? sheetOf(bytes, TABLE_ROWS + 1) : readCsv(textOf(bytes));
  if (rows.length > TABLE_ROWS) throw invalid([bodyFault('file', 'Ce fichier a plus de 100 000 lignes : coupez-le.')]);
  let left = SHEET_LENGTH;
  for (const [index, cells] of rows.entries()) {
    const long = cells.findIndex((cell) => cell.length > TABLE_CELL);
    if (long !== -1)
      throw invalid([
        bodyFault(
          'file',
          `La cellule ${long + 1} de la ligne ${index + 1} est trop longue : ${printNumber(TABLE_CELL)} caractères au plus.`,
        ),
      ]);
    left -= cells.reduce((sum, cell) => sum + cell.length, 0);
    if (left < 0) throw tooMuch();
  }
  return rows;
}

/** A CSV whose cells commas hold apart, whatever its first lines are. @throws 422 */
export const commas = (bytes: Buffer): string[][] => readCsv(textOf(bytes), ',');

/**
 * An annex as the Commission exports it, each of its entries tried: what is kept is read again by everybody, and not in a
 * thread. `null` for a file that is none. @throws 422 naming the cell that is too long
 */
export function annex(bytes: Buffer, columns: Partial<Record<Annex, ChosenColumns>> = {}): AnnexExport | null {
  let rows: string[][];
  try {
    rows = readCsv(decodeText(bytes), ',');
  } catch (error) {
    if (error instanceof NotText) return null;
    throw error;
  }
  const long = tooLongIn(rows);
  if (long)
    throw invalid([
      bodyFault(
        'file',
        long.row === 0
          ? `Ce fichier a plus de ${printNumber(EXPORT_LIMITS.rows)} lignes : ce n’est pas un export d’annexe de CosIng.`
          : `${long.cell === 0 ? `La ligne ${long.row}` : `La cellule ${long.cell} de la ligne ${long.row}`} est trop longue pour un export d’annexe de CosIng (${printNumber(long.cell === 0 ? EXPORT_LIMITS.row : EXPORT_LIMITS.cell)} caractères au plus). Téléchargez le fichier de nouveau.`,
      ),
    ]);
  const found = readExport(rows, columns);
  for (const row of found?.rows ?? []) {
    const { product_text, limit_text } = entryOf('', row, chemicalNames);
    readLimit(product_text, limit_text);
  }
  return found;
}

/** A text file as text. @throws 422 for what is none */
function textOf(bytes: Buffer): string {
  try {
    return decodeText(bytes);
  } catch (error) {
    if (error instanceof NotText) throw invalid([bodyFault('file', NOT_SHEET)]);
    throw error;
  }
}

/** A table as a workbook of one sheet. */
export const workbook = (rows: readonly (readonly SheetCell[])[]): Promise<Buffer> => writeSheet(rows);
/** A table as a CSV that a French spreadsheet opens, and that runs nothing. */
export const csv = (rows: readonly (readonly string[])[]): Buffer => Buffer.from(writeCsv(rows));

/** What stands in the way of sealing a document. */
export const review = (bytes: Buffer, subject: Subject): Review => reviewOf(open(bytes), subject);

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

/** Whether a PDF shows any. */
export const showsWords = (pdf: Buffer): Promise<boolean> => pdfHasWords(pdf);

/** The words of a PDF, and why they cannot be read. */
export const words = (pdf: Buffer): ReturnType<typeof wordsOfPdf> => wordsOfPdf(pdf);

/** The first page of a PDF as a PNG. */
export const image = (pdf: Buffer): Promise<Buffer> => firstPageImage(pdf);

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

function open(bytes: Buffer): Docx {
  try {
    return openDocx(bytes);
  } catch (error) {
    if (error instanceof NotDocx) throw invalid([bodyFault('file', error.message)]);
    throw error;
  }
}
