import { randomUUID } from 'node:crypto';
import { type Annex, type AnnexExport, type ChosenColumns, cellLabel } from '#shared/regulation/export.read.ts';
import type { Corpus, CorpusColumns, CorpusFile, CorpusPreview } from '#shared/regulation/regulation.contract.ts';
import type { AuditObject, AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { type Db, inTransaction } from '../db/open.ts';
import type { CorpusRow } from '../db/tables.ts';
import type { DocumentService } from '../documents/document.service.ts';
import { bodyFault, conflict, invalid, tooLarge } from '../errors.ts';
import type { UploadedFile } from '../http/file.ts';
import { bytesOf, sizeOf } from '../storage/inbox.ts';
import { LOCK, type Loading, UNREADABLE } from './corpus.loading.ts';

import { corpusHash, differencesOf, fileOf, presentCorpus, rowsOf } from './corpus.ts';
import { EXPORT_BYTES, type FetchExports } from './cosing.ts';
import * as store from './regulation.store.ts';

const DIFFERENCES_MAX = 500;

interface NamedBytes {
  name: string;
  bytes: Buffer;
}

async function contentOf(files: readonly UploadedFile[]): Promise<NamedBytes[]> {
  for (const { content } of files) if (sizeOf(content) > EXPORT_BYTES) throw tooLarge(EXPORT_BYTES / 1024 / 1024);
  return Promise.all(files.map(async ({ fileName, content }) => ({ name: fileName, bytes: await bytesOf(content) })));
}

const NOT_EXPORT = (name: string): string =>
  `« ${name} » n’est pas un export d’annexe de CosIng. Téléchargez « export CSV » d’une des annexes II à VI, et déposez ce fichier tel quel.`;

const COLUMNS_MISSING = (name: string, { missing }: AnnexExport): string =>
  `« ${name} » : ${missing.length > 1 ? 'des colonnes manquent ou portent' : 'une colonne manque ou porte'} un autre nom (${missing.map(cellLabel).join(' ; ')}). Déposez ce fichier dans « Corpus », et dites quelle colonne est laquelle.`;

interface ImportingDeps {
  db: Db;
  documents: Pick<DocumentService, 'annex' | 'commas'>;
  audit: AuditService;
  fetchExports: FetchExports;
  clock: () => Date;
  load: Loading['load'];
  isReadable: Loading['isReadable'];
  active: Loading['active'];
  getCorpus: Loading['getCorpus'];
  object: (row: { id: string; sha256: string }) => AuditObject;
}

/** Reads exports into a new corpus. */
export function createCorpusImporting({
  db,
  documents,
  audit,
  fetchExports,
  clock,
  load,
  isReadable,
  active,
  getCorpus,
  object,
}: ImportingDeps) {
  const present = async (row: CorpusRow): Promise<Corpus> => ({
    ...presentCorpus(row),
    unreadable: (await isReadable(row.id)) ? null : UNREADABLE,
  });
  const previewOf = async (row: CorpusRow): Promise<CorpusPreview> => {
    const corpus = await present(row);
    if (corpus.unreadable) return { ...corpus, differences: [], differences_total: 0 };
    const now = await active();
    const differences = differencesOf(now?.corpus.id === row.id ? null : now, await load(row));
    return {
      ...corpus,
      differences: differences.slice(0, DIFFERENCES_MAX),
      differences_total: differences.length,
    };
  };

  const readOne = async (
    { name, bytes }: NamedBytes,
    columns?: Partial<Record<Annex, ChosenColumns>>,
  ): Promise<AnnexExport> => {
    const found = await documents.annex(bytes, columns ?? {});
    if (!found) throw invalid([bodyFault('file', NOT_EXPORT(name))]);
    return found;
  };
  /** Keeps exports that were read, in a corpus that is not in force. */
  const keep = async (
    files: readonly NamedBytes[],
    {
      corpusId,
      columns,
      by,
      action,
    }: {
      corpusId: string | null;
      columns?: Partial<Record<Annex, ChosenColumns>>;
      by: Actor;
      action: 'regulation.import' | 'regulation.fetch';
    },
  ): Promise<CorpusPreview> => {
    const read: { found: AnnexExport; file: CorpusFile }[] = [];
    for (const { name, bytes } of files) {
      const found = await readOne({ name, bytes }, columns);
      if (found.missing.length > 0) throw invalid([bodyFault('columns', COLUMNS_MISSING(name, found))]);
      read.push({ found, file: fileOf(found, { name, bytes, chosen: columns?.[found.annex] }) });
    }
    const twice = read.find(({ found }, index) => read.findIndex((one) => one.found.annex === found.annex) !== index);
    if (twice) throw invalid([bodyFault('file', `L’annexe ${twice.found.annex} est deux fois parmi ces fichiers.`)]);
    const row = await inTransaction(
      db,
      async (trx) => {
        const before = corpusId === null ? null : await getCorpus(trx, corpusId);
        if (before?.activated_at)
          throw conflict('Ce corpus a été mis en vigueur : il ne change plus. Importez-en un nouveau.');
        const kept: CorpusFile[] = before ? JSON.parse(before.files) : [];
        const all = [
          ...kept.filter(({ annex }) => !read.some(({ found }) => found.annex === annex)),
          ...read.map(({ file }) => file),
        ];
        const next: CorpusRow = {
          id: before?.id ?? randomUUID(),
          imported_at: before?.imported_at ?? clock().toISOString(),
          imported_by: before?.imported_by ?? by.email,
          activated_at: null,
          active: 0,
          sha256: corpusHash(all),
          files: JSON.stringify(all),
        };
        await store.saveCorpus(trx, next);
        for (const { found } of read)
          await store.setAnnex(trx, { corpusId: next.id, annex: found.annex }, rowsOf(next.id, found));
        await audit.record(trx, { action, by, object: object(next) });
        return next;
      },
      LOCK,
    );
    return previewOf(row);
  };

  return {
    present,
    previewOf,

    /** Files of one request, all of them or none. @throws 422 for a file that is no export */
    import: async (
      files: readonly UploadedFile[],
      { corpusId, columns, by }: { corpusId: string | null; columns: Partial<Record<Annex, ChosenColumns>>; by: Actor },
    ): Promise<CorpusPreview> => keep(await contentOf(files), { corpusId, columns, by, action: 'regulation.import' }),

    /** The columns of exports, and which are missing. Nothing is kept. @throws 422 for a file that is no export */
    async columns(files: readonly UploadedFile[]): Promise<CorpusColumns> {
      const seen: CorpusColumns = [];
      for (const one of await contentOf(files)) {
        const { annex, columns, missing } = await readOne(one);
        seen.push({ file: one.name, annex, columns, missing });
      }
      return seen;
    },

    fetch: async (by: Actor): Promise<CorpusPreview> =>
      keep(await fetchExports(), { corpusId: null, by, action: 'regulation.fetch' }),
  };
}
