import type { Language } from '#shared/fields/writer.ts';
import type { Pasted } from '#shared/formulas/paste.read.ts';
import type { ShownDocument } from '#shared/imports/document.contract.ts';
import type { Draft, Mapping, ReadFile } from '#shared/imports/sheet.read.ts';
import type { Column } from '#shared/records/record.sheet.ts';
import type { Annex, AnnexExport, ChosenColumns } from '#shared/regulation/export.read.ts';
import type { TemplateData } from '#shared/templates/placeholders.ts';
import type { PlaceholderInfo, TemplateComparison } from '#shared/templates/template.contract.ts';
import { bodyFault, busy, invalid, Refusal, tookTooLong, unavailable } from '../errors.ts';
import { createPool, type DocumentPool } from './document.pool.ts';
import { createReading, type DocumentSource, NO_BYTES } from './document.reading.ts';
import type { Diagnosis, Filled } from './document.work.ts';
import type { DocumentProperties, FillOptions } from './docx/fill.ts';
import type { Picture } from './docx/picture.ts';
import type { Fonts, Review, Subject } from './docx/review.ts';
import { starterTemplate } from './docx/starter.ts';
import { createDossierMaker } from './dossier/dossier.maker.ts';
import type { DossierInput, DossierPdf } from './dossier/dossier.pdf.ts';
import { Overrun } from './guarded.ts';
import type { ArchivePart } from './intake.work.ts';
import type { Table } from './library.tables.ts';
import type { OldReading } from './outline/old.document.ts';
import { type PdfConverter, PdfFailure, type PdfFault, type Replacement } from './pdf/converter.ts';
import { createLine, LINE_FULL, type Purpose } from './pdf/line.ts';
import type { KeptMappings } from './product.sheets.ts';
import type { SharedNames } from './shared.names.ts';
import type { SheetCell } from './xlsx/write.ts';

export { createPool, type DocumentPool } from './document.pool.ts';
export type { DocumentSource } from './document.reading.ts';
export { isPicture, type Picture } from './docx/picture.ts';
export { DOSSIERS_AT_ONCE, DossierFault } from './dossier/dossier.maker.ts';
export type { DossierPiece, DossierSheet } from './dossier/dossier.pdf.ts';
export type { Table } from './library.tables.ts';
export { REPLACEMENTS, type Replacement } from './pdf/converter.ts';
export { type SharedNames, shareNames } from './shared.names.ts';
export type { SheetCell } from './xlsx/write.ts';

