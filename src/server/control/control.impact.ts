import { ACTS, type Act, type ImpactAnswer } from '#shared/control/control.contract.ts';
import { CAUSES, impactOf, reviewKey } from '#shared/control/impact.ts';
import { dayZeroOf } from '#shared/effects/clock.ts';
import { type ActDays, daysOfAct, daysOfSignature, seriousSince } from '#shared/effects/effect.facts.ts';
import { dayOf } from '#shared/fields/date.ts';
import type { Stamp } from '#shared/findings/stamp.ts';
import type { Actor } from '../caller.ts';
import { notFound } from '../errors.ts';
import type { createFindingAnswers } from './control.answers.ts';
import type { createFindings } from './control.findings.ts';
import type { ControlDependencies } from './control.service.ts';
import { stampOfSignature } from './control.stamp.ts';
import type { Read } from './control.state.ts';
import * as days from './part.days.store.ts';

export interface StampedAct extends ActDays {
  kind: Act;
  stamp: Stamp;
}

/** The last act of each kind, the latest first. */
export function createActs({ lastSealed, lastDossier }: Pick<ControlDependencies, 'lastSealed' | 'lastDossier'>) {
  return async ({ product, kept }: Pick<Read, 'product' | 'kept'>): Promise<StampedAct[]> => {
    const { signature } = kept.assessment.data;
    const [[document], dossier] = [await lastSealed(product.id), await lastDossier(product.id)];
    const acts: (StampedAct | null)[] = [
      signature && { kind: 'signature', ...daysOfSignature(signature), stamp: stampOfSignature(signature) },
      document ? { kind: 'validation', ...daysOfAct(document.validated_at), stamp: document.stamp } : null,
      dossier && { kind: 'dossier', ...daysOfAct(dossier.sealed_at), stamp: dossier.stamp },
    ];
    return acts.filter((one) => one !== null).toSorted((a, b) => b.at.localeCompare(a.at));
  };
}

interface ImpactDeps
  extends Pick<ControlDependencies, 'db' | 'clock'>,
    Pick<ReturnType<typeof createFindings>, 'look'>,
    Pick<ReturnType<typeof createFindingAnswers>, 'answer' | 'unanswer'> {}

/** The reason that « vu » writes: nobody is asked for one. */
const SEEN = 'Vu.';

/** What a change asks to look at again, and who did. */
export function createImpact({ db, look, answer, unanswer, clock }: ImpactDeps) {
  const impact = async (productId: string, since?: string): Promise<ImpactAnswer> => {
    const { found, acts, state, findings, stamp } = await look(productId);
    // The table is that of cosmetics; a cleaning product has its acts to do again.
    if (found.product.type_produit !== 'cosmetique') return [];
    const act =
      since === undefined ? acts[0] : acts.find((one) => (since in ACTS ? one.kind === since : isBy(one, since)));
    const seen = await days.list(db, productId);
    const serious = act ? seriousSince(found.effects, act) : [];
    const seriousOn = serious.map(dayZeroOf).toSorted().at(-1) ?? null;
    const answers = new Map(findings.map((one) => [one.key, one.answer]));
    return impactOf({ ...state, act: act ?? null, serious: serious.map(({ id }) => id) }).map(({ cause, revoir }) => {
      const { part } = CAUSES[cause];
      const row = seen.find((one) => one.part === part);
      return {
        cause,
        // The follower has not looked at it yet: it moved just now.
        le: part === null ? seriousOn : row && row.sha256 === stamp[part] ? row.since : dayOf(clock()),
        revoir: revoir.map((one) => {
          const said = answers.get(`A_REVOIR:${reviewKey(cause, one.key)}`);
          return { ...one, vu: said ? { par: said.by, le: said.at } : null };
        }),
      };
    });
  };
  return {
    impact,
    async seeImpact(
      productId: string,
      { cause, key, vu }: { cause: string; key: string; vu: boolean },
      by: Actor,
    ): Promise<ImpactAnswer> {
      const of = (await impact(productId)).find((one) => one.cause === cause);
      if (!of?.revoir.some((one) => one.key === key)) throw notFound('point à revoir');
      const about = `A_REVOIR:${cause}:${key}`;
      await (vu ? answer(productId, [{ key: about, reason: SEEN }], by) : unanswer(productId, about, by));
      return impact(productId);
    },
  };
}

/** Whether an act was done by a day, that day too, or by an instant. */
const isBy = ({ at }: StampedAct, since: string): boolean =>
  since.length === 10 ? dayOf(new Date(at)) <= since : at <= since;
