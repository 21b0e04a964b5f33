/** The few facts of an installation that are not settings of the environment: one name, one text. */
import type { Executor } from './open.ts';

export async function findSetting(db: Executor, name: string): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

export async function writeSetting(db: Executor, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function forgetSetting(db: Executor, name: string): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', name).execute();
}

/** How far the follower of the journal has come, and the day of its last pass over all products. */
export const FOLLOWER = { seq: 'control_seq', day: 'control_day' } as const;
