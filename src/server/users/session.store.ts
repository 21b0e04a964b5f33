import type { Executor } from '../db/open.ts';

/** Ends every session of the user, but `except`. @param way those that began so alone */
export async function endSessions(
  db: Executor,
  { userId, now, except, way }: { userId: string; now: string; except?: string; way?: string },
): Promise<void> {
  let query = db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  if (except) query = query.where('id', '!=', except);
  if (way) query = query.where('way', '=', way);
  await query.execute();
}

/** Ends every session there is, and every token. */
export async function endAllSessions(db: Executor, now: string): Promise<void> {
  await db.updateTable('sessions').set({ ended_at: now }).where('ended_at', 'is', null).execute();
  await db.deleteFrom('tokens').execute();
}

/** Ends the tokens of programs that stand for the user. */
export async function endTokens(db: Executor, userId: string): Promise<void> {
  await db.deleteFrom('tokens').where('person_id', '=', userId).execute();
}

/** The address of a person’s calendar opens nothing any more. */
export async function endCalendar(db: Executor, userId: string): Promise<void> {
  await db.deleteFrom('calendars').where('person_id', '=', userId).execute();
}

/** The second factor asks for nothing any more, and its codes open nothing. @returns whether there was one in force */
export async function endFactor(db: Executor, userId: string): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('person_id', '=', userId).execute();
  const removed = await db
    .deleteFrom('second_factors')
    .where('person_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return typeof removed?.confirmed_at === 'string';
}

/** Forgets them: where they came from says whose they were. */
export async function removeSessions(db: Executor, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}
