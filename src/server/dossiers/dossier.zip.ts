import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ProductKind } from '#shared/contract/product.kinds.ts';
import type { FileService } from '../storage/files.service.ts';
import type { Inbox } from '../storage/inbox.ts';
import { readMe } from './dossier.words.ts';

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

interface ZipDeps {
  files: FileService;
  inbox: Inbox;
}

/** The archive of a dossier. */
export function createZip({ files, inbox }: ZipDeps) {
  /** Written piece by piece: an archive is never whole in memory. */
  const saveZip = async (
    entries: readonly { path: string; sha256: string; open: () => Promise<NodeJS.ReadableStream> }[],
    { manifest, ...told }: { manifest: object; id: string; sealedAt: string; kind: ProductKind; title: string },
  ) => {
    const zip = new ZipFile();
    const mtime = new Date(told.sealedAt);
    const written = new PassThrough();
    zip.outputStream.pipe(written);
    const fail = (error: unknown): void => {
      written.destroy(error instanceof Error ? error : new Error(String(error)));
    };
    zip.on('error', fail);
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    const notice = readMe(told);
    const sums = `${entries.map(({ path, sha256 }) => `${sha256}  ${path}`).join('\n')}\n${sha256Of(text)}  manifeste.json\n${sha256Of(notice)}  LISEZMOI.txt\n`;
    for (const { path, open } of entries)
      zip.addReadStreamLazy(path, { mtime, compress: !/\.(?:pdf|jpe?g|png|zip|docx|xlsx)$/i.test(path) }, (done) => {
        open().then(
          (stream) => {
            stream.once('error', fail);
            done(null, stream);
          },
          (error) => {
            fail(error);
          },
        );
      });
    zip.addBuffer(Buffer.from(text), 'manifeste.json', { mtime });
    zip.addBuffer(Buffer.from(sums), 'SHA256SUMS', { mtime });
    zip.addBuffer(Buffer.from(notice), 'LISEZMOI.txt', { mtime });
    zip.end();
    const arrived = await inbox.receive(written);
    return files.save(arrived);
  };

  return {
    saveZip,
  };
}
