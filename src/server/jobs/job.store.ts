import { sql } from 'kysely';
import type { JobKind } from '#shared/jobs/job.contract.ts';
import type { Executor } from '../db/open.ts';
import type { JobRow } from '../db/tables.ts';

/**
 * When a line may be taken: its hour has come and nobody holds it. An hour or a lease further away than any is given
 * comes from a clock that was put back.
 */
export interface Moment {
  now: string;
  /** No pause is longer. */
  farthestPause: string;
  /** No lease is longer. */
  farthestLease: string;
}

const due = (db: Executor, kinds: readonly JobKind[], { now, farthestPause, farthestLease }: Moment) =>
  db
    .selectFrom('jobs')
    .where('state', '=', 'waiting')
    .where('kind', 'in', kinds)
    .where((eb) => eb.or([eb('next_at', '<=', now), eb('next_at', '>', farthestPause)]))
    .where((eb) =>
      eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now), eb('leased_until', '>', farthestLease)]),
    );

export const isDue = async (db: Executor, kinds: readonly JobKind[], moment: Moment): Promise<boolean> =>
  (await due(db, kinds, moment).select('id').limit(1).executeTakeFirst()) !== undefined;

/** The next line to work on, leased to `by` until `until`. */
export async function claim(
  db: Executor,
  { kinds, moment, until, by }: { kinds: readonly JobKind[]; moment: Moment; until: string; by: string },
): Promise<JobRow | undefined> {
  const row = await due(db, kinds, moment).selectAll().orderBy('next_at').orderBy('id').limit(1).executeTakeFirst();
  if (!row) return undefined;
  const lease = { leased_until: until, leased_by: by };
  await db.updateTable('jobs').set(lease).where('id', '=', row.id).execute();
  return { ...row, ...lease };
}

/** Holds it longer, and says how far it is. @returns whether it is no longer wanted; `null` when another one has it */
export async function renew(
  db: Executor,
  row: JobRow,
  values: Pick<JobRow, 'leased_until' | 'progress_done' | 'progress_total'>,
): Promise<{ cancelling: boolean } | null> {
  await db
    .updateTable('jobs')
    .set(values)
    .where('id', '=', row.id)
    .where('leased_by', '=', row.leased_by ?? '')
    .execute();
  const now = await db
    .selectFrom('jobs')
    .select('cancelling')
    .where('id', '=', row.id)
    .where('leased_by', '=', row.leased_by ?? '')
    .executeTakeFirst();
  return now ? { cancelling: now.cancelling === 1 } : null;
}

/** What a line says only as long as somebody is at it. */
const RELEASED = { leased_until: null, leased_by: null, progress_done: null, progress_total: null };

/** Whoever held a line died; `except` those that this process is at. */
export async function endLeases(db: Executor, except: readonly string[]): Promise<void> {
  const leased = db.updateTable('jobs').set(RELEASED);
  await (except.length > 0 ? leased.where('id', 'not in', except) : leased).execute();
}

/** The line as long as this try holds it and nobody has asked for it anew: only then what it did may be kept. */
export const findHeld = (trx: Executor, row: JobRow): Promise<Pick<JobRow, 'cancelling'> | undefined> =>
  trx
    .selectFrom('jobs')
    .select('cancelling')
    .where('id', '=', row.id)
    .where('leased_by', '=', row.leased_by ?? '')
    .where('stamp', '=', row.stamp)
    .executeTakeFirst();

/**
 * Writes what became of a try and gives the line back; one that was hurried meanwhile stays due. @returns false when
 * another one holds it, or somebody has asked for it anew meanwhile: nothing is written then
 */
