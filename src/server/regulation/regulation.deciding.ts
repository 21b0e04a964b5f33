import { productLabel } from '#shared/products/product.label.ts';
import type { Verdict } from '#shared/regulation/regulation.contract.ts';
import type { Actor } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import { bodyFault, conflict, invalid, movedOn, notCosmetic } from '../errors.ts';
import type { createCorpora } from './corpus.service.ts';
import type { Judging } from './regulation.judging.ts';
import type { RegulationDependencies } from './regulation.service.ts';
import * as store from './regulation.store.ts';

const MOVED =
  'La formule ou le corpus a changé entre-temps : ce point n’est plus celui que vous avez lu. Relisez-le, puis répondez.';

interface Answer {
  applies?: boolean;
  reason: string;
}
const sayAnswer = ({ applies, reason }: Answer): string =>
  `${applies ? 'l’entrée s’applique' : 'vérifié'}, « ${reason} »`;

const sayCase = (entry: { annex: string; ref: string } | undefined, letter: string | null): string =>
  [entry && `${entry.annex}/${entry.ref}`, letter && `cas ${letter}`].filter(Boolean).join(', ');

interface DecidingDeps extends RegulationDependencies, Pick<Judging, 'verdictOf' | 'row'> {
  corpora: ReturnType<typeof createCorpora>;
}

interface Recorded {
  action: 'regulation.decision' | 'regulation.withdraw' | 'regulation.case';
  by: Actor;
  /** @returns of which substance, and what: the only trace of what is taken back or written over */
  work: (trx: Executor) => Promise<string>;
}

/** Writes an answer with its line in the journal. */
function recorderOf({ db, products, audit }: Pick<DecidingDeps, 'db' | 'products' | 'audit'>) {
  return async (productId: string, { action, by, work }: Recorded): Promise<void> => {
    const product = await products.get(productId);
    await inTransaction(
      db,
      async (trx) => {
        const said = await work(trx);
        await audit.record(trx, {
          action,
          by,
          object: { type: 'regulation', id: productId, label: `${productLabel(product)} — ${said}` },
        });
      },
      `law ${productId}`,
    );
  };
}

/** What a person says of a verdict. */
export function createDeciding({ db, products, audit, corpora, verdictOf, row }: DecidingDeps) {
  const record = recorderOf({ db, products, audit });

  /** @throws 409 for a cleaning product, of which the annexes say nothing */
  const ofCosmetic = async (productId: string): Promise<void> => {
    const { type_produit } = await products.get(productId);
    if (type_produit !== 'cosmetique') throw notCosmetic('une réponse sur les annexes');
  };

  return {
    /** @param answer `null` takes the last one back. @throws 412 for a verdict that is no longer the one it answers */
    async decide(
      productId: string,
      key: string,
      answer: { reason: string; applies: boolean; seen?: Pick<Verdict, 'percent' | 'why'> | undefined } | null,
      by: Actor,
    ): Promise<Verdict> {
      await ofCosmetic(productId);
      const { verdict, basis } = await verdictOf(productId, key);
      if (answer?.seen && (answer.seen.percent !== verdict.percent || answer.seen.why !== verdict.why))
        throw movedOn(MOVED);
      if (answer !== null && verdict.state !== 'a_verifier')
        throw conflict('Seul un point « à vérifier » se vérifie : celui-ci a déjà sa réponse, retirez-la d’abord.');
      if (answer?.applies && !verdict.asks)
        throw conflict('Aucune entrée n’est à confirmer ici : dites ce que vous avez vérifié.');
      const kind = (answer ?? verdict.decision)?.applies ? 'applies' : 'decision';
      await record(productId, {
        action: answer === null ? 'regulation.withdraw' : 'regulation.decision',
        by,
        work: async (trx) => {
          // As it is kept at this moment, whatever was read.
          const kept = (await store.listDecisions(trx, productId)).find((one) => one.key === key && one.kind === kind);
          const before = kept && sayAnswer(JSON.parse(kept.data) as Answer);
          if (answer === null) await store.removeDecision(trx, { product_id: productId, key, kind });
          else
            await store.setDecision(trx, {
              ...row(productId, key, by),
              kind,
              data: JSON.stringify({ reason: answer.reason, applies: answer.applies }),
              basis: basis(kind),
            });
          const now = answer && sayAnswer(answer);
          return `${verdict.inci}\u00a0: ${now ? `${now}${before ? `, à la place de\u00a0: ${before}` : ''}` : (before ?? 'aucune réponse')}`;
        },
      });
      return (await verdictOf(productId, key)).verdict;
    },

    async choose(
      productId: string,
      key: string,
      chosen: { entry_id: string; letter: string | null } | null,
      by: Actor,
    ): Promise<Verdict> {
      await ofCosmetic(productId);
      const { verdict } = await verdictOf(productId, key);
      const corpus = await corpora.active();
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
          return `${verdict.inci}\u00a0: ${chosen ? sayCase(offered, chosen.letter) : 'cas à confirmer'}`;
        },
      });
      return (await verdictOf(productId, key)).verdict;
    },

    async setFunctions(productId: string, key: string, functions: string[] | null, by: Actor): Promise<Verdict> {
      await ofCosmetic(productId);
      const { verdict } = await verdictOf(productId, key);
      await record(productId, {
        action: 'regulation.case',
        by,
        work: async (trx) => {
          if (functions === null) await store.removeDecision(trx, { product_id: productId, key, kind: 'functions' });
          else
            await store.setDecision(trx, {
              ...row(productId, key, by),
              kind: 'functions',
              data: JSON.stringify({ functions }),
              basis: '',
            });
          return `${verdict.inci}\u00a0: ${functions === null ? 'fonction à confirmer' : `fonction ${functions.join(', ')}`}`;
        },
      });
      return (await verdictOf(productId, key)).verdict;
    },
  };
}
