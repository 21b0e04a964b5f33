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

const sayAnswer = ({ applies, reason }: { applies: boolean; reason: string }): string =>
  `${applies ? 'l’entrée s’applique' : 'vérifié'}, « ${reason} »`;

interface DecidingDeps extends RegulationDependencies, Pick<Judging, 'verdictOf' | 'row'> {
  corpora: ReturnType<typeof createCorpora>;
}

/** What a person says of a verdict. */
export function createDeciding({ db, products, audit, corpora, verdictOf, row }: DecidingDeps) {
  const record = async (
    productId: string,
    {
      action,
      said,
      by,
      work,
    }: {
      action: 'regulation.decision' | 'regulation.withdraw' | 'regulation.case';
      /** Of which substance, and what: the only trace of what is taken back or written over. */
      said: string;
      by: Actor;
      work: (trx: Executor) => Promise<void>;
    },
  ): Promise<void> => {
    const product = await products.get(productId);
    await inTransaction(
      db,
      async (trx) => {
        await work(trx);
        await audit.record(trx, {
          action,
          by,
          object: { type: 'regulation', id: productId, label: `${productLabel(product)} — ${said}` },
        });
      },
      `law ${productId}`,
    );
  };

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
        said: `${verdict.inci} : ${answer ? sayAnswer(answer) : verdict.decision ? sayAnswer(verdict.decision) : 'aucune réponse'}`,
        by,
        work: (trx) =>
          answer === null
            ? store.removeDecision(trx, { product_id: productId, key, kind })
            : store.setDecision(trx, {
                ...row(productId, key, by),
                kind,
                data: JSON.stringify({ reason: answer.reason, applies: answer.applies }),
                basis: basis(kind),
              }),
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
        said: `${verdict.inci} : ${chosen ? `${offered ? `${offered.annex}/${offered.ref}` : ''}${chosen.letter ? `, cas ${chosen.letter}` : ''}` : 'cas à confirmer'}`,
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

    async setFunctions(productId: string, key: string, functions: string[] | null, by: Actor): Promise<Verdict> {
      await ofCosmetic(productId);
      const { verdict } = await verdictOf(productId, key);
      await record(productId, {
        action: 'regulation.case',
        said: `${verdict.inci} : ${functions === null ? 'fonction à confirmer' : `fonction ${functions.join(', ')}`}`,
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
  };
}
