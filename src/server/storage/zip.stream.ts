import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  path: string;
  mtime?: Date;
  /** What is compressed already is kept as it is. */
  compress: boolean;
  /** Opened when its turn comes. */
  open: () => Promise<Readable>;
}

/** An archive that is written while it is read; who stops reading it closes the file that is being written. */
export function zipStream(entries: Iterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const written = new PassThrough();
  let source: Readable | null = null;
  const fail = (error: unknown): void => {
    written.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  written.once('close', () => source?.destroy());
  zip.on('error', fail);
  zip.outputStream.pipe(written);
  for (const { path, open, ...options } of entries)
    zip.addReadStreamLazy(path, options, (done) => {
      open().then((stream) => {
        source = stream.once('error', fail);
        if (written.destroyed) stream.destroy();
        else done(null, stream);
      }, fail);
    });
  zip.end();
  return written;
}
