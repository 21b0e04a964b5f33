import { daysAfter, daysBetween } from '../fields/date.ts';
import { SERIOUSNESS, type SeriousnessName } from './effect.fields.ts';

/**
 * « Sans délai » (Regulation (EC) 1223/2009, article 23(1)): twenty calendar days in the Commission's guidelines on serious
 * undesirable effects (2012, 2013), counted from the day on which anybody in the firm knew. That day is day 0; weekends and
 * holidays count; sent on day 20 is in time.
 */
export const DAYS_TO_SEND = 20;
/** From that day on it is red. */
const RED_FROM = 15;

export type Gravite = Readonly<Record<SeriousnessName, boolean | null>>;

/** One true makes it serious, six false not; `null` while nobody can say. */
export function isSerious(gravite: Gravite): boolean | null {
  const answers = (Object.keys(SERIOUSNESS) as SeriousnessName[]).map((name) => gravite[name]);
  if (answers.includes(true)) return true;
  return answers.every((one) => one === false) ? false : null;
}

interface Case {
  recu_le: string;
  /** When its seriousness was learnt, if later. */
  grave_su_le: string | null;
  gravite: Gravite;
  transmis_le: string | null;
  non_transmis_motif: string | null;
}

/** The day from which the days are counted. */
export const dayZeroOf = ({ recu_le, grave_su_le, gravite }: Case): string =>
  isSerious(gravite) === true ? (grave_su_le ?? recu_le) : recu_le;

export interface Clock {
  /** The last day in time. */
  due_on: string;
  level: 'orange' | 'rouge';
  /** Days after it: of one that was sent late, or is not sent yet. */
  late: number;
  /** Neither sent nor said why not. */
  isOpen: boolean;
}

/** Of one that is serious, or may be; `null` for one that is not. @param today `YYYY-MM-DD` */
export function clockOf(one: Case, today: string): Clock | null {
  const grave = isSerious(one.gravite);
  if (grave === false) return null;
  const zero = dayZeroOf(one);
  const due_on = daysAfter(zero, DAYS_TO_SEND);
  const isOpen = one.transmis_le === null && one.non_transmis_motif === null;
  const until = one.transmis_le ?? (isOpen ? today : due_on);
  return {
    due_on,
    level: grave === true && daysBetween(zero, today) >= RED_FROM ? 'rouge' : 'orange',
    late: grave === true ? Math.max(0, daysBetween(due_on, until)) : 0,
    isOpen,
  };
}
