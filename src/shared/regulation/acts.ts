/** Acts that changed the annexes, and from when. */
export interface Act {
  regulation: string;
  /** Placing on the market, making available: `YYYY-MM-DD`. */
  placing: string;
  available: string;
  /** The rows it touches, where the export does not say it by its column « Regulation ». */
  rows: readonly string[];
  source: string;
  /** Not seen in the Official Journal. */
  toCheck: boolean;
}

/**
 * « Update Date » of the exports is when CosIng was edited, not when the law applies: a row may show a text that is not in
 * force yet. Only acts that still decide, or did lately; « Omnibus VI » is not law.
 */
export const ACTS: readonly Act[] = [
  {
    regulation: '(EU) 2025/877',
    placing: '2025-09-01',
    available: '2025-09-01',
    rows: [],
    source: 'Règlement (UE) 2025/877 (substances CMR), applicable le 1er septembre 2025',
    toCheck: false,
  },
  {
    regulation: '(EU) 2026/78',
    placing: '2026-05-01',
    available: '2026-05-01',
    rows: [],
    source: 'Règlement (UE) 2026/78, applicable le 1er mai 2026',
    toCheck: true,
  },
  {
    regulation: '(EU) 2026/909',
    placing: '2027-01-01',
    available: '2028-07-01',
    rows: [
      'III/24',
      'III/70',
      'III/75',
      'III/381',
      'III/382',
      'III/383',
      'III/384',
      'III/385',
      'III/386',
      'V/61',
      'VI/28',
      'II/1597',
      'II/1767',
    ],
    source: 'Règlement (UE) 2026/909, lu dans une page professionnelle',
    toCheck: true,
  },
];

export const actOf = (entry: { key: string; regulation: string }): Act | null =>
  ACTS.find(({ regulation, rows }) => rows.includes(entry.key) || entry.regulation.includes(regulation)) ?? null;

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const DAY = `(\\d{1,2}) (${MONTHS.join('|')})\\s+(\\d{4})`;
const dayOf = ([, day = '', month = '', year = '']: readonly (string | undefined)[]): string => {
  const rank = MONTHS.indexOf(month.toLowerCase()) + 1;
  return `${year}-${String(rank).padStart(2, '0')}-${day.padStart(2, '0')}`;
};

/** The transitional dates of a text: they are prose. */
export interface Transition {
  /** From when nothing else is placed, and made available; `null` where the text does not say. */
  placing: string | null;
  available: string | null;
  /** Other days that it names after « from », « until » or « on ». */
  others: string[];
}

export function transitionIn(text: string): Transition {
  const flat = text.replace(/\s+/g, ' ');
  const first = (what: string): string | null => {
    const found = new RegExp(`\\bfrom ${DAY}[^.]{0,400}?shall not be ${what}`, 'i').exec(flat);
    return found ? dayOf(found) : null;
  };
  const [placing, available] = [first('placed'), first('made available')];
  const all = [...flat.matchAll(new RegExp(`\\b(?:as )?(?:from|until|on) ${DAY}`, 'gi'))].map(dayOf);
  return { placing, available, others: all.filter((day) => day !== placing && day !== available) };
}
