import { Readable } from 'node:stream';
import type { Content } from '../storage/inbox.ts';

/** A file as it arrives. */
export interface UploadedFile {
  /** As the sender named it: text to show, never a path. */
  fileName: string;
  /** As the sender declared it: never believed. */
  mimeType: string;
  content: Content;
}

/** A file as the answer: a download, unless the handler knows it is harmless. */
export interface FileAnswer {
  stream: Readable;
  /** Bytes; `null` of what is made while it is sent. */
  size: number | null;
  mimeType: string;
  fileName: string;
  disposition: 'attachment' | 'inline';
  /** Seconds during which the browser may keep it; none unless said otherwise. */
  maxAge?: number;
  /** Of what it is now: who has it already is told so, and sent nothing. */
  etag?: string;
}

/** A workbook of ours (.xlsx). @param name without its ending */
export const workbookAnswer = (bytes: Buffer, name: string): FileAnswer => ({
  stream: Readable.from(bytes),
  size: bytes.length,
  mimeType: XLSX_MIME,
  fileName: `${name}.xlsx`,
  disposition: 'attachment',
});
export const XLSX_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Bytes that somebody gave, as they are: never what the sender declared, and never shown, so that no browser runs them. */
export const givenAnswer = (opened: Pick<FileAnswer, 'stream' | 'size'>, fileName: string): FileAnswer => ({
  ...opened,
  mimeType: 'application/octet-stream',
  fileName,
  disposition: 'attachment',
});
