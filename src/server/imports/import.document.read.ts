import { type DocumentReading, FIT } from '#shared/imports/document.contract.ts';
import { inTransaction } from '../db/open.ts';
import type { ImportDocumentRow } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import type { Work } from '../jobs/job.service.ts';
import { MissingFile } from '../storage/storage.ts';
import type { ImportsDependencies } from './import.service.ts';
import * as store from './import.store.ts';

/** Templates tried at once; other files of the same one that are read as well. */
const [AT_ONCE, OTHERS_MAX] = [10, 3];

/** The file of a template that printed a document. */
export interface PrintedBy {
  id: string;
  file_id: string;
  name: string;
  fit: number;
}

interface Printer extends PrintedBy {
  /** Under which its bytes are kept, and what they are. */
  key: string;
  sha256: string;
}

type TemplateFiles = Awaited<ReturnType<ImportsDependencies['templates']['versions']['all']>>;

/** Reads old files in the background, one after the other; what was read is kept as soon as it is. */
export function createDocumentReading({
  db,
  files,
  documents,
  templates,
  jobs,
}: Pick<ImportsDependencies, 'db' | 'files' | 'documents' | 'templates' | 'jobs'>) {
  /** The bytes of a file; `null` of one that is gone or damaged. */
  const kept = (id: string): Promise<Buffer | null> =>
    files.read(id).catch((error) => {
      if (error instanceof MissingFile || error instanceof Refusal) return null;
      throw error;
    });
  /** The files that fit best: the first printed it, as far as anybody can tell. */
  const printersOf = async (document: Buffer, all: TemplateFiles): Promise<Printer[]> => {
    const found: Printer[] = [];
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const some: { one: TemplateFiles[number]; bytes: Buffer }[] = [];
      for (const one of all.slice(from, from + AT_ONCE)) {
        const bytes = await kept(one.file_id);
        if (bytes) some.push({ one, bytes });
      }
      const bytes = some.map((each) => each.bytes);
      const fits = await documents.templateFits(document, bytes).catch(unlessKnown<number[]>([]));
      for (const [index, { one }] of some.entries())
        found.push({
          id: one.template_id,
          file_id: one.id,
          name: `${one.name} (${one.version})`,
          fit: fits[index] ?? 0,
          key: one.file_id,
          sha256: one.sha256,
        });
    }
    const [best, ...others] = found.filter(({ fit }) => fit >= FIT.min).toSorted((a, b) => b.fit - a.fit);
    return best ? [best, ...others.filter(({ fit }) => fit >= best.fit - FIT.tie)] : [];
  };

  const read = async (row: ImportDocumentRow, all: TemplateFiles): Promise<Partial<ImportDocumentRow>> => {
    const document = await kept(row.file_id);
    if (!document) return { state: 'failed', message: GONE };
    const printers = await printersOf(document, all);
    const [best] = printers;
    const own = printers.filter(({ id }) => id === best?.id).slice(0, 1 + OTHERS_MAX);
    // The same file under another name reads the same.
    const isTied = printers.some(({ id, sha256 }) => id !== best?.id && sha256 !== best?.sha256);
    const { reading, words } = await documents.readOld(document, {
      templates: (await Promise.all(own.map(({ key }) => kept(key)))).filter((one) => one !== null),
      isTied,
    });
    const told = (one: Printer): PrintedBy => {
      const { id, file_id, name, fit } = one;
      return { id, file_id, name, fit: Math.round(fit * 1000) / 1000 };
    };
    return {
      state: 'read',
      message: null,
      template: best ? JSON.stringify({ ...told(best), also: printers.slice(1).map(told) }) : null,
      reading: JSON.stringify(reading satisfies DocumentReading),
      words: JSON.stringify(words),
    };
  };

  /** What became of one that could not be read; anything that may pass is tried again. */
  const failed = (error: unknown): Partial<ImportDocumentRow> => {
    return { state: 'failed', message: unlessKnown((error as Error).message)(error) };
  };

  const perform = async ({ key, progress, signal }: Work): Promise<void> => {
    const rows = await store.listDocuments(db, key);
    // A file that several templates have, or one of them twice, is tried once each.
    const all = [
      ...new Map(
        (await templates.versions.all()).map((one) => [`${one.template_id} ${one.sha256}`, one] as const),
      ).values(),
    ];
    for (const [index, row] of rows.entries()) {
      signal.throwIfAborted();
      progress(index, rows.length);
      if (row.state !== 'waiting') continue;
      const values = await read(row, all).catch(failed);
      await inTransaction(db, (trx) => store.updateDocument(trx, row.id, values));
    }
  };
  jobs.handle('import.read', { perform });
}

/** What stands for a document that cannot be read; anything else that fails may pass, and is tried again. */
const unlessKnown =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof Refusal && error.status === 422) return instead;
    throw error;
  };

const GONE = 'Le fichier n’est plus là, ou il a été abîmé : redonnez-le.';
