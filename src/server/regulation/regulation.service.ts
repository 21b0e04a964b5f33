import type { CorpusChanges } from '#shared/regulation/regulation.contract.ts';
import { codesOf, type LawCode } from '#shared/regulation/verdict.codes.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Db } from '../db/open.ts';
import type { DocumentService } from '../documents/document.service.ts';
import { Refusal } from '../errors.ts';
import type { FormulaService } from '../formulas/formula.service.ts';
import type { Traffic } from '../http/traffic.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { SubstanceService } from '../substances/substance.service.ts';
import { createCorpora } from './corpus.service.ts';
import type { FetchExports } from './cosing.ts';
import { createDeciding } from './regulation.deciding.ts';
import { createJudging } from './regulation.judging.ts';
import * as store from './regulation.store.ts';

/** What the annexes say of products and of ingredients, and what people decided. */
export interface RegulationDependencies {
  db: Db;
  products: ProductService;
  formulas: FormulaService;
  substances: SubstanceService;
  documents: Pick<DocumentService, 'annex' | 'commas'>;
  jobs: Jobs;
  audit: AuditService;
  fetchExports: FetchExports;
  traffic: Pick<Traffic, 'giveWay'>;
  clock: () => Date;
}

type Change = Omit<CorpusChanges['changes'][number], 'product' | 'product_id'>;

export function createRegulation(deps: RegulationDependencies) {
  const { db, products, formulas, jobs, traffic } = deps;
  const corpora = createCorpora(deps);
  const { verdictOf, row, statesOf, ...judging } = createJudging({ ...deps, corpora });
  const deciding = createDeciding({ ...deps, corpora, verdictOf, row });

  jobs.handle('regulation.judge', {
    perform: async ({ payload, progress, signal }) => {
      const { corpus_id, before_id } = payload as { corpus_id: string; before_id: string | null };
      const now = await corpora.read(corpus_id);
      // What was in force before may be gone, or be what nobody can read.
      const old =
        before_id === null
          ? null
          : await corpora.read(before_id).catch((problem: unknown) => {
              if (problem instanceof Refusal) return null;
              throw problem;
            });
      const ids = await formulas.cosmeticsInLines();
      for (const [done, id] of ids.entries()) {
        if (signal.aborted) throw signal.reason;
        await traffic.giveWay();
        progress(done, ids.length);
        const [was, is] = [await statesOf(id, old), await statesOf(id, now)];
        if (!is) continue;
        const changes = [...new Set([...(was?.keys() ?? []), ...is.keys()])].flatMap((key) => {
          const [a, b] = [was?.get(key), is.get(key)];
          const fallen = a?.decision && !b?.decision ? a.decision : null;
          if (a?.state === b?.state && a?.applies_from === b?.applies_from && !fallen) return [];
          const entry = b?.entries.find(({ role }) => role === 'applies') ?? a?.entries[0];
          return [
            {
              inci: b?.inci ?? a?.inci ?? key,
              from: a?.state ?? null,
              to: b?.state ?? null,
              why: [fallen && `La réponse de ${fallen.by ?? 'quelqu’un'} (« ${fallen.reason} ») ne vaut plus.`, b?.why]
                .filter(Boolean)
                .join(' '),
              applies_from: b?.applies_from ?? null,
              regulation: entry?.regulation || null,
            },
          ];
        });
        await store.setChanges(db, {
          corpus_id,
          product_id: id,
          data: JSON.stringify(old ? changes : { first: codesOf([...is.values()]) }),
        });
      }
      progress(ids.length, ids.length);
    },
  });

  return {
    ...corpora,

    async changes(id: string): Promise<CorpusChanges> {
      const { corpus } = await corpora.read(id);
      const rows = await store.listChanges(db, id);
      const labels = new Map(
        (await products.labelsOf(rows.map(({ product_id }) => product_id))).map((one) => [one.id, one.label]),
      );
      const job = (await jobs.list()).find(
        ({ kind, state, title }) =>
          kind === 'regulation.judge' &&
          (state === 'running' || state === 'waiting') &&
          title === `Corpus du ${corpus.date ?? 'jour'}`,
      );
      const kept = rows.map((row) => ({ ...row, data: JSON.parse(row.data) as Change[] | { first: LawCode[] } }));
      const firsts = kept.flatMap(({ product_id, data }) =>
        !Array.isArray(data) && labels.has(product_id) ? [data.first] : [],
      );
      const withCode = (code: LawCode): number => firsts.filter((codes) => codes.includes(code)).length;
      return {
        corpus,
        first:
          firsts.length === 0
            ? null
            : {
                judged: firsts.length,
                INTERDIT: withCode('INTERDIT'),
                HORS_LIMITE: withCode('HORS_LIMITE'),
                LOI_A_VERIFIER: withCode('LOI_A_VERIFIER'),
              },
        progress: job ? (job.progress ?? { done: 0, total: 0 }) : null,
        changes: kept
          .flatMap(({ product_id, data }) =>
            labels.has(product_id) && Array.isArray(data)
              ? data.map((change) => ({ ...change, product_id, product: labels.get(product_id) ?? '' }))
              : [],
          )
          .toSorted((a, b) => a.product.localeCompare(b.product, 'fr') || a.inci.localeCompare(b.inci, 'fr')),
      };
    },
    ...judging,
    ...deciding,
  };
}

export type RegulationService = ReturnType<typeof createRegulation>;
