import { daysAfter, daysBetween, monthsAfter } from '../fields/date.ts';
import { type PointUnit, type StudyPoint, type StudyType, type StudyValues, UNITS } from './study.contract.ts';

const DAYS: Readonly<Record<Exclude<PointUnit, 'mois'>, number>> = { jours: 1, semaines: 7 };

/** The day of a point: that of the beginning so much later; in a month without that day, its last. */
export const dueOn = (debut: string, { valeur, unite }: StudyPoint): string =>
  unite === 'mois' ? monthsAfter(debut, valeur) : daysAfter(debut, valeur * DAYS[unite]);

/** A point of a study, in order, with its day and the conditions that nobody has read there. */
export interface DuePoint {
  point: StudyPoint;
  due_on: string;
  unread: readonly string[];
  /** Days since its day, once the tolerance is over and something is unread; else 0. */
  overdue_days: number;
}

type Planned = Pick<StudyValues, 'debut' | 'points' | 'conditions' | 'lectures' | 'tolerance_jours'>;

/** The points of a study that has begun. @param today `YYYY-MM-DD` */
export function duePointsOf(study: Planned, today: string): DuePoint[] {
  const { debut, points, conditions, lectures, tolerance_jours } = study;
  if (debut === null) return [];
  return points
    .map((point) => {
      const due_on = dueOn(debut, point);
      const unread = conditions.filter(
        (condition) => !lectures.some((one) => one.condition === condition && one.point === point.valeur),
      );
      const isLate = unread.length > 0 && today > daysAfter(due_on, tolerance_jours);
      return { point, due_on, unread, overdue_days: isLate ? daysBetween(due_on, today) : 0 };
    })
    .toSorted((a, b) => a.due_on.localeCompare(b.due_on));
}

/** The point at a place of the time line, as people say it: « 3 mois », « 1 semaine », « début ». */
export function printPoint({ valeur, unite }: StudyPoint): string {
  if (valeur === 0) return 'début';
  return `${valeur} ${valeur > 1 ? unite : UNITS[unite]}`;
}

/** Of these types one is about stability. Annex I, part A, point 2. */
const STABILITY: ReadonlySet<StudyType> = new Set(['accélérée', 'temps réel']);

/**
 * What a study stands for in the file: its protocol, a reading after the beginning, a conclusion and its report are all there.
 * @param hasFile whether something is attached under it
 */
export function standsFor(
  { type, protocole, lectures, conclusion }: Pick<StudyValues, 'type' | 'protocole' | 'lectures' | 'conclusion'>,
  hasFile: boolean,
): 'stabilité' | 'compatibilité' | null {
  const isWhole = protocole !== null && conclusion !== null && lectures.some(({ point }) => point > 0) && hasFile;
  if (!isWhole) return null;
  return STABILITY.has(type) ? 'stabilité' : type === 'compatibilité' ? 'compatibilité' : null;
}

type Proposal = Pick<StudyValues, 'type' | 'conditions' | 'points'>;
const months = (...values: number[]): StudyPoint[] => values.map((valeur) => ({ valeur, unite: 'mois' }));
/** To begin with, and to be changed: no text fixes them (ISO/TR 18811 leaves them to who makes the product). */
export const PROPOSALS: readonly Proposal[] = [
  { type: 'accélérée', conditions: ['4 °C', '25 °C', '40 °C'], points: months(0, 1, 2, 3) },
  { type: 'temps réel', conditions: ['25 °C'], points: months(0, 3, 6, 12, 18, 24, 30, 36) },
  {
    type: 'cycles',
    conditions: ['−5 °C / 40 °C'],
    points: [0, 7, 14, 21].map((valeur) => ({ valeur, unite: 'jours' })),
  },
];
