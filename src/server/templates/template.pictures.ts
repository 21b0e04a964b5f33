import type { Language } from '#shared/fields/writer.ts';
import type { LinkQuery } from '#shared/generations/generation.contract.ts';
import { exampleData } from '#shared/templates/placeholders.ts';
import { readThumbnail } from '#shared/templates/template.contract.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import type { TemplateRow } from '../db/tables.ts';
import type { DocumentSource } from '../documents/document.service.ts';
import { notFound, Refusal } from '../errors.ts';
import type { FileAnswer } from '../http/file.ts';
import type { TemplatesDependencies } from './template.service.ts';

import * as store from './template.store.ts';

const isUnusable = (error: unknown): boolean => error instanceof Refusal && error.status === 422;

/** Tries of a picture that takes too long: on a busy machine that says nothing of the document. */
const PICTURE_TRIES = 5;

interface PicturesDeps extends TemplatesDependencies {
  get: (executor: Executor, id: string) => Promise<TemplateRow>;
}

/** Thumbnails of templates, drawn by a job. */
export function createTemplatePictures({ db, files, documents, links, jobs, clock, get }: PicturesDeps) {
  /** One that was taken before a rule refused it has a fault: the page of the template says which. */
  const faultsOf = async (fileId: string): Promise<number> => {
    try {
      return faultsIn(await documents.diagnose(() => files.read(fileId)));
    } catch (error) {
      if (isUnusable(error)) return 1;
      throw error;
    }
  };

  /** The document with example values; as it is when its tags are broken. */
  const filledForPicture = async (
    row: Pick<TemplateRow, 'name' | 'version' | 'langue'> & { file_id: string },
  ): Promise<DocumentSource> => {
    const read = (): Promise<Buffer> => files.read(row.file_id);
    try {
      const language = row.langue as Language;
      return (await documents.fill(read, exampleData({ ...row, language }, clock()), { language })).docx;
    } catch (error) {
      if (isUnusable(error)) return read;
      throw error;
    }
  };

  jobs.handle(THUMBNAIL, {
    async perform({ key: fileId, attempt }) {
      // The file was replaced, or its template is in the trash.
      const row = (await store.unseen(db)).find(({ file_id }) => file_id === fileId);
      if (!row) return undefined;
      // Its faults need no converter: they are told even while none answers.
      if (row.faults === null) await store.setSeen(db, fileId, { faults: await faultsOf(fileId) });
      if (row.thumbnail_file_id !== null || row.thumbnail_refused === 1) return undefined;
      const picture = await filledForPicture(row)
        .then((source) => documents.thumbnail(source))
        .catch((error: unknown) => {
          // It took too long, on a quiet machine too: nobody waits for its picture any more.
          if (attempt >= PICTURE_TRIES && error instanceof Refusal && error.status !== 503) return null;
          throw error;
        });
      if (!picture)
        return (trx) => store.setSeen(trx, fileId, { thumbnail_file_id: null, thumbnail_refused: 1 }, row.langue);
      const stored = await files.save(picture);
      return async (trx) => {
        await files.record(trx, stored);
        await store.setSeen(trx, fileId, { thumbnail_file_id: stored.id, thumbnail_refused: 0 }, row.langue);
      };
    },
  });
  return {
    async readThumbnail(id: string, query: LinkQuery): Promise<FileAnswer> {
      await links.check(readThumbnail, { id }, query);
      const row = await get(db, id);
      if (row.thumbnail_file_id === null) throw notFound('vignette');
      return {
        ...(await files.open(row.thumbnail_file_id)),
        mimeType: 'image/png',
        fileName: 'vignette.png',
        disposition: 'inline',
        maxAge: 3_600,
      };
    },

    /** Puts the pictures that are missing in line: of before there was one, of a template that is back. */
    async queueThumbnails(): Promise<void> {
      await inTransaction(db, async (trx) => {
        for (const { file_id, name } of await store.unseen(trx))
          await jobs.addOnce(trx, { kind: THUMBNAIL, key: file_id, title: name });
      });
      jobs.wake();
    },
  };
}

export type Pictures = ReturnType<typeof createTemplatePictures>;

export const THUMBNAIL = 'template.thumbnail';

/** Tags that are broken, or that no product fills. */
export const faultsIn = ({ errors, unknown }: { errors: readonly unknown[]; unknown: readonly unknown[] }): number =>
  errors.length + unknown.length;