/** Everything the rest of the server asks of .docx and PDF. None of it runs on the event loop. */
export interface DocumentService {
  /** Checks that an upload is a Word document, by its content. @throws 422 with a sentence that says what to do. */
  check(source: DocumentSource): Promise<void>;
  diagnose(source: DocumentSource): Promise<Diagnosis>;
  /** What differs between two documents. @throws 422 when either is none */
  compare(before: DocumentSource, after: () => Promise<Buffer>): Promise<TemplateComparison>;
  /** One name for another in the tags of a template; `null` when none has it. */
  mend(source: DocumentSource, names: { name: string; by: string }): Promise<Buffer | null>;
  /**
   * A formula that was pasted, or a workbook or text file of one.
   * @param names keys of names that are known to all, `own` to the firm
   * @throws 413 naming the line that is too long; 422 for a file that is none
   */
  formula(
    given: { text: string } | { file: DocumentSource },
    known: { names: SharedNames; own: readonly string[] },
  ): Promise<Pasted>;
  /** An annex as the Commission exports it; `null` for a file that is none. @throws 422 naming the cell that is too long */
  annex(source: DocumentSource, columns: Partial<Record<Annex, ChosenColumns>>): Promise<AnnexExport | null>;
  /** A CSV, or the sheet of a workbook that names these columns, row by row with what is wrong in it. @throws 422 when it is none */
  libraryTable(source: DocumentSource, columns: readonly Column[]): Promise<Table>;
  /** A workbook or a CSV of products as it is kept, compressed. @throws 413 above the limits; 422 with what to do */
  openWorkbook(source: DocumentSource): Promise<Buffer>;
  /** How such a file is laid out and what its columns are. @throws 413 */
  sheetFile(kept: DocumentSource, how: { mapping: Mapping; kept: KeptMappings }): Promise<ReadFile>;
  /** What it says of products. @throws 413 */
  sheetDrafts(kept: DocumentSource, how: { mapping: Mapping; fields: readonly (string | null)[] }): Promise<Draft[]>;
  /** How well each of some templates fits an old file, from 0 to 1. @throws 422 for one that cannot be read */
  templateFits(source: DocumentSource, templates: readonly Buffer[]): Promise<number[]>;
  /**
   * What an old file says.
   * @param templates the file of a template that printed it, then others of the same one that fit as well
   * @throws 422 for what is neither a Word document nor a PDF that can be read
   */
  readOld(source: DocumentSource, how: { templates: readonly Buffer[]; isTied: boolean }): Promise<OldReading>;
  /** The text of such a file, block by block. @throws 422 */
  shownDocument(source: DocumentSource): Promise<ShownDocument>;
  /** The first words of a file that came in, and those that may be references, folded. */
  firstWords(source: DocumentSource): Promise<{ text: string; words: string[] }>;
  /** Some files of an archive that is on disk, from one of them on. @param most bytes of one file */
  archive(path: string, part: { from: number; most: number }): Promise<ArchivePart>;
  /** One file of an archive of ours that is on disk. @returns `null` when it is not in it */
  archived(path: string, which: { entry: string; most: number }): Promise<Uint8Array | null>;
  /** A CSV whose cells commas hold apart, whatever its first lines are. @throws 422 when it is none */
  commas(source: DocumentSource): Promise<string[][]>;
  /** The words of a PDF; why they cannot be read, of one that is broken, long or only drawn, and of any other file. */
  words(source: DocumentSource): Promise<{ text: string | null; unreadable: string | null }>;
  /** Rows as a workbook (.xlsx), and as a CSV. */
  workbook(rows: readonly (readonly SheetCell[])[]): Promise<Buffer>;
  csv(rows: readonly (readonly string[])[]): Promise<Buffer>;
  /** What stands in the way of sealing a document, and what in it may be references of other products. */
  review(source: DocumentSource, subject: Subject): Promise<Review>;
  /** A first template with all these tags, annotated. */
  starter(placeholders: readonly PlaceholderInfo[]): Buffer;
  /**
   * @param properties what the document says of itself; what the template says unless given
   * @param language of the template: how its filters write dates and figures
   * @param markEmpty tells what is empty where it would stand: to be read, never to be kept
   * @param pictures finds those that the frames of the template wait for; they keep what they show unless given
   * @returns the document and the sentences about unknown tags
   * @throws 422, each broken tag located
   */
  fill(
    source: DocumentSource,
    data: TemplateData,
    options?: {
      properties?: DocumentProperties;
      markEmpty?: boolean;
      language?: Language;
      pictures?: (keys: readonly string[]) => Promise<Map<string, Picture>>;
    },
  ): Promise<Filled>;
  /** @throws 503 or 504 in words for the person who waits; 422 when the document itself cannot be converted. */
  toPdf(source: DocumentSource, purpose: Exclude<Purpose, 'thumbnail'>): Promise<Buffer>;
  /**
   * The first page as a PNG; `null` when it cannot be drawn, now or later.
   * @throws 503 or 504 when there is no converter just now, or it took too long; 422 when reading it did
   */
  thumbnail(source: DocumentSource): Promise<Buffer | null>;
  /** Which converter there is, and why it could not convert just now; `null` when it could. */
  converter(): Promise<{ name: string; fault: string | null }>;
  /** Tells of each process of the converter that is replaced, and why. */
  watchConverter(told: (why: Replacement) => void): void;
  /** Makes the converter ready for the first document. @returns whether that was needed @throws PdfFailure */
  warm(): Promise<boolean>;
  /** A page of words as a PDF: short Latin lines, one below the other. */
  note(title: string, lines: readonly string[]): Promise<Buffer>;
  /** One PDF of many pieces; one that cannot be shown is said in it. @throws DossierFault */
  dossier(input: DossierInput, signal: AbortSignal): Promise<DossierPdf>;
  close(): Promise<void>;
}
/** What the work on one document may take (seconds of processor): a hundred times what the largest of public documents takes. */
const SECONDS = 10;