export async function settle(trx: Executor, row: JobRow, values: Partial<JobRow>): Promise<boolean> {
  const { next_at, ...said } = values;
  const { numUpdatedRows } = await trx
    .updateTable('jobs')
    .set({ ...RELEASED, ...said })
    .$if(next_at !== undefined, (update) =>
      update.set((eb) => ({
        next_at: eb
          .case()
          .when('next_at', '=', row.next_at)
          .then(next_at ?? '')
          .else(eb.ref('next_at'))
          .end(),
      })),
    )
    .where('id', '=', row.id)
    .where('leased_by', '=', row.leased_by ?? '')
    .where('stamp', '=', row.stamp)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** Gives the line back as it is; one that another one holds is left to it. */
export async function giveBack(db: Executor, row: JobRow): Promise<void> {
  await db
    .updateTable('jobs')
    .set(RELEASED)
    .where('id', '=', row.id)
    .where('leased_by', '=', row.leased_by ?? '')
    .execute();
}

/** Puts it in line, or again if it is there: a try under way does not count for it. */
export async function add(
  db: Executor,
  row: Pick<JobRow, 'id' | 'kind' | 'key' | 'title' | 'payload' | 'stamp' | 'created_at' | 'next_at'>,
): Promise<void> {
  const fresh = {
    title: row.title,
    payload: row.payload,
    stamp: row.stamp,
    state: 'waiting',
    attempts: 0,
    next_at: row.next_at,
    cancelling: 0,
    progress_done: null,
    progress_total: null,
    error: null,
    created_at: row.created_at,
  };
  await db
    .insertInto('jobs')
    .values({ ...row, ...fresh, leased_until: null, leased_by: null, ended_at: null })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet(fresh))
    .execute();
}

/** Whether it is in line, or waits for a person; what was done is not. */
export const has = async (db: Executor, kind: JobKind, key: string): Promise<boolean> =>
  (await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('state', '!=', 'done')
    .executeTakeFirst()) !== undefined;

export const findByKey = (db: Executor, kind: JobKind, key: string): Promise<JobRow | undefined> =>
  db.selectFrom('jobs').selectAll().where('kind', '=', kind).where('key', '=', key).executeTakeFirst();

export const find = (db: Executor, id: string): Promise<JobRow | undefined> =>
  db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();

type Which = { id: string } | { kind: JobKind; keys: readonly string[] | null; evenCancelled: boolean };

/** Lets what failed, or waits for a later hour, be done now; what was cancelled too, if it is meant. @returns how many */
export async function hurry(db: Executor, { now, where }: { now: string; where: Which }): Promise<number> {
  let query = db
    .updateTable('jobs')
    .set({ state: 'waiting', attempts: 0, next_at: now, cancelling: 0 })
    .where('state', '!=', 'done');
  if ('id' in where) query = query.where('id', '=', where.id);
  else {
    query = query.where('kind', '=', where.kind).where('cancelling', '=', 0);
    if (where.keys) query = query.where('key', 'in', where.keys);
    if (!where.evenCancelled) query = query.where('state', '!=', 'cancelled');
  }
  const result = await query.executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Ends it at once, or asks who holds it to stop. */
export async function cancel(db: Executor, row: JobRow, { now, error }: { now: string; error: string }): Promise<void> {
  const isHeld = row.leased_until !== null && row.leased_until >= now;
  await db
    .updateTable('jobs')
    .set(isHeld ? { cancelling: 1 } : { ...RELEASED, state: 'cancelled', error })
    .where('id', '=', row.id)
    .where('state', '=', 'waiting')
    .execute();
}

export async function removeKind(db: Executor, kind: JobKind): Promise<void> {
  await db.deleteFrom('jobs').where('kind', '=', kind).execute();
}

/** Forgets what was done before. What failed, or was cancelled, stays: somebody may want it after all. */
export async function sweep(db: Executor, before: string): Promise<void> {
  await db.deleteFrom('jobs').where('state', '=', 'done').where('ended_at', '<', before).execute();
}

/** Under way first, then what failed, then what waits, then what is over: the latest first. */
/** @param of the account that their payload names; all of them without one */
export const list = (
  db: Executor,
  { now, limit, of }: { now: string; limit: number; of: string | null },
): Promise<JobRow[]> =>
  db
    .selectFrom('jobs')
    .selectAll()
    // An id holds no sign of a pattern; who else is named there, the caller tells.
    .$if(of !== null, (query) => query.where('payload', 'like', `%"${of}"%`))
    .orderBy(
      sql`case when state = 'waiting' and leased_until >= ${now} then 0 when state = 'failed' then 1 when state = 'waiting' then 2 else 3 end`,
    )
    .orderBy(sql`case when state = 'waiting' then next_at end`)
    .orderBy('ended_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
