import { randomUUID } from 'node:crypto';
import { fold } from '#shared/contract/list.ts';
import { counted } from '#shared/fields/counted.ts';
import { type KnownNames, nearestAmong } from '#shared/formulas/nearest.ts';
import { toPercent } from '#shared/formulas/percent.ts';
import {
  ANNEXES,
  type Annex,
  type AnnexExport,
  type ChosenColumns,
  cellLabel,
  EXPORT_LIMITS,
} from '#shared/regulation/export.read.ts';
import { lawKey } from '#shared/regulation/identity.ts';
import { readLimit } from '#shared/regulation/limit.ts';
import type {
  Corpus,
  CorpusColumns,
  CorpusFile,
  CorpusPreview,
  LawEntry,
} from '#shared/regulation/regulation.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import { findSetting, writeSetting } from '../db/settings.ts';
import type { CorpusRow } from '../db/tables.ts';
import type { DocumentService } from '../documents/document.service.ts';
import { bodyFault, conflict, invalid, notFound, tooLarge } from '../errors.ts';
import type { UploadedFile } from '../http/file.ts';
import type { Jobs } from '../jobs/job.service.ts';
import { bytesOf, sizeOf } from '../storage/inbox.ts';
import { corpusHash, differencesOf, fileOf, type LoadedCorpus, loadCorpus, presentCorpus, rowsOf } from './corpus.ts';
import { EXPORT_BYTES, type FetchExports } from './cosing.ts';
import { readInventory } from './inventory.read.ts';
import * as store from './regulation.store.ts';

interface Dependencies {
  db: Db;
  documents: Pick<DocumentService, 'annex' | 'commas'>;
  jobs: Jobs;
  audit: AuditService;
  fetchExports: FetchExports;
  clock: () => Date;
}

const PAGE = 50;
const DIFFERENCES_MAX = 500;
const INVENTORY_AT = 'inventory_at';
/** Corpora kept read: the one in force, and one that is compared with it. */
const KEPT = 2;
const LOCK = 'corpora';
/** Characters of a row as it is kept: its cells between the marks of JSON, which may double some. */
const ROW_BYTES = 2 * EXPORT_LIMITS.row + 2_000;
const UNREADABLE =
  'Ce corpus ne peut pas être lu : un texte y est plus long que ceux des annexes. Un administrateur le retire, puis importe de nouveau les fichiers.';

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

