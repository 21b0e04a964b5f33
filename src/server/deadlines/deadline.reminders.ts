import type { Deadline } from '#shared/deadlines/deadline.contract.ts';
import { type DeadlineKind, isRemindedOn, overdueDays, REMINDER_DAYS } from '#shared/deadlines/deadline.kinds.ts';
import { DAYS_TO_SEND } from '#shared/effects/clock.ts';
import { daysAfter } from '#shared/fields/date.ts';
import type { Db } from '../db/open.ts';
import type { DeadlineRow as Row } from '../db/tables.ts';
import { nearestFirst } from './deadline.calendar.ts';
import * as store from './deadline.store.ts';

interface Reading {
  db: Db;
  today: () => string;
  present: (rows: readonly Row[]) => Promise<Deadline[]>;
}

/** Until when an open serious effect is called to mind each day. */
const effectsTo = (day: string): string => daysAfter(day, DAYS_TO_SEND);

/** What is called to mind by a message. */
export const createReminders = ({ db, today, present }: Reading) => ({
  /**
   * What reaches one of its reminders on one of these days, and what is late.
   * @returns how many, and the first of them
   */
  async reminders(
    days: readonly string[],
    { withLate, first }: { withLate: boolean; first: number },
  ): Promise<{ count: number; first: Deadline[] }> {
    const on = today();
    const rows = await store.listToRemind(db, {
      days: days.flatMap((day) => REMINDER_DAYS.map((left) => daysAfter(day, left))),
      effectsTo: effectsTo(on),
      before: withLate ? on : null,
    });
    const told = rows
      .map((row) => ({ ...row, kind: row.kind as DeadlineKind }))
      .filter(
        (one) =>
          (one.kind === 'eig' && one.due_on <= effectsTo(on)) ||
          days.some((day) => isRemindedOn(one, day)) ||
          (withLate && overdueDays(one, on) > 0),
      );
    return { count: told.length, first: await present(nearestFirst(told, on).slice(0, first)) };
  },

  /** Whether an open serious effect is called to mind on a day. */
  isPressing: async (day: string): Promise<boolean> =>
    (await store.listToRemind(db, { days: [day], effectsTo: effectsTo(day), before: null })).some(
      ({ kind, due_on }) => kind === 'eig' && isRemindedOn({ kind, due_on }, day),
    ),
});
