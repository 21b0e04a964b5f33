import type { Readable } from 'node:stream';
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
  /** Bytes. */
  size: number;
  mimeType: string;
  fileName: string;
  disposition: 'attachment' | 'inline';
  /** Seconds during which the browser may keep it; none unless said otherwise. */
  maxAge?: number;
}