const PDF_REFUSALS: Record<PdfFault, () => Refusal> = {
  timeout: () =>
    tookTooLong(
      'La conversion en PDF a pris trop de temps. Votre document Word est conservé : réessayez dans un instant.',
    ),
  down: () =>
    unavailable('Le convertisseur PDF ne répond pas. Votre document Word est conservé : réessayez dans un instant.'),
  refused: () =>
    invalid([
      bodyFault(
        'file',
        'Le PDF n’a pas pu être produit à partir de ce document. Ouvrez-le dans Word, enregistrez-le de nouveau, puis réessayez.',
      ),
    ]),
  yielded: busy,
  blank: () => unavailable('Le PDF produit était vide. Votre document Word est conservé : réessayez dans un instant.'),
};

const CONVERTERS: Record<PdfConverter['name'], string> = {
  gotenberg: 'Un serveur Gotenberg.',
  soffice: 'LibreOffice de cette machine.',
  wasm: 'LibreOffice embarqué.',
};

const inWords = (error: unknown): unknown => {
  if (error === LINE_FULL) return busy();
  return error instanceof PdfFailure ? Object.assign(PDF_REFUSALS[error.fault](), { cause: error }) : error;
};

interface Options {
  /** Of processor, for one document. */
  seconds?: number;
  /** Processes that others use too, and that outlive this. */
  sharedPool?: DocumentPool | undefined;
}

/** Tables that people and the Commission give. */
const tablesOf = ({ inProcess, asBuffer, simply }: ReturnType<typeof createReading>) =>
  ({
    annex: (source, columns) =>
      inProcess(source, (bytes) => ({ name: 'annex', bytes, columns })) as Promise<AnnexExport | null>,
    libraryTable: (source, columns) =>
      inProcess(source, (bytes) => ({ name: 'libraryTable', bytes, columns })) as Promise<Table>,
    openWorkbook: async (source) => asBuffer(await simply('openWorkbook')(source)),
    sheetFile: (source, how) =>
      inProcess(source, (bytes) => ({ name: 'sheetFile', bytes, ...how })) as Promise<ReadFile>,
    sheetDrafts: (source, how) =>
      inProcess(source, (bytes) => ({ name: 'sheetDrafts', bytes, ...how })) as Promise<Draft[]>,
    commas: simply('commas'),
  }) satisfies Partial<DocumentService>;

/** What the PDF of this converter is written with. */
const fontsOf = ({ name }: PdfConverter): Fonts => (name === 'wasm' ? 'own' : 'unknown');

