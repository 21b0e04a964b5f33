import { createHash, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { fold } from '#shared/contract/list.ts';
import { counted } from '#shared/fields/counted.ts';
import { dayOf } from '#shared/fields/date.ts';
import { nameKey } from '#shared/formulas/inci.name.ts';
import { toMicros, toPercent } from '#shared/formulas/percent.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { type Assessed, assess, type Item, itemsOf } from '#shared/regulation/assess.ts';
import type { State } from '#shared/regulation/decide.ts';
import { type Annex, type AnnexExport, readExport } from '#shared/regulation/export.read.ts';
import { type Facts, NO_FACTS, typesOf } from '#shared/regulation/facts.ts';
import { casOf, ecOf, lawKey } from '#shared/regulation/identity.ts';
import { readLimit } from '#shared/regulation/limit.ts';
import type { Known } from '#shared/regulation/match.ts';
import type {
  Conformity,
  Corpus,
  CorpusChanges,
  CorpusFile,
  CorpusPreview,
  LawEntry,
  Verdict,
} from '#shared/regulation/regulation.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import { findSetting, writeSetting } from '../db/settings.ts';
import type { ConformityRow, CorpusRow, LawDecisionRow } from '../db/tables.ts';
import type { DocumentService } from '../documents/document.service.ts';
import { bodyFault, conflict, invalid, notFound, staleRecord, tooLarge } from '../errors.ts';
import type { FormulaService } from '../formulas/formula.service.ts';
import type { UploadedFile } from '../http/file.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { ProductService } from '../products/product.service.ts';
import { bytesOf, sizeOf } from '../storage/inbox.ts';
import type { SubstanceService } from '../substances/substance.service.ts';
import { corpusHash, differencesOf, fileOf, type LoadedCorpus, loadCorpus, presentCorpus, rowsOf } from './corpus.ts';
import { EXPORT_BYTES, type FetchExports } from './cosing.ts';
import * as store from './regulation.store.ts';

interface When {
  at?: string | null | undefined;
  first_placed?: string | null | undefined;
}
interface Asked {
  inci: string;
  cas: string | string[] | null;
  ec: string | string[] | null;
  percent: number | null;
  function: string | null;
  nano: boolean;
}

export interface RegulationService {
  corpora(): Promise<Corpus[]>;
  preview(id: string): Promise<CorpusPreview>;
  /** Files of one request, all of them or none. @throws 422 for a file that is no export */
  import(files: readonly UploadedFile[], options: { corpusId: string | null; by: Actor }): Promise<CorpusPreview>;
  fetch(by: Actor): Promise<CorpusPreview>;
  activate(id: string, by: Actor): Promise<Corpus>;
  removeCorpus(id: string, by: Actor): Promise<void>;
  changes(id: string): Promise<CorpusChanges>;
  importInventory(file: UploadedFile, by: Actor): Promise<{ rows: number; unread: number }>;
  inventory(): Promise<{ rows: number; imported_at: string | null }>;
  entries(query: { search?: string | undefined; annex?: Annex | undefined; page?: number; size?: number }): Promise<{
    rows: LawEntry[];
    total: number;
  }>;
  entry(id: string): Promise<LawEntry>;
  setWarning(id: string, text: string | null, by: Actor): Promise<LawEntry>;
  verdicts(productId: string, when: When): Promise<Verdict[]>;
  decide(productId: string, key: string, reason: string | null, by: Actor): Promise<Verdict>;
  choose(
    productId: string,
    key: string,
    chosen: { entry_id: string; letter: string | null } | null,
    by: Actor,
  ): Promise<Verdict>;
  setFunctions(productId: string, key: string, functions: string[] | null, by: Actor): Promise<Verdict>;
  conformity(productId: string): Promise<Conformity>;
  saveConformity(productId: string, facts: Facts, options: { ifMatch: string | null; by: Actor }): Promise<Conformity>;
  check(asked: Asked & When & { facts: Facts; lines: Asked[] }): Promise<Verdict>;
}

interface Dependencies {
  db: Db;
  products: ProductService;
  formulas: FormulaService;
  substances: SubstanceService;
  documents: Pick<DocumentService, 'commas'>;
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

const NOT_EXPORT = (name: string): string =>
  `« ${name} » n’est pas un export d’annexe de CosIng. Téléchargez « export CSV » d’une des annexes II à VI, et déposez ce fichier tel quel.`;
const NO_CORPUS = 'Aucun corpus n’est en vigueur : un administrateur l’importe depuis « Réglementation ».';

export function createRegulation(deps: Dependencies): RegulationService {
  const { db, products, formulas, substances, documents, jobs, audit, fetchExports, clock } = deps;
  const loaded = new Map<string, LoadedCorpus>();

  const load = async (row: CorpusRow, executor: Executor = db): Promise<LoadedCorpus> => {
    const known = loaded.get(row.id);
    if (known && known.corpus.sha256 === row.sha256) return { ...known, corpus: presentCorpus(row) };
    const read = loadCorpus(presentCorpus(row), await store.listEntries(executor, row.id), fold);
    loaded.delete(row.id);
    loaded.set(row.id, read);
    for (const id of [...loaded.keys()].slice(0, -KEPT)) loaded.delete(id);
    return read;
  };
  const active = async (executor: Executor = db): Promise<LoadedCorpus | null> => {
    const row = await store.findActive(executor);
    return row ? load(row, executor) : null;
  };
  const getCorpus = async (executor: Executor, id: string): Promise<CorpusRow> => {
    const row = await store.findCorpus(executor, id);
    if (!row) throw notFound('corpus');
    return row;
  };
  const previewOf = async (row: CorpusRow): Promise<CorpusPreview> => {
    const now = await active();
    const differences = differencesOf(now?.corpus.id === row.id ? null : now, await load(row));
    return {
      ...presentCorpus(row),
      differences: differences.slice(0, DIFFERENCES_MAX),
      differences_total: differences.length,
    };
  };
  const object = (row: { id: string; sha256: string }) => ({
    type: 'regulation',
    id: row.id,
    label: `Corpus ${row.sha256.slice(0, 12)}`,
  });

  /** Keeps exports that were read, in a corpus that is not in force. */
  const keep = async (
    files: readonly { name: string; bytes: Buffer }[],
    { corpusId, by, action }: { corpusId: string | null; by: Actor; action: 'regulation.import' | 'regulation.fetch' },
  ): Promise<CorpusPreview> => {
    const read: { found: AnnexExport; file: CorpusFile }[] = [];
    for (const { name, bytes } of files) {
      const found = readExport(await documents.commas(bytes).catch(() => []));
      if (!found) throw invalid([bodyFault('file', NOT_EXPORT(name))]);
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

  /** What is known outside the annexes of these names: the firm's substances, the inventory. */
  const knownOf = async (names: readonly string[]): Promise<Known> => {
    const keys = [...new Set(names.map(nameKey))];
    const mine = new Map((await substances.byNames(names)).map((one) => [one.key, one.values.cas]));
    const listed = new Map(
      (await store.listInventory(db, keys)).map((row) => [row.name_key, JSON.parse(row.cas) as string[]]),
    );
    return {
      isKnown: (name) => mine.has(nameKey(name)) || listed.has(nameKey(name)),
      casOf: (name) => listed.get(nameKey(name)) ?? mine.get(nameKey(name)) ?? [],
    };
  };

  const basisOf = (corpus: LoadedCorpus | null, item: Item, judged: Assessed): string =>
    createHash('sha256')
      .update(
        JSON.stringify([
          item.subject.amount,
          item.identity,
          judged.judgement.entries.map(({ id, case: chosen }) => [
            corpus?.byId.get(id)?.lasting,
            corpus?.byId.get(id)?.content,
            chosen?.letter ?? null,
          ]),
        ]),
      )
      .digest('hex');

  /** The verdicts on these substances, under what is known. */
  const judge = async (
    corpus: LoadedCorpus | null,
    items: readonly Item[],
    {
      facts,
      at,
      first_placed,
      decisions = [],
      unattended = false,
    }: { facts: Facts; decisions?: readonly LawDecisionRow[]; unattended?: boolean } & When,
  ): Promise<{ verdict: Verdict; basis: string }[]> => {
    const warnings = new Map((await store.listWarnings(db)).map(({ key, text }) => [key, text]));
    const byKey = Map.groupBy(decisions, ({ key }) => key);
    const law = corpus?.corpus ?? null;
    const index = corpus?.index ?? EMPTY;
    const lasting = new Map((corpus?.entries ?? []).map((entry) => [entry.lasting, entry]));
    const assessed = assess(index, items, {
      known: await knownOf(items.map(({ identity }) => identity.inci)),
      circumstances: {
        types: typesOf(facts),
        at: at ?? dayOf(clock()),
        firstPlaced: first_placed ?? null,
        unattended,
        annexes: new Set(law?.files.map(({ annex }) => annex)),
      },
      chosenOf: (key) =>
        (byKey.get(key) ?? []).flatMap(({ kind, data, basis }) => {
          const entry = kind.startsWith('case:') ? lasting.get(kind.slice('case:'.length)) : undefined;
          // A case confirmed on another text is asked again.
          return entry && entry.content === basis ? [{ entry_id: entry.id, letter: JSON.parse(data).letter }] : [];
        }),
    });
    const byItem = new Map(items.map((item) => [item.key, item]));
    return assessed.map((one) => {
      const { key, lines, inci, percent, judgement } = one;
      const item = byItem.get(key) as Item;
      const basis = basisOf(corpus, item, one);
      const own = byKey.get(key) ?? [];
      const decided = own.find((row) => row.kind === 'decision' && row.basis === basis);
      const functions = own.find((row) => row.kind === 'functions');
      const missing = law?.missing ?? [];
      const state = uncertain(judgement.state, { hasCorpus: law !== null, missing: missing.length > 0 });
      const verdict: Verdict = {
        key,
        lines,
        inci,
        percent,
        state,
        entries: judgement.entries,
        why:
          state === judgement.state
            ? judgement.why
            : law === null
              ? NO_CORPUS
              : `L’annexe ${missing.join(', ')} n’est pas importée : ce qui en dépend est à vérifier. ${judgement.why}`,
        basis: judgement.basis,
        applies_from: judgement.applies_from,
        warnings: judgement.entries
          .filter(({ role }) => role === 'applies')
          .flatMap(({ id }) => {
            const entry = corpus?.byId.get(id);
            const text = entry && (warnings.get(entry.lasting) ?? entry.wording_text);
            return text ? [text] : [];
          }),
        corpus: law ? { id: law.id, date: law.date, sha256: law.sha256 } : { id: '', date: null, sha256: '' },
        decision:
          decided && state === 'a_verifier'
            ? { by: decided.by, at: decided.at, reason: JSON.parse(decided.data).reason }
            : null,
        functions: functions ? JSON.parse(functions.data).functions : null,
      };
      return { verdict, basis };
    });
  };

  const factsOf = (row: ConformityRow | undefined): Facts =>
    row ? { ...NO_FACTS, ...JSON.parse(row.data) } : NO_FACTS;
  const presentConformity = (row: ConformityRow | undefined): Conformity => ({
    ...factsOf(row),
    revision: row?.revision ?? 0,
    updated_at: row?.updated_at ?? null,
    updated_by: row?.updated_by ?? null,
  });

  const judgedOf = async (productId: string, when: When, corpus: LoadedCorpus | null) => {
    const composition = await formulas.composition(productId);
    if (!composition) return [];
    const decisions = await store.listDecisions(db, productId);
    const confirmed = new Map(
      decisions.flatMap(({ key, kind, data }) =>
        kind === 'functions' ? [[key, JSON.parse(data).functions as string[]]] : [],
      ),
    );
    const items = itemsOf(composition.lines, composition.shelf, (key) => confirmed.get(key) ?? null);
    const facts = factsOf(await store.findConformity(db, productId));
    return judge(corpus, items, { facts, decisions, ...when });
  };
  const verdictOf = async (productId: string, key: string) => {
    const found = (await judgedOf(productId, {}, await active())).find(({ verdict }) => verdict.key === key);
    if (!found) throw notFound('ligne');
    return found;
  };

  const record = async (
    productId: string,
    {
      action,
      by,
      work,
    }: { action: 'regulation.decision' | 'regulation.case'; by: Actor; work: (trx: Executor) => Promise<void> },
  ): Promise<void> => {
    const product = await products.get(productId);
    await inTransaction(
      db,
      async (trx) => {
        await work(trx);
        await audit.record(trx, {
          action,
          by,
          object: { type: 'regulation', id: productId, label: productLabel(product) },
        });
      },
      `law ${productId}`,
    );
  };
  const row = (productId: string, key: string, by: Actor) => ({
    product_id: productId,
    key,
    at: clock().toISOString(),
    by: by.email,
  });

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

  jobs.handle('regulation.judge', {
    perform: async ({ payload, progress, signal }) => {
      const { corpus_id, before_id } = payload as { corpus_id: string; before_id: string | null };
      const now = await load(await getCorpus(db, corpus_id));
      const old = before_id === null ? null : await load(await getCorpus(db, before_id));
      const ids = await formulas.inLines();
      for (const [done, id] of ids.entries()) {
        if (signal.aborted) throw signal.reason;
        // SQLite answers at once: without a pause nobody else would be heard.
        await setImmediate();
        progress(done, ids.length);
        const [was, is] = [await statesOf(id, old), await statesOf(id, now)];
        if (!is) continue;
        const changes = [...new Set([...(was?.keys() ?? []), ...is.keys()])].flatMap((key) => {
          const [a, b] = [was?.get(key), is.get(key)];
          if (a?.state === b?.state && a?.applies_from === b?.applies_from) return [];
          const entry = b?.entries.find(({ role }) => role === 'applies') ?? a?.entries[0];
          return [
            {
              inci: b?.inci ?? a?.inci ?? key,
              from: a?.state ?? null,
              to: b?.state ?? null,
              why: b?.why ?? '',
              applies_from: b?.applies_from ?? null,
              regulation: entry?.regulation || null,
            },
          ];
        });
        await store.setChanges(db, { corpus_id, product_id: id, data: JSON.stringify(old ? changes : []) });
      }
      progress(ids.length, ids.length);
    },
  });
  /** `null` for a product that is gone meanwhile. */
  const statesOf = async (id: string, corpus: LoadedCorpus | null): Promise<Map<string, Verdict> | null> => {
    if (!corpus) return null;
    const judged = await judgedOf(id, {}, corpus).catch(() => null);
    return judged && new Map(judged.map(({ verdict }) => [verdict.key, verdict]));
  };

  return {
    corpora: async () => (await store.listCorpora(db)).map(presentCorpus),
    preview: async (id) => previewOf(await getCorpus(db, id)),

    async import(files, { corpusId, by }) {
      for (const { content } of files) if (sizeOf(content) > EXPORT_BYTES) throw tooLarge(EXPORT_BYTES / 1024 / 1024);
      const read = await Promise.all(
        files.map(async ({ fileName, content }) => ({ name: fileName, bytes: await bytesOf(content) })),
      );
      return keep(read, { corpusId, by, action: 'regulation.import' });
    },

    fetch: async (by) => keep(await fetchExports(), { corpusId: null, by, action: 'regulation.fetch' }),

    async activate(id, by) {
      const done = await inTransaction(
        db,
        async (trx) => {
          const found = await getCorpus(trx, id);
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

    removeCorpus: (id, by) =>
      inTransaction(
        db,
        async (trx) => {
          const found = await getCorpus(trx, id);
          if (found.activated_at)
            throw conflict('Ce corpus a été mis en vigueur : il est gardé, pour les verdicts d’alors.');
          await store.removeCorpus(trx, id);
          await audit.record(trx, { action: 'regulation.remove', by, object: object(found) });
        },
        LOCK,
      ),

    async changes(id) {
      const found = await getCorpus(db, id);
      const rows = await store.listChanges(db, id);
      const labels = new Map(
        (await products.labelsOf(rows.map(({ product_id }) => product_id))).map((one) => [one.id, one.label]),
      );
      const job = (await jobs.list()).find(
        ({ kind, state, title }) =>
          kind === 'regulation.judge' &&
          (state === 'running' || state === 'waiting') &&
          title === `Corpus du ${presentCorpus(found).date ?? 'jour'}`,
      );
      return {
        corpus: presentCorpus(found),
        progress: job ? (job.progress ?? { done: 0, total: 0 }) : null,
        changes: rows
          .flatMap(({ product_id, data }) =>
            labels.has(product_id)
              ? (JSON.parse(data) as Omit<CorpusChanges['changes'][number], 'product' | 'product_id'>[]).map(
                  (change) => ({
                    ...change,
                    product_id,
                    product: labels.get(product_id) ?? '',
                  }),
                )
              : [],
          )
          .toSorted((a, b) => a.product.localeCompare(b.product, 'fr') || a.inci.localeCompare(b.inci, 'fr')),
      };
    },

    async importInventory(file, by) {
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
    inventory: async () => ({
      rows: await store.countInventory(db),
      imported_at: (await findSetting(db, INVENTORY_AT)) || null,
    }),

    async entries({ search = '', annex, page = 1, size = PAGE }) {
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
    entry: async (id) => presentEntry(await corpusOfEntry(id), id, await warningsNow()),

    async setWarning(id, text, by) {
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

    async verdicts(productId, when) {
      await products.get(productId);
      return (await judgedOf(productId, when, await active())).map(({ verdict }) => verdict);
    },

    async decide(productId, key, reason, by) {
      const { verdict, basis } = await verdictOf(productId, key);
      if (reason !== null && verdict.state !== 'a_verifier')
        throw conflict('Seul un point « à vérifier » se vérifie : celui-ci a déjà sa réponse.');
      await record(productId, {
        action: 'regulation.decision',
        by,
        work: (trx) =>
          reason === null
            ? store.removeDecision(trx, { product_id: productId, key, kind: 'decision' })
            : store.setDecision(trx, {
                ...row(productId, key, by),
                kind: 'decision',
                data: JSON.stringify({ reason }),
                basis,
              }),
      });
      return (await verdictOf(productId, key)).verdict;
    },

    async choose(productId, key, chosen, by) {
      const { verdict } = await verdictOf(productId, key);
      const corpus = await active();
      const entry = chosen && corpus?.byId.get(chosen.entry_id);
      const offered = verdict.entries.find(({ id }) => id === chosen?.entry_id);
      if (chosen && (!entry || !offered))
        throw invalid([bodyFault('entry_id', 'Cette entrée n’est pas de celles du verdict.')]);
      if (chosen && !offered?.letters.some(({ letter }) => letter === chosen.letter))
        throw invalid([bodyFault('letter', 'Cette entrée n’a pas ce cas.')]);
      const old = (await store.listDecisions(db, productId)).filter(
        (one) => one.key === key && one.kind.startsWith('case:'),
      );
      await record(productId, {
        action: 'regulation.case',
        by,
        work: async (trx) => {
          for (const one of old)
            if (!entry || one.kind === `case:${entry.lasting}`) await store.removeDecision(trx, one);
          if (entry)
            await store.setDecision(trx, {
              ...row(productId, key, by),
              kind: `case:${entry.lasting}`,
              data: JSON.stringify({ letter: chosen.letter }),
              basis: entry.content,
            });
        },
      });
      return (await verdictOf(productId, key)).verdict;
    },

    async setFunctions(productId, key, functions, by) {
      await verdictOf(productId, key);
      await record(productId, {
        action: 'regulation.case',
        by,
        work: (trx) =>
          functions === null
            ? store.removeDecision(trx, { product_id: productId, key, kind: 'functions' })
            : store.setDecision(trx, {
                ...row(productId, key, by),
                kind: 'functions',
                data: JSON.stringify({ functions }),
                basis: '',
              }),
      });
      return (await verdictOf(productId, key)).verdict;
    },

    async conformity(productId) {
      await products.get(productId);
      return presentConformity(await store.findConformity(db, productId));
    },

    saveConformity: (productId, facts, { ifMatch, by }) =>
      inTransaction(
        db,
        async (trx) => {
          const product = await products.get(productId, trx);
          const before = await store.findConformity(trx, productId);
          const revision = before?.revision ?? 0;
          if (ifMatch !== null && ifMatch !== '*' && ifMatch !== String(revision)) throw staleRecord();
          const next: ConformityRow = {
            product_id: productId,
            data: JSON.stringify(facts),
            revision: revision + 1,
            updated_at: clock().toISOString(),
            updated_by: by.email,
          };
          if (!(await store.saveConformity(trx, next, revision))) throw staleRecord();
          await audit.record(trx, {
            action: 'conformity.update',
            by,
            object: { type: 'conformity', id: productId, label: productLabel(product) },
          });
          return presentConformity(next);
        },
        `law ${productId}`,
      ),

    async check({ facts, at, first_placed, lines, ...asked }) {
      const items: Item[] = [];
      for (const [index, one] of [asked, ...lines].entries()) {
        const item = itemOfAsked(one, index);
        const before = items.find(({ key }) => key === item.key);
        // The same substance twice is one, summed.
        if (!before) items.push(item);
        else if (before.subject.amount && item.subject.amount)
          before.subject.amount = {
            min: before.subject.amount.min + item.subject.amount.min,
            max: before.subject.amount.max + item.subject.amount.max,
          };
        else before.subject.amount = null;
      }
      const judged = await judge(await active(), items, { facts, at, first_placed, unattended: true });
      return (judged[0] as (typeof judged)[number]).verdict;
    },
  };
}

const EMPTY = { entries: [], byCas: new Map(), byEc: new Map(), byName: new Map(), byLoose: new Map(), families: [] };

/** « Rien trouvé » is said only of what was looked at whole. */
function uncertain(state: State, { hasCorpus, missing }: { hasCorpus: boolean; missing: boolean }): State {
  if (!hasCorpus) return 'a_verifier';
  return missing && (state === 'aucune_entree' || state === 'dans_la_limite' || state === 'inconnu')
    ? 'a_verifier'
    : state;
}

const listed = (given: string | string[] | null): string[] =>
  (Array.isArray(given) ? given : [given ?? ''])
    .flatMap((one) => one.split(/[\s,;/]+/))
    .filter((one) => one && one !== '-');

/** An ingredient as it is asked about: its function is what the person says it is. */
function itemOfAsked({ inci, cas, ec, percent, function: said, nano }: Asked, index: number): Item {
  const identity = { inci: inci || listed(cas)[0] || '', cas: listed(cas), ec: listed(ec), nano };
  const micros = percent === null ? null : toMicros(percent);
  return {
    key: `${nameKey(identity.inci)}${nano ? '|nano' : ''}`,
    lines: [String(index)],
    identity,
    subject: {
      inci: identity.inci,
      amount: micros === null ? null : { min: micros, max: micros },
      cas: identity.cas,
      nano,
      functions: said ? [said] : [],
      functionConfirmed: said !== null,
    },
    isBlackBox: /^(?:parfum|aroma|fragrance)$/i.test(identity.inci.trim()),
    mayContain: false,
  };
}

/** The columns of the Commission's inventory, in both headings it has had. */
const INVENTORY_COLUMNS = {
  name: /^(?:inci[ _]name|inci)$/i,
  cas: /^(?:cas(?:[ _](?:no|number))?)$/i,
  ec: /^(?:ec(?:[ _](?:no|number))?|einecs.*)$/i,
  functions: /^functions?$/i,
} as const;

function readInventory(rows: readonly (readonly string[])[]) {
  const head = rows.slice(0, 30).findIndex((cells) => cells.some((cell) => INVENTORY_COLUMNS.name.test(cell.trim())));
  if (head === -1) return { found: [], unread: 0 };
  const place = (pattern: RegExp): number => (rows[head] ?? []).findIndex((cell) => pattern.test(cell.trim()));
  const at = {
    name: place(INVENTORY_COLUMNS.name),
    cas: place(INVENTORY_COLUMNS.cas),
    ec: place(INVENTORY_COLUMNS.ec),
    functions: place(INVENTORY_COLUMNS.functions),
  };
  const found = new Map<string, Parameters<typeof store.replaceInventory>[1][number]>();
  let unread = 0;
  for (const cells of rows.slice(head + 1)) {
    const name = (cells[at.name] ?? '').replace(/\s+/g, ' ').trim();
    if (!name) {
      if (cells.some((cell) => cell.trim())) unread += 1;
      continue;
    }
    const key = nameKey(name).slice(0, 500);
    if (found.has(key)) continue;
    found.set(key, {
      name_key: key,
      name: name.slice(0, 500),
      cas: JSON.stringify(casOf(cells[at.cas] ?? '').right),
      ec: JSON.stringify(ecOf(cells[at.ec] ?? '').right),
      functions: JSON.stringify(
        (cells[at.functions] ?? '')
          .split(/[,;]/)
          .map((one) => one.trim())
          .filter(Boolean),
      ),
    });
  }
  return { found: [...found.values()], unread };
}
