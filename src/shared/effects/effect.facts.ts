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

/**
 * Serious ones of which a statement could not tell: known after its day, or said here after it was written.
 * @param at when it was written, by our own clock; `null` where no save tells
 */
export const seriousUnstated = (
  effects: readonly EffectFacts[],
  { at, on }: { at: string | null; on: string },
): EffectFacts[] =>
  effects.filter(
    (one) =>
      isSerious(one.gravite) === true &&
      (dayZeroOf(one) > on || (at !== null && one.grave_depuis !== null && one.grave_depuis > at)),
  );

/** When an act was recorded, by our own clock, and the day that it bears: a signature may be of an earlier one. */
export interface ActDays {
  at: string;
  on: string;
}
export const daysOfSignature = ({ entered_at, signed_on }: { entered_at: string; signed_on: string }): ActDays => ({
  at: entered_at,
  on: signed_on,
});
export const daysOfAct = (at: string): ActDays => ({ at, on: dayOf(new Date(at)) });

/** Serious ones that nobody excluded, and that an act did not know: said here after it, or known after its day. */
export const seriousSince = (effects: readonly EffectFacts[], { at, on }: ActDays): EffectFacts[] =>
  effects.filter((one) => one.grave_depuis !== null && (one.grave_depuis > at || dayZeroOf(one) > on));
