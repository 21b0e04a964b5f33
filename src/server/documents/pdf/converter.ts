/**
 * Turns a .docx into a PDF. There are three: a Gotenberg server, LibreOffice on this machine, LibreOffice as
 * WebAssembly. All pass `converter.suite.ts`.
 */
export interface PdfConverter {
  readonly name: 'gotenberg' | 'soffice' | 'wasm';
  /** How many documents it converts at once. */
  readonly atOnce: number;
  /**
   * @param docx a checked document without external links
   * @param options how long it may take (ms), and what stops it before
   * @returns the PDF
   * @throws PdfFailure
   */
  convert(docx: Buffer, options?: { deadlineMs?: number; signal?: AbortSignal }): Promise<Buffer>;
  /** Makes itself ready for a document, where that takes a while. @throws PdfFailure */
  warm?(): Promise<void>;
  /** Tells of each process that is replaced, and why. */
  watch?(told: (why: Replacement) => void): void;
  /** Lets go of what it keeps ready, which seems to be in a bad way. */
  renew?(): void;
  /** @returns why it could not convert just now, in a sentence; `null` when it could */
  check?(): Promise<string | null>;
  /** Lets go of processes and memory. */
  close(): Promise<void>;
}

/**
 * Why a process gave its place to another: `spent`: it had made as many documents as it may; `died`: it ended by itself;
 * `timeout`: it took too long; `refused`: it gave no PDF; `yielded`: its place was asked for; `renewed`: it seemed in a bad way.
 */
export const REPLACEMENTS = ['spent', 'died', 'timeout', 'refused', 'yielded', 'renewed'] as const;
export type Replacement = (typeof REPLACEMENTS)[number];
export const replacementOf = (error: unknown): Replacement => {
  const fault = error instanceof PdfFailure ? error.fault : 'down';
  return fault === 'down' ? 'died' : fault === 'blank' ? 'renewed' : fault;
};

/**
 * `timeout`: it took too long and was stopped; `down`: it could not be reached or died; `refused`: it gave no PDF;
 * `yielded`: it was stopped by its caller's `signal`. `blank`: what came shows none of the document's words.
 */
export type PdfFault = 'timeout' | 'down' | 'refused' | 'yielded' | 'blank';

export class PdfFailure extends Error {
  readonly fault: PdfFault;
  constructor(fault: PdfFault, cause?: unknown) {
    super(`PDF conversion failed: ${fault}`, { cause });
    this.name = 'PdfFailure';
    this.fault = fault;
  }
}

/** How long one document may take, in milliseconds. */
export const CONVERT_DEADLINE_MS = 60_000;

/** Largest PDF taken from a converter (bytes). */
export const PDF_MAX_BYTES = 200 * 1024 * 1024;

export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString('latin1') === '%PDF-';

/**
 * Archiving form: PDF/A-2b with tags and bookmarks (ISO 19005-2), as LibreOffice's export filter names its options.
 */
export const EXPORT_OPTIONS = {
  SelectPdfVersion: { type: 'long', value: '2' },
  UseTaggedPDF: { type: 'boolean', value: 'true' },
  ExportBookmarks: { type: 'boolean', value: 'true' },
} as const;
