import { dayOf } from '../fields/date.ts';
import { dayZeroOf, isSerious } from './clock.ts';
import type { EffectValues } from './effect.contract.ts';

/** What the file of a product knows of a case: its clock and how it was judged, and none of its texts. */
export type EffectFacts = Pick<
  EffectValues,
  'recu_le' | 'grave_su_le' | 'gravite' | 'transmis_le' | 'non_transmis_motif' | 'imputabilite'
> & {
  id: string;
  /** Since when it stands as serious and nobody excluded it, by our own clock; `null` for one that does not. */
  grave_depuis: string | null;
};

/** Those known to be serious after a day. */
export const seriousAfter = (effects: readonly EffectFacts[], day: string): EffectFacts[] =>
  effects.filter((one) => isSerious(one.gravite) === true && dayZeroOf(one) > day);

/**
 * Serious ones that nobody excluded, and that an act did not know: said here after it, or known after its day.
 * @param at by our own clock
 */
export const seriousSince = (effects: readonly EffectFacts[], at: string): EffectFacts[] =>
  effects.filter((one) => one.grave_depuis !== null && (one.grave_depuis > at || dayZeroOf(one) > dayOf(new Date(at))));
