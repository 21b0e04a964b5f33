import { fold } from '#shared/contract/list.ts';
import { toPercent } from '#shared/fields/percent.ts';
import type { Annex } from '#shared/regulation/export.read.ts';
import { lawKey } from '#shared/regulation/identity.ts';
import { readLimit } from '#shared/regulation/limit.ts';
import type { LawEntry } from '#shared/regulation/regulation.contract.ts';
import type { Actor } from '../caller.ts';
import { inTransaction } from '../db/open.ts';
import { notFound } from '../errors.ts';
import { LOCK, type Loading } from './corpus.loading.ts';

import type { LoadedCorpus } from './corpus.ts';
import type { RegulationDependencies } from './regulation.service.ts';
import * as store from './regulation.store.ts';

const PAGE = 50;

/** Entries of a corpus, with the warnings that the firm writes. */
export function createLawEntries({
  db,
  audit,
  clock,
  load,
  active,
  getCorpus,
}: RegulationDependencies & Pick<Loading, 'load' | 'active' | 'getCorpus'>) {
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
    /** The French texts of warnings, by the lasting key of the entry. */
    warnings: warningsNow,

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
