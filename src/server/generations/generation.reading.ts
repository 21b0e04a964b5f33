import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { type LinkQuery, openFile } from '#shared/generations/generation.contract.ts';
import { DOCX_MIME } from '#shared/templates/template.contract.ts';
import type { Actor } from '../caller.ts';
import { notFound } from '../errors.ts';
import type { FileAnswer } from '../http/file.ts';
import type { Answers } from './generation.answers.ts';
import { type Format, PDF_MIME, pdfName } from './generation.names.ts';
import type { GenerationsDependencies } from './generation.service.ts';

const isFormat = (text: string): text is Format => text === 'docx' || text === 'pdf';

/** What the PDFs of drafts kept in memory may take (a few hundred kB each). */
const PREVIEW_BYTES = 32 * 1024 * 1024;

/** Reads the files of documents, and draws drafts. */
export function createReading({
  db,
  files,
  documents,
  links,
  users,
  audit,
  get,
  label,
}: GenerationsDependencies & Pick<Answers, 'get' | 'label'>) {
  const read = async (id: string, format: Format, by: Actor): Promise<FileAnswer> => {
    const row = await get(db, id);
    const fileId = format === 'pdf' ? row.pdf_file_id : row.docx_file_id;
    if (fileId === null) throw notFound('PDF');
    if (row.status === 'success')
      await audit.note({
        action: 'generation.read',
        by,
        object: { ...label(row), label: format === 'pdf' ? pdfName(row.file_name) : row.file_name },
      });
    return {
      ...(await files.open(fileId, { checked: row.status === 'success' })),
      mimeType: format === 'pdf' ? PDF_MIME : DOCX_MIME,
      fileName: format === 'pdf' ? pdfName(row.file_name) : row.file_name,
      disposition: format === 'pdf' ? 'inline' : 'attachment',
    };
  };

  /** PDFs of drafts being read, by the .docx they show: an impatient person does not convert twice. */
  const previews = new LRUCache<string, Buffer>({
    maxSize: PREVIEW_BYTES,
    sizeCalculation: (pdf) => Math.max(1, pdf.length),
    fetchMethod: (fileId) => documents.toPdf(() => files.read(fileId), 'preview'),
  });
  const previewOf = (fileId: string): Promise<Buffer> => previews.forceFetch(fileId);

  return {
    read,

    /** The document as a PDF: the sealed one, or what the draft would give now. */
    async preview(id: string, by: Actor): Promise<FileAnswer> {
      const row = await get(db, id);
      if (row.pdf_file_id) return read(id, 'pdf', by);
      const pdf = await previewOf(row.docx_file_id);
      return {
        stream: Readable.from(pdf),
        size: pdf.length,
        mimeType: PDF_MIME,
        fileName: pdfName(row.file_name),
        disposition: 'inline',
      };
    },

    async readByLink(
      id: string,
      { format, query, ip }: { format: string; query: LinkQuery; ip: string },
    ): Promise<FileAnswer> {
      const account = await links.check(openFile, { id, format }, query);
      if (!isFormat(format)) throw notFound('fichier');
      return read(id, format, { id: account, email: (await users.profile(account)).email, ip });
    },
  };
}

export type Reading = ReturnType<typeof createReading>;
