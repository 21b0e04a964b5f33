import { monthsAfter } from '../fields/date.ts';
import type { LotValues } from './lot.fields.ts';

/**
 * How long the file of a product is kept: ten years after its last batch was placed on the market (Regulation (EC)
 * 1223/2009, article 11(1)), that day included (Regulation (EEC, Euratom) No 1182/71, article 3). Of a cleaning product
 * what its classification stood on is kept as long after it was last supplied: Regulation (EC) 1272/2008, article 49(1), and
 * Regulation (EC) 1907/2006, article 36.
 */
const YEARS = 10;
/** Nobody knows yet until when. */
export const OPEN_END = '9999-12-31';

type Dated = Pick<LotValues, 'premiere_mise' | 'derniere_mise'>;

/** The day on which a lot was placed on the market last; `null` where nobody said. */
export const placedOn = ({ derniere_mise, premiere_mise }: Dated): string | null => derniere_mise ?? premiere_mise;

/** The lot that was placed last: by its days, else the one that was entered last. */
export function lastLotOf<L extends Dated>(lots: readonly L[]): L | null {
  return lots.reduce<L | null>(
    (last, one) => (last === null || (placedOn(one) ?? '') >= (placedOn(last) ?? '') ? one : last),
    null,
  );
}

interface Facts {
  lots: readonly Dated[];
  /** The day from which no lot follows. */
  stop: string | null;
  /** Of a product without lots: the day of the last one, as the conformity says it. */
  said: string | null;
}

export interface Retention {
  /** The last day on which the file is kept; `null` while more lots may follow, or where a lot has no day. */
  conservation_jusqu_au: string | null;
  /** While more lots may follow: it is kept until that day at least. */
  au_moins: string | null;
}

export function retentionOf({ lots, stop, said }: Facts): Retention {
  const days = lots.length > 0 ? lots.map(placedOn) : [said];
  // One that nobody knows the day of may be the last.
  const last = days.includes(null) ? null : (days.toSorted().at(-1) ?? null);
  const until = last === null ? null : monthsAfter(last, YEARS * 12);
  return stop === null
    ? { conservation_jusqu_au: null, au_moins: until }
    : { conservation_jusqu_au: until, au_moins: null };
}

/** The day until which nothing of it goes: `null` for a product that was never placed on the market, as far as its file says. */
export function keptUntil(facts: Facts): string | null {
  if (facts.lots.length === 0 && facts.said === null) return null;
  return retentionOf(facts).conservation_jusqu_au ?? OPEN_END;
}
