import { clockOf, isSerious } from '../effects/clock.ts';
import { printDay } from '../fields/date.ts';
import type { FindingCode } from '../findings/finding.ts';
import { type FileState, ofChronology, type Told } from './finding.state.ts';

/** What the clocks of undesirable effects say; nothing of what a case tells. */
export const EFFECT_FINDERS: Pick<
  Readonly<Record<FindingCode, (state: FileState) => readonly Told[]>>,
  'EIG' | 'EIG_HORS_DELAI' | 'EFFET_A_QUALIFIER'
> = {
  // Once its last day is over, the chronology says it.
  EIG: (state) =>
    open(state, true)
      .filter(({ late }) => late === 0)
      .map(({ id, due_on, level }) => ({
        text: `Effet indésirable grave : à transmettre au plus tard le ${printDay(due_on)} (article 23).`,
        about: id,
        due_on,
        level,
      })),
  EIG_HORS_DELAI: (state) => {
    const due = new Map(open(state, true).map(({ id, due_on }) => [id, due_on]));
    // One that was sent, late, is no deadline any more.
    return ofChronology(
      'EIG_HORS_DELAI',
      null,
    )(state).map((one) => ({
      ...one,
      due_on: due.get(one.about ?? '') ?? null,
    }));
  },
  EFFET_A_QUALIFIER: (state) =>
    open(state, null).map(({ id, due_on }) => ({
      text: `Effet indésirable à qualifier, grave ou non : au plus tard le ${printDay(due_on)}.`,
      about: id,
      due_on,
    })),
};

/** Cases of this seriousness that are neither sent nor said not to be. */
const open = ({ effects, today }: FileState, grave: true | null) =>
  effects.flatMap((one) => {
    const clock = isSerious(one.gravite) === grave ? clockOf(one, today) : null;
    return clock?.isOpen ? [{ id: one.id, ...clock }] : [];
  });
