import { nameKey } from '#shared/fields/name.ts';
import { toMicros } from '#shared/fields/percent.ts';
import { type Item, itemsOf } from '#shared/regulation/assess.ts';
import { type Facts, NO_FACTS } from '#shared/regulation/facts.contract.ts';
import type { Verdict } from '#shared/regulation/regulation.contract.ts';
import { readOnce } from '../db/moment.ts';
import { notFound, Refusal } from '../errors.ts';
import type { createCorpora } from './corpus.service.ts';
import type { LoadedCorpus } from './corpus.ts';
import { createCorpusJudge, listed, type When } from './regulation.judge.ts';
import type { RegulationDependencies } from './regulation.service.ts';
import * as store from './regulation.store.ts';

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
      applies: false,
    },
    isBlackBox: /^(?:parfum|aroma|fragrance)$/i.test(identity.inci.trim()),
    mayContain: false,
  };
}

interface JudgingDeps extends RegulationDependencies {
  corpora: ReturnType<typeof createCorpora>;
}

/** Verdicts, by the corpus in force. */
export function createJudging(deps: JudgingDeps) {
  const { db, products, formulas, corpora } = deps;
  const { judge, row } = createCorpusJudge(deps);

  const factsOf = (row: { data: string } | undefined): Facts =>
    row ? { ...NO_FACTS, ...JSON.parse(row.data) } : NO_FACTS;
  const judgedOf = async (productId: string, when: When, corpus: LoadedCorpus | null) => {
    const { type_produit } = await products.get(productId);
    // The annexes are those of cosmetics.
    const composition = type_produit === 'cosmetique' ? await formulas.composition(productId) : null;
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
    const found = (await judgedOf(productId, {}, await corpora.active())).find(({ verdict }) => verdict.key === key);
    if (!found) throw notFound('ligne');
    return found;
  };
  /** `null` for a product that is gone meanwhile. */
  const statesOf = async (id: string, corpus: LoadedCorpus | null): Promise<Map<string, Verdict> | null> => {
    if (!corpus) return null;
    const judged = await judgedOf(id, {}, corpus).catch((problem: unknown) => {
      // Any other failure is the job's: it is tried again, no product is passed over in silence.
      if (problem instanceof Refusal && problem.status === 404) return null;
      throw problem;
    });
    return judged && new Map(judged.map(({ verdict }) => [verdict.key, verdict]));
  };

  return {
    verdictOf,
    row,
    statesOf,

    verdicts: readOnce(
      async (productId: string, when: When): Promise<Verdict[]> =>
        (await judgedOf(productId, when, await corpora.active())).map(({ verdict }) => verdict),
    ),

    async check({
      facts,
      at,
      first_placed,
      lines,
      ...asked
    }: Asked & When & { facts: Facts; lines: Asked[] }): Promise<Verdict> {
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
      const judged = await judge(await corpora.active(), items, { facts, at, first_placed, unattended: true });
      return (judged[0] as (typeof judged)[number]).verdict;
    },
  };
}

export type Judging = ReturnType<typeof createJudging>;
export interface Asked {
  inci: string;
  cas: string | string[] | null;
  ec: string | string[] | null;
  percent: number | null;
  function: string | null;
  nano: boolean;
}
