import { dayOf } from '../fields/date.ts';
import { type Change, FILE_CHANGE, type Revision } from './product.contract.ts';

/** What one person did to a product in one go. */
export interface Sitting {
  by: string | null;
  /** Of its first and its last save. */
  from: string;
  to: string;
  /** The version it ended with, and the status then. */
  revision: number;
  status: Revision['status'];
  /** From what it was before to what it was after, a field at a time; what came back to what it was is left out. */
  changes: Change[];
}

/** The sittings of a day (`YYYY-MM-DD`, Paris), the latest first. */
export interface HistoryDay {
  day: string;
  sittings: Sitting[];
}

/** Saves of one person that follow each other within so long are one sitting (ms). */
export const SITTING_MS = 15 * 60_000;

/**
 * The history of a product as people read it: by day, one person's saves that follow each other together.
 * @param sittingMs how long may lie between the first and the last of them; 0 for each save apart
 */
export function historyOf(revisions: readonly Revision[], sittingMs = SITTING_MS): HistoryDay[] {
  const days: HistoryDay[] = [];
  // The latest first, as the server gives them.
  let open: { sitting: Sitting; saves: Revision[] } | null = null;
  const close = (): void => {
    if (open) open.sitting.changes = together(open.saves.toReversed());
  };
  for (const save of revisions) {
    const day = dayOf(new Date(save.at));
    const last = days.at(-1);
    const goesOn =
      open !== null &&
      sittingMs > 0 &&
      last?.day === day &&
      open.sitting.by === save.by &&
      Date.parse(open.sitting.from) - Date.parse(save.at) <= sittingMs;
    if (open && goesOn) {
      open.saves.push(save);
      open.sitting.from = save.began_at ?? save.at;
      continue;
    }
    close();
    const sitting: Sitting = {
      by: save.by,
      from: save.began_at ?? save.at,
      to: save.at,
      revision: save.revision,
      status: save.status,
      changes: [],
    };
    open = { sitting, saves: [save] };
    if (last?.day === day) last.sittings.push(sitting);
    else days.push({ day, sittings: [sitting] });
  }
  close();
  return days;
}

/** Saves, the oldest first, as one: what a field was before the first, and is after the last. */
export function together(saves: readonly Pick<Revision, 'changes'>[]): Change[] {
  const found = new Map<string, Change>();
  const files: Change[] = [];
  for (const change of saves.flatMap(({ changes }) => changes)) {
    // A file that comes or goes is no value that another one takes the place of.
    if (isFileChange(change)) {
      files.push(change);
      continue;
    }
    const known = found.get(change.field);
    found.set(change.field, known ? { ...change, from: known.from } : change);
  }
  return [...files, ...[...found.values()].filter(({ from, to }) => from !== to)];
}

const isFileChange = ({ field }: Change): boolean => field.startsWith(FILE_CHANGE);

/** The values a product had at a version: what later saves changed is put back. */
export function valuesAt<Values extends object>(now: Values, revisions: readonly Revision[], version: number): Values {
  const values = { ...now } as Record<string, unknown>;
  // The latest first: the last one to say what a field was is the oldest after that version.
  for (const { revision, changes } of revisions.toSorted((a, b) => b.revision - a.revision))
    if (revision > version)
      for (const change of changes)
        if (change.field in now && change.field !== 'status' && !isFileChange(change))
          values[change.field] = change.from;
  return values as Values;
}
