import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { counted } from '#shared/fields/counted.ts';
import { dayOf } from '#shared/fields/date.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { conflict, Refusal } from '../errors.ts';
import type { FileAnswer } from '../http/file.ts';
import type { Inbox } from '../storage/inbox.ts';
import { MissingFile } from '../storage/storage.ts';
import { createParts, type ExportPart, type PartsDependencies } from './export.parts.ts';

interface Dependencies extends PartsDependencies {
  audit: AuditService;
  inbox: Inbox;
  clock: () => Date;
}

/** What an archive says of one of its files. */
interface Told {
  path: string;
  sha256: string;
  size: number;
  what: string;
}

/** What it holds, and what is missing from it. */
interface Content {
  told: Told[];
  missing: { path: string; pourquoi: string }[];
}

const COMPRESSED = /\.(?:pdf|jpe?g|png|zip|docx|xlsx)$/i;

/** All that Diplo knows, as files that anybody can read without it. */
export function createExports({ audit, inbox, clock, ...deps }: Dependencies) {
  const parts = createParts(deps);
  let isUnderWay = false;

  /** Writes the archive part by part: the next one is made once the last one is written. */
  const write = async (zip: ZipFile): Promise<Content> => {
    const content: Content = { told: [], missing: [] };
    const mtime = clock();
    for await (const part of parts()) {
      // A file that is lost keeps nobody from the others, and is said.
      const stream = await openedOr(part, (why) => content.missing.push({ path: part.path, pourquoi: why }));
      if (!stream) continue;
      await put(zip, stream, { path: part.path, mtime });
      content.told.push({ path: part.path, what: part.what, ...sumOf(part) });
    }
    return content;
  };

  return {
    /** @throws 409 while another one is being made */
    async all(by: Actor): Promise<FileAnswer> {
      if (isUnderWay) throw conflict('Un export est déjà en cours : attendez qu’il finisse.');
      isUnderWay = true;
      try {
        const zip = new ZipFile();
        const written = new PassThrough();
        zip.outputStream.pipe(written);
        const receiving = inbox.receive(written);
        const making = write(zip)
          .then((content) => finish(zip, content, clock()))
          .catch((error: unknown) => {
            // Nothing of it is kept: an archive without some of its files would be taken for whole.
            written.destroy(error instanceof Error ? error : new Error(String(error)));
            throw error;
          });
        const [arrived, made] = await Promise.allSettled([receiving, making]);
        if (made.status === 'rejected') throw made.reason;
        if (arrived.status === 'rejected') throw arrived.reason;
        await audit.note({
          action: 'export.all',
          by,
          object: { type: 'export', id: null, label: counted(made.value, 'fichier') },
        });
        const stream = createReadStream(arrived.value.path);
        stream.once('close', () => void inbox.discard(arrived.value));
        return {
          stream,
          size: arrived.value.size,
          mimeType: 'application/zip',
          fileName: `diplo-${dayOf(clock())}.zip`,
          disposition: 'attachment',
        };
      } finally {
        isUnderWay = false;
      }
    },
  };
}

export type ExportService = ReturnType<typeof createExports>;

const sumOf = (part: ExportPart): Pick<Told, 'sha256' | 'size'> =>
  'bytes' in part
    ? { sha256: createHash('sha256').update(part.bytes).digest('hex'), size: part.bytes.length }
    : { sha256: part.sha256, size: part.size };

/** The bytes of a part, their hash checked; `null` of a stored file that is lost or is no longer what it was. */
async function openedOr(part: ExportPart, lost: (why: string) => void): Promise<Readable | null> {
  if ('bytes' in part) return Readable.from([part.bytes]);
  try {
    return await part.open();
  } catch (error) {
    if (!(error instanceof MissingFile || error instanceof Refusal)) throw error;
    lost(error instanceof Refusal ? error.message : 'Ce fichier n’est plus sur le serveur.');
    return null;
  }
}

/** Adds what is read, and waits until all of it has been. */
const put = (zip: ZipFile, stream: Readable, { path, mtime }: { path: string; mtime: Date }): Promise<void> =>
  new Promise((done, fail) => {
    stream.once('end', done);
    stream.once('error', fail);
    zip.addReadStream(stream, path, { mtime, compress: !COMPRESSED.test(path) });
  });

/** What stands in the archive, and how to check it. @returns how many files it holds */
function finish(zip: ZipFile, { told, missing }: Content, now: Date): number {
  const manifest = Buffer.from(
    `${JSON.stringify({ schema: 1, fait_le: now.toISOString(), fichiers: told, manquants: missing }, null, 2)}\n`,
  );
  const sha256 = createHash('sha256').update(manifest).digest('hex');
  const sums = [...told, { path: 'manifeste.json', sha256 }].map((one) => `${one.sha256}  ${one.path}\n`).join('');
  zip.addBuffer(manifest, 'manifeste.json', { mtime: now });
  zip.addBuffer(Buffer.from(sums), 'SHA256SUMS', { mtime: now });
  zip.end();
  return told.length;
}
