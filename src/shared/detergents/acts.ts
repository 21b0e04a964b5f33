/** Acts about cleaning products that are published and do not apply yet. */
export interface CleaningAct {
  regulation: string;
  in_force: string;
  /** From this day on it is what counts: `YYYY-MM-DD`. */
  applies: string;
  text: string;
  /** Not seen in the Official Journal. */
  toCheck: boolean;
}

const ACTS: readonly CleaningAct[] = [
  {
    regulation: 'Règlement (UE) 2026/405',
    in_force: '2026-03-22',
    applies: '2029-09-23',
    text: 'il remplacera le règlement (CE) n° 648/2004 sur les détergents.',
    toCheck: true,
  },
];

/** Those that do not apply yet on this day. */
export const actsToCome = (today: string): readonly CleaningAct[] => ACTS.filter(({ applies }) => applies > today);
