import type { Executor } from '../db/open.ts';
import type { SecondFactorRow } from '../db/tables.ts';

export const find = (db: Executor, personId: string): Promise<SecondFactorRow | undefined> =>
  db.selectFrom('second_factors').selectAll().where('person_id', '=', personId).executeTakeFirst();

export const list = (db: Executor): Promise<SecondFactorRow[]> => db.selectFrom('second_factors').selectAll().execute();

/** One that nothing has confirmed yet takes the place of another such. @returns whether there was none in force */
export async function prepare(db: Executor, row: SecondFactorRow): Promise<boolean> {
  const { secret, created_at, last_step } = row;
  const result = await db
    .insertInto('second_factors')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet({ secret, created_at, last_step })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}

/** @returns whether it is this one that was waiting, and no code of it was used yet */
export async function confirm(
  db: Executor,
  { person_id, secret }: SecondFactorRow,
  { at, step }: { at: string; step: number },
): Promise<boolean> {
  const result = await db
    .updateTable('second_factors')
    .set({ confirmed_at: at, last_step: step })
    .where('person_id', '=', person_id)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

/** @returns whether no code of this step, or of a later one, was used before */
export async function takeStep(db: Executor, personId: string, step: number): Promise<boolean> {
  const result = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('person_id', '=', personId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

/** @returns whether there was such a code, which is gone now */
export async function takeRecoveryCode(db: Executor, personId: string, hash: string): Promise<boolean> {
  const result = await db
    .deleteFrom('recovery_codes')
    .where('person_id', '=', personId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}

export async function replaceRecoveryCodes(db: Executor, personId: string, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('person_id', '=', personId).execute();
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ person_id: personId, hash })))
    .execute();
}

export async function countRecoveryCodes(db: Executor, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function relock(db: Executor, personId: string, secret: string): Promise<void> {
  await db.updateTable('second_factors').set({ secret }).where('person_id', '=', personId).execute();
}
