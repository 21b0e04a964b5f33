import { fold } from '#shared/contract/list.ts';
import { type KnownNames, nearestAmong } from '#shared/formulas/nearest.ts';
import { ANNEXES, EXPORT_LIMITS } from '#shared/regulation/export.read.ts';
import { readOnceBeside } from '../db/moment.ts';
import type { Executor } from '../db/open.ts';
import { findSetting } from '../db/settings.ts';
import type { CorpusRow } from '../db/tables.ts';
import { conflict, notFound } from '../errors.ts';
import { type LoadedCorpus, loadCorpus, presentCorpus } from './corpus.ts';
import type { RegulationDependencies } from './regulation.service.ts';
import * as store from './regulation.store.ts';

/** Corpora kept read: the one in force, and one that is compared with it. */
const KEPT = 2;

/** Characters of a row as it is kept: its cells between the marks of JSON, which may double some. */
const ROW_BYTES = 2 * EXPORT_LIMITS.row + 2_000;

/** « sodium benzoate » → « Sodium Benzoate »: the annexes shout. */
const titled = (name: string): string =>
  name.replace(/(^|[\s/-])(\p{L})/gu, (_, before: string, letter: string) => `${before}${letter.toUpperCase()}`);

/** Corpora in memory. */
export function createCorpusLoading({ db }: RegulationDependencies) {
  const loaded = new Map<string, LoadedCorpus>();
  /** Read once for each corpus and each inventory. */
  let knownNames: { stamp: string; names: KnownNames } | null = null;

  const knownOf = (row: CorpusRow): LoadedCorpus | null => {
    const known = loaded.get(row.id);
    return known && known.corpus.sha256 === row.sha256 ? { ...known, corpus: presentCorpus(row) } : null;
  };
  const load = async (row: CorpusRow, executor: Executor = db): Promise<LoadedCorpus> => {
    const known = knownOf(row);
    if (known) return known;
    if (!(await isReadable(row.id, executor))) throw conflict(UNREADABLE);
    const entries = await store.listEntries(executor, row.id);
    // Another reading may have loaded it meanwhile.
    const other = knownOf(row);
    if (other) return other;
    const read = loadCorpus(presentCorpus(row), entries, fold);
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
  const findActive = readOnceBeside(db, store.findActive);
  const active = async (executor: Executor = db): Promise<LoadedCorpus | null> => {
    const row = await findActive(executor);
    if (!row || (!loaded.has(row.id) && !(await isReadable(row.id, executor)))) return null;
    return load(row, executor);
  };
  const getCorpus = async (executor: Executor, id: string): Promise<CorpusRow> => {
    const row = await store.findCorpus(executor, id);
    if (!row) throw notFound('corpus');
    return row;
  };

  return {
    load,
    isReadable,
    active,
    getCorpus,

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
  };
}

export type Loading = ReturnType<typeof createCorpusLoading>;

export const INVENTORY_AT = 'inventory_at';
export const LOCK = 'corpora';
export const UNREADABLE =
  'Ce corpus ne peut pas être lu : un texte y est plus long que ceux des annexes. Un administrateur le retire, puis importe de nouveau les fichiers.';
