import { batchKindInfo } from '#shared/batches/batch.words.ts';
import { dayOf } from '#shared/fields/date.ts';
import { uniqueName } from '#shared/fields/file.name.ts';
import type { Db, Executor } from '../db/open.ts';
import type { BatchRow } from '../db/tables.ts';
import { conflict } from '../errors.ts';
import type { GenerationService } from '../generations/generation.service.ts';
import type { FileAnswer } from '../http/file.ts';
import { zipStream } from '../storage/zip.stream.ts';
import * as store from './batch.store.ts';

interface ArchiveDeps {
  db: Db;
  get: (executor: Executor, id: string) => Promise<BatchRow>;
  generations: Pick<GenerationService, 'draftFiles'>;
}

/** The documents that a batch made, one after the other: never two of them in memory. */
export function createArchive({ db, get, generations }: ArchiveDeps) {
  return {
    /** @throws 409 when it makes none, or has made none that is still there */
    async archive(id: string): Promise<FileAnswer> {
      const batch = await get(db, id);
      if (!batchKindInfo(batch.kind as 'generate').archive) throw conflict('Ce travail ne fait pas de documents.');
      const made: string[] = [];
      for await (const { state, result_id } of store.allItems(db, id))
        if (state === 'done' && result_id !== null) made.push(result_id);
      const documents = await generations.draftFiles(made);
      if (documents.length === 0)
        throw conflict('Aucun document de ce travail n’est là : il n’a rien fait, ou ils sont à la corbeille.');
      const names = new Set<string>();
      // A .docx is compressed already; kept as it is, how long the archive is, is known before its first byte.
      const stream = zipStream(
        documents.map(({ fileName, made_at, open }) => ({
          path: uniqueName(fileName, names),
          mtime: new Date(made_at),
          compress: false,
          open,
        })),
      );
      return {
        stream,
        size: null,
        mimeType: 'application/zip',
        fileName: `documents-${dayOf(new Date(batch.created_at))}.zip`,
        disposition: 'attachment',
      };
    },
  };
}