export function createCorpora({ db, documents, jobs, audit, fetchExports, clock }: Dependencies) {
  const loaded = new Map<string, LoadedCorpus>();
  /** Read once for each corpus and each inventory. */
  let knownNames: { stamp: string; names: KnownNames } | null = null;

  const load = async (row: CorpusRow, executor: Executor = db): Promise<LoadedCorpus> => {
    const known = loaded.get(row.id);
    if (known && known.corpus.sha256 === row.sha256) return { ...known, corpus: presentCorpus(row) };
    if (!(await isReadable(row.id, executor))) throw conflict(UNREADABLE);
    const read = loadCorpus(presentCorpus(row), await store.listEntries(executor, row.id), fold);
    loaded.delete(row.id);
    loaded.set(row.id, read);
    for (const id of [...loaded.keys()].slice(0, -KEPT)) loaded.delete(id);
    return read;
  };
  /** Imports refuse what would be too long to read; an earlier release did not. */
  const isReadable = async (id: string, executor: Executor = db): Promise<boolean> => {
    const { rows, longest } = await store.measureEntries(executor, id);
    return rows <= ANNEXES.length * EXPORT_LIMITS.rows && longest <= ROW_BYTES;
  };
  const active = async (executor: Executor = db): Promise<LoadedCorpus | null> => {
    const row = await store.findActive(executor);
    if (!row || (!loaded.has(row.id) && !(await isReadable(row.id, executor)))) return null;
    return load(row, executor);
  };
  const present = async (row: CorpusRow): Promise<Corpus> => ({
    ...presentCorpus(row),
    unreadable: (await isReadable(row.id)) ? null : UNREADABLE,
  });
  const getCorpus = async (executor: Executor, id: string): Promise<CorpusRow> => {
    const row = await store.findCorpus(executor, id);
    if (!row) throw notFound('corpus');
    return row;
  };
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
  const object = (row: { id: string; sha256: string }) => ({
    type: 'regulation',
    id: row.id,
    label: `Corpus ${row.sha256.slice(0, 12)}`,
  });

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
      read.push({ found, file: fileOf(found, name, bytes) });
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

  const presentEntry = (corpus: LoadedCorpus, id: string, warnings: ReadonlyMap<string, string>): LawEntry => {
    const entry = corpus.byId.get(id);
    if (!entry) throw notFound('entrée');
    const { cases, parse } = readLimit(entry.product_text, entry.limit_text);
    return {
      id: entry.id,
      annex: entry.annex,
      ref: entry.ref,
      name: entry.name,
      glossary: (entry.cells.glossary ?? '').trim(),
      cas: entry.cas,
      ec: entry.ec,
      product_text: entry.product_text,
      limit_text: entry.limit_text,
      other_text: entry.other_text,
      wording_text: entry.wording_text,
      regulation: entry.regulation,
      moved: entry.moved,
      cells: entry.cells as Record<string, string>,
      cases: cases.map(({ letter, product_text, limit_text, value, basis }) => ({
        letter,
        product_text,
        limit_text,
        limit_value: value === null ? null : toPercent(value),
        basis,
      })),
      parse,
      warning: warnings.get(entry.lasting) ?? null,
    };
  };
  const warningsNow = async (): Promise<Map<string, string>> =>
    new Map((await store.listWarnings(db)).map(({ key, text }) => [key, text]));
  const corpusOfEntry = async (id: string): Promise<LoadedCorpus> =>
    load(await getCorpus(db, id.split('.')[0] ?? '').catch(() => Promise.reject(notFound('entrée'))));

  return {
    /** Names that the annexes and the inventory make known. They decide nothing. */
    async names(): Promise<KnownNames> {
      const [corpus, at] = [await active(), await findSetting(db, INVENTORY_AT)];
      const stamp = `${corpus?.corpus.id ?? ''} ${at}`;
      if (knownNames?.stamp === stamp) return knownNames.names;
      const all = new Map<string, { name: string; functions: string[] }>();
      for (const { name_key, name, functions } of at ? await store.listInventoryNames(db) : [])
        all.set(name_key, { name, functions: JSON.parse(functions) });
      for (const { names, annex } of corpus?.entries ?? [])
        if (annex !== 'II')
          for (const name of names.glossary) if (!all.has(name)) all.set(name, { name: titled(name), functions: [] });
      const names = { all, nearest: nearestAmong([...all.values()].map(({ name }) => name)) };
      knownNames = { stamp, names };
      return names;
    },
    /** The corpus in force, read; `null` before the first. */
    active: (): Promise<LoadedCorpus | null> => active(),
    /** @throws 404 */
    read: async (id: string): Promise<LoadedCorpus> => load(await getCorpus(db, id)),
    /** The French texts of warnings, by the lasting key of the entry. */
    warnings: warningsNow,

    corpora: async (): Promise<Corpus[]> => Promise.all((await store.listCorpora(db)).map(present)),
    preview: async (id: string): Promise<CorpusPreview> => previewOf(await getCorpus(db, id)),

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

    async activate(id: string, by: Actor): Promise<Corpus> {
      const done = await inTransaction(
        db,
        async (trx) => {
          const found = await getCorpus(trx, id);
          if (!(await isReadable(id, trx))) throw conflict(UNREADABLE);
          const before = await store.findActive(trx);
          if (before?.id === id) return found;
          await store.activate(trx, id, clock().toISOString());
          await jobs.add(trx, {
            kind: 'regulation.judge',
            key: id,
            title: `Corpus du ${presentCorpus(found).date ?? 'jour'}`,
            payload: { corpus_id: id, before_id: before?.id ?? null },
          });
          await audit.record(trx, { action: 'regulation.activate', by, object: object(found) });
          return getCorpus(trx, id);
        },
        LOCK,
      );
      jobs.wake();
      return presentCorpus(done);
    },

    removeCorpus: (id: string, by: Actor): Promise<void> =>
      inTransaction(
        db,
        async (trx) => {
          const found = await getCorpus(trx, id);
          if (found.activated_at && (await isReadable(id, trx)))
            throw conflict('Ce corpus a été mis en vigueur : il est gardé, pour les verdicts d’alors.');
          await store.removeCorpus(trx, id);
          await audit.record(trx, { action: 'regulation.remove', by, object: object(found) });
        },
        LOCK,
      ),

    async importInventory(file: UploadedFile, by: Actor): Promise<{ rows: number; unread: number }> {
      if (sizeOf(file.content) > EXPORT_BYTES) throw tooLarge(EXPORT_BYTES / 1024 / 1024);
      const rows = await documents.commas(await bytesOf(file.content));
      const { found, unread } = readInventory(rows);
      if (found.length === 0)
        throw invalid([
          bodyFault(
            'file',
            'Ce fichier n’est pas l’inventaire des ingrédients de la Commission : ses colonnes sont le nom INCI, le numéro CAS, le numéro CE et la fonction.',
          ),
        ]);
      await inTransaction(
        db,
        async (trx) => {
          await store.replaceInventory(trx, found);
          await writeSetting(trx, INVENTORY_AT, clock().toISOString());
          await audit.record(trx, {
            action: 'regulation.inventory',
            by,
            object: { type: 'regulation', id: null, label: `${file.fileName} : ${counted(found.length, 'nom')}` },
          });
        },
        LOCK,
      );
      return { rows: found.length, unread };
    },
    inventory: async (): Promise<{ rows: number; imported_at: string | null }> => ({
      rows: await store.countInventory(db),
      imported_at: (await findSetting(db, INVENTORY_AT)) || null,
    }),

    async entries({
      search = '',
      annex,
      page = 1,
      size = PAGE,
    }: {
      search?: string | undefined;
      annex?: Annex | undefined;
      page?: number;
      size?: number;
    }): Promise<{
      rows: LawEntry[];
      total: number;
    }> {
      const corpus = await active();
      if (!corpus) return { rows: [], total: 0 };
      const words = fold(search).split(/\s+/).filter(Boolean);
      const exact = lawKey(search);
      const found = corpus.entries.filter(
        (entry) =>
          (!annex || entry.annex === annex) &&
          (words.length === 0 || words.every((word) => corpus.texts.get(entry.id)?.includes(word))),
      );
      // What is named so comes before what only mentions it.
      const rank = ({ key, names, cas, ec }: (typeof found)[number]): number =>
        key.toLowerCase() === search.trim().toLowerCase() ||
        names.glossary.includes(exact) ||
        names.chemical.includes(exact) ||
        cas.includes(search.trim()) ||
        ec.includes(search.trim())
          ? 0
          : 1;
      const sorted = words.length === 0 ? found : found.toSorted((a, b) => rank(a) - rank(b));
      const warnings = await warningsNow();
      return {
        rows: sorted.slice((page - 1) * size, page * size).map(({ id }) => presentEntry(corpus, id, warnings)),
        total: found.length,
      };
    },
    entry: async (id: string): Promise<LawEntry> => presentEntry(await corpusOfEntry(id), id, await warningsNow()),

    async setWarning(id: string, text: string | null, by: Actor): Promise<LawEntry> {
      const corpus = await corpusOfEntry(id);
      const entry = corpus.byId.get(id);
      if (!entry) throw notFound('entrée');
      await inTransaction(
        db,
        async (trx) => {
          const at = clock().toISOString();
          await store.setWarning(trx, entry.lasting, text ? { key: entry.lasting, text, at, by: by.email } : null);
          await audit.record(trx, {
            action: 'regulation.warning',
            by,
            object: { type: 'regulation', id, label: entry.key },
          });
        },
        LOCK,
      );
      return presentEntry(corpus, id, await warningsNow());
    },
  };
}

/** The annexes as they were imported: what is in force, what is looked at, and the names an inventory makes known. */
export type CorpusService = ReturnType<typeof createCorpora>;

/** « sodium benzoate » → « Sodium Benzoate »: the annexes shout. */
const titled = (name: string): string =>
  name.replace(/(^|[\s/-])(\p{L})/gu, (_, before: string, letter: string) => `${before}${letter.toUpperCase()}`);
