import type { HypothesisState } from '#shared/exposure/exposure.contract.ts';
import { HYPOTHESES, HYPOTHESIS_KEYS, type Hypothesis } from '#shared/exposure/hypotheses.ts';
import type { Actor } from '../caller.ts';
import { inTransaction } from '../db/open.ts';
import { bodyFault, invalid, notFound } from '../errors.ts';
import type { ExposuresDependencies } from './exposure.service.ts';
import * as store from './exposure.store.ts';

/** What margins suppose, and who answers for it. */
export function createHypotheses({ db, substances, audit, clock }: ExposuresDependencies) {
  const hypotheses = async (): Promise<HypothesisState[]> => {
    const rows = await store.listHypotheses(db);
    return HYPOTHESIS_KEYS.map((key) => {
      const own = rows.filter((row) => row.key === key);
      const all = own.find(({ substance_id }) => substance_id === '');
      const { label, source } = HYPOTHESES[key];
      return {
        key,
        label,
        source,
        accepted: all ? { at: all.at, by: all.by } : null,
        substances: own
          .filter(({ substance_id }) => substance_id !== '')
          .map(({ substance_id, at, by }) => ({ id: substance_id, at, by })),
      };
    });
  };

  return {
    hypotheses,

    async accept(
      asked: string,
      { accepted, substance_id }: { accepted: boolean; substance_id: string | null },
      by: Actor,
    ): Promise<HypothesisState[]> {
      const key = HYPOTHESIS_KEYS.find((one) => one === asked);
      if (!key) throw notFound('hypothèse');
      const hypothesis: Hypothesis = HYPOTHESES[key];
      const [substance] = substance_id === null ? [] : await substances.listByIds([substance_id]);
      if (substance_id !== null && !substance) throw notFound('substance');
      if (hypothesis.isAsked && !substance)
        throw invalid([bodyFault('substance_id', 'Cette hypothèse s’accepte substance par substance.')]);
      const where = { key, substance_id: substance?.id ?? '' };
      await inTransaction(
        db,
        async (trx) => {
          await store.setHypothesis(
            trx,
            where,
            accepted ? { ...where, at: clock().toISOString(), by: by.email } : null,
          );
          await audit.record(trx, {
            action: accepted ? 'exposure.accept' : 'exposure.withdraw',
            by,
            object: {
              type: 'exposure',
              id: substance?.id ?? null,
              label: [hypothesis.label, substance?.values.inci].filter(Boolean).join(', '),
            },
          });
        },
        'hypotheses',
      );
      return hypotheses();
    },
  };
}
