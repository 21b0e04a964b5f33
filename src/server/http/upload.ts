import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { databaseFault } from '../db/faults.ts';
import { badRequest, formTooLarge, Refusal, tooLarge, tooManyFiles, wrongKind } from '../errors.ts';
import type { ArrivedFile, Inbox } from '../storage/inbox.ts';
import type { UploadedFile } from './file.ts';

export interface ReadBody {
  fields: unknown;
  file: UploadedFile | null;
  /** All parts named `file`, where several may come. */
  files: UploadedFile[];
  /** Takes away what has arrived and was not kept. */
  discard(): Promise<void>;
}

interface Options {
  maxMb: number;
  inbox: Inbox;
}

const KINDS = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const;

const NAME_MAX = 255;
const UNREADABLE_FORM = 'Le formulaire reçu est illisible.';

/** The body as fields and at most one file, whatever its kind; a kind that is not declared is refused. */
export async function readBody(request: FastifyRequest, declaration: Endpoint, options: Options): Promise<ReadBody> {
  if (!declaration.body && !declaration.file) return { fields: undefined, file: null, files: [], discard };
  const kinds = declaration.consumes ?? ['json'];
  const given = request.headers['content-type'];
  if (given === undefined) return { fields: request.body, file: null, files: [], discard };
  const essence = given.split(';')[0]?.trim().toLowerCase();
  const kind = kinds.find((one) => KINDS[one] === essence);
  if (!kind) throw wrongKind(`Type de contenu attendu : ${kinds.map((one) => KINDS[one]).join(' ou ')}.`);
  return kind === 'multipart'
    ? readMultipart(request, { ...options, most: declaration.files ?? null })
    : { fields: request.body, file: null, files: [], discard };
}

/** Nothing has arrived. */
const discard = async (): Promise<void> => undefined;

async function readMultipart(
  request: FastifyRequest,
  { maxMb, inbox, most }: Options & { most: number | null },
): Promise<ReadBody> {
  const fields: Record<string, unknown> = {};
  const files: UploadedFile[] = [];
  const arrived: ArrivedFile[] = [];
  const discardAll = async (): Promise<void> => {
    await Promise.all(arrived.map((one) => inbox.discard(one)));
  };
  try {
    for await (const part of request.parts({ limits: limitsOf(most, maxMb) })) {
      if (part.type === 'file') {
        const content = await inbox.receive(part.file);
        arrived.push(content);
        if (part.file.truncated) throw tooLarge(maxMb);
        if (part.fieldname === 'file' && (most !== null || files.length === 0))
          files.push({ fileName: cleanName(part.filename), mimeType: part.mimetype, content });
      } else if (!Object.hasOwn(fields, part.fieldname)) {
        fields[part.fieldname] = part.value;
      }
    }
  } catch (error) {
    await discardAll();
    throw error instanceof Refusal || databaseFault(error) ? error : multipartRefusal(error, { maxMb, most });
  }
  return { fields, file: files[0] ?? null, files, discard: discardAll };
}

/** Of one request: other parts are few. */
const limitsOf = (most: number | null, maxMb: number) => ({
  fileSize: maxMb * MIB,
  ...(most === null ? {} : { files: most, parts: most + PARTS_BESIDES }),
});
const [MIB, PARTS_BESIDES] = [1024 * 1024, 20];

function multipartRefusal(error: unknown, { maxMb, most }: { maxMb: number; most: number | null }): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(maxMb);
  if (code === 'FST_FILES_LIMIT' && most !== null) return tooManyFiles(most);
  if (code.startsWith('FST_') && code.endsWith('_LIMIT')) return formTooLarge();
  return badRequest(UNREADABLE_FORM);
}

/** The last component of what the sender calls the file, without control characters, 255 characters at most. */
export function cleanName(name: string | undefined): string {
  const last = (name ?? '').split(/[/\\]/).pop() ?? '';
  const clean = last
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  // Dots alone are a folder, not a name.
  // A cut may fall in the middle of a character: what is left of it goes.
  if (/^\.*$/.test(clean)) return 'fichier';
  if (clean.length <= NAME_MAX) return clean;
  // What says how it is opened stays.
  const extension = /\.[a-z\d]{1,8}$/i.exec(clean)?.[0] ?? '';
  return clean.slice(0, NAME_MAX - extension.length).replace(/[\ud800-\udbff]$/, '') + extension;
}