export function createDocuments(
  converter: PdfConverter,
  { seconds = SECONDS, sharedPool }: Options = {},
): DocumentService {
  const pool = sharedPool ?? createPool();
  const reading = createReading(pool, seconds);
  const { turns, inProcess, asBuffer, simply, written, is } = reading;
  const dossiers = createDossierMaker();
  const line = createLine(converter);
  const clean = async (source: DocumentSource, purpose: Purpose): Promise<Buffer> =>
    asBuffer(await inProcess(source, (bytes) => ({ name: 'clean', bytes }), purpose));

  return {
    check: simply('check'),
    diagnose: simply('diagnose'),
    ...tablesOf(reading),
    formula: (given, known) =>
      inProcess('file' in given ? given.file : NO_BYTES, (bytes) => ({
        name: 'formula',
        bytes,
        text: 'text' in given ? given.text : null,
        ...known,
      })) as Promise<Pasted>,
    templateFits: (source, templates) =>
      inProcess(source, (bytes) => ({ name: 'templateFits', bytes, templates })) as Promise<number[]>,
    readOld: (source, how) => inProcess(source, (bytes) => ({ name: 'readOld', bytes, ...how })) as Promise<OldReading>,
    shownDocument: simply('shownDocument'),
    firstWords: simply('firstWords'),
    archived: (path, which) =>
      inProcess(NO_BYTES, () => ({ name: 'archived', path, ...which })) as Promise<Uint8Array | null>,
    archive: (path, part) => inProcess(NO_BYTES, () => ({ name: 'archive', path, ...part })) as Promise<ArchivePart>,
    words: simply('words'),
    workbook: (rows) => written({ name: 'workbook', rows }),
    csv: (rows) => written({ name: 'csv', rows }),
    review: (source, subject) =>
      inProcess(source, (bytes) => ({ name: 'review', bytes, subject, fonts: fontsOf(converter) })) as Promise<Review>,
    async compare(before, after) {
      const other = await after();
      return inProcess(before, (bytes) => ({ name: 'compare', bytes, other })) as Promise<TemplateComparison>;
    },

    async mend(source, names) {
      const mended = await inProcess(source, (bytes) => ({ name: 'mend', bytes, names }));
      return mended ? asBuffer(mended) : null;
    },
    starter: starterTemplate,

    async fill(source, data, { properties, markEmpty = false, language = 'fr', pictures } = {}) {
      const once = async (options: FillOptions): Promise<Filled> => {
        const filled = (await inProcess(source, (bytes) => ({ name: 'fill', bytes, data, options }))) as Filled;
        return { ...filled, docx: asBuffer(filled.docx) };
      };
      const told = { markEmpty, language, ...(properties ? { properties } : {}) };
      const first = await once(told);
      // Which pictures a template wants is known once it has been read.
      return pictures && first.pictures.length > 0
        ? once({ ...told, pictures: await pictures(first.pictures) })
        : first;
    },

    async toPdf(source, purpose) {
      try {
        // Seen once: LibreOffice gave a PDF without its words. Nobody seals an empty page.
        for (let turn = 0; turn < 2; turn += 1) {
          let given: Buffer = Buffer.alloc(0);
          const pdf = await line.convert(async () => {
            given = await clean(source, purpose);
            return given;
          }, purpose);
          if (await is('showsWords', pdf, purpose)) return pdf;
          if (!(await is('hasWords', given, purpose))) return pdf;
          converter.renew?.();
        }
        throw new PdfFailure('blank');
      } catch (error) {
        throw inWords(error);
      }
    },

    async thumbnail(source) {
      try {
        const pdf = await line.convert(() => clean(source, 'thumbnail'), 'thumbnail');
        return asBuffer(await simply('image')(pdf));
      } catch (error) {
        // A deadline says nothing of the document: it is drawn later.
        const refused = error instanceof Refusal && error.status === 422 && !(error.cause instanceof Overrun);
        if (refused || (error instanceof PdfFailure && error.fault === 'refused')) return null;
        throw inWords(error);
      }
    },

    watchConverter: (told) => converter.watch?.(told),

    async converter() {
      return { name: CONVERTERS[converter.name], fault: (await converter.check?.()) ?? null };
    },

    async warm() {
      await converter.warm?.();
      return converter.warm !== undefined;
    },

    note: async (title, paragraphs) => (await import('./dossier/note.pdf.ts')).notePdf(title, paragraphs),
    dossier: (input, signal) => dossiers.make(input, signal),

    async close() {
      turns.clear();
      dossiers.close();
      if (!sharedPool) pool.close();
      await converter.close();
    },
  };
}
