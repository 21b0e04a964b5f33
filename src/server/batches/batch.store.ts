import { sql } from 'kysely';
import type { BatchKind, BatchState, ItemState } from '#shared/batches/batch.contract.ts';
import type { ListQuery } from '#shared/contract/list.query.ts';
import { pageOf } from '#shared/contract/list.ts';
import { matches, standsIn, wordsOf } from '../db/fulltext.ts';
import type { Executor } from '../db/open.ts';
import type { BatchItemRow, BatchRow } from '../db/tables.ts';

/** Those that are not over. */
const OPEN = ['waiting', 'running', 'paused'] as const satisfies readonly BatchState[];
/** Rows inserted by one statement. */
const ROWS_AT_ONCE = 500;

export async function insert(trx: Executor, row: BatchRow, items: readonly BatchItemRow[]): Promise<void> {
  await trx.insertInto('batches').values(row).execute();
  for (let from = 0; from < items.length; from += ROWS_AT_ONCE)
    await trx
      .insertInto('batch_items')
      .values(items.slice(from, from + ROWS_AT_ONCE))
      .execute();
}

export const find = (db: Executor, id: string): Promise<BatchRow | undefined> =>
  db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst();

/** The one that is under way, else the one that waits longest. */
export const findNext = (db: Executor): Promise<BatchRow | undefined> =>
  db
    .selectFrom('batches')
    .selectAll()
    .where('state', 'in', ['running', 'waiting'])
    .orderBy(sql`case when state = 'running' then 0 else 1 end`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

export const countOpen = async (db: Executor, personId: string | null): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('batches')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('created_by_id', personId === null ? 'is' : '=', personId)
        .where('state', 'in', OPEN)
        .executeTakeFirstOrThrow()
    ).total,
  );

/** @param from only what is in one of these states. @returns whether it was */
export async function update(
  db: Executor,
  id: string,
  { values, from }: { values: Partial<BatchRow>; from?: readonly BatchState[] },
): Promise<boolean> {
  let query = db.updateTable('batches').set(values).where('id', '=', id);
  if (from) query = query.where('state', 'in', from);
  return Number((await query.executeTakeFirst()).numUpdatedRows) === 1;
}

export async function list(
  db: Executor,
  query: ListQuery & { kind?: BatchKind | undefined; open?: 'true' | 'false' | undefined },
): Promise<{ rows: BatchRow[]; total: number }> {
  let filtered = db.selectFrom('batches');
  const { search } = query;
  if (search?.trim()) filtered = filtered.where((eb) => matches(eb, search));
  if (query.kind) filtered = filtered.where('kind', '=', query.kind);
  if (query.open) filtered = filtered.where('state', query.open === 'true' ? 'in' : 'not in', OPEN);
  const { total } = await filtered.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  let rows = filtered.selectAll().orderBy('created_at', 'desc').orderBy('id');
  const page = pageOf({ ...query, page: query.page ?? 1 });
  if (page) rows = rows.limit(page.limit).offset(page.offset);
  return { rows: await rows.execute(), total: Number(total) };
}

export async function listItems(
  db: Executor,
  id: string,
  query: ListQuery & { state?: ItemState | undefined },
): Promise<{ rows: BatchItemRow[]; total: number }> {
  let filtered = db.selectFrom('batch_items').where('batch_id', '=', id);
  if (query.state) filtered = filtered.where('state', '=', query.state);
  for (const word of wordsOf(query.search ?? ''))
    filtered = filtered.where(standsIn(db, sql`label || ' ' || coalesce(message, '')`, word));
  const { total } = await filtered.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const page = pageOf({ ...query, page: query.page ?? 1 }, 200);
  let rows = filtered.selectAll().orderBy('seq');
  if (page) rows = rows.limit(page.limit).offset(page.offset);
  return { rows: await rows.execute(), total: Number(total) };
}

/** Items of one state after one, in their order, or before it in the other order. */
export const nextItems = (
  db: Executor,
  id: string,
  { state, count, last = false }: { state: ItemState; count: number; last?: boolean },
): Promise<BatchItemRow[]> =>
  db
    .selectFrom('batch_items')
    .selectAll()
    .where('batch_id', '=', id)
    .where('state', '=', state)
    .orderBy('seq', last ? 'desc' : 'asc')
    .limit(count)
    .execute();

/** All of a batch, some hundred at a time. */
export async function* allItems(db: Executor, id: string): AsyncGenerator<BatchItemRow> {
  for (let after = -1; ; ) {
    const rows = await db
      .selectFrom('batch_items')
      .selectAll()
      .where('batch_id', '=', id)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(ROWS_AT_ONCE)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = last.seq;
  }
}

export const findItem = (db: Executor, id: string, seq: number): Promise<BatchItemRow | undefined> =>
  db.selectFrom('batch_items').selectAll().where('batch_id', '=', id).where('seq', '=', seq).executeTakeFirst();

/** Whether another batch that takes it back is not over. */
export const hasOpenUndo = async (db: Executor, id: string): Promise<boolean> =>
  (await db
    .selectFrom('batches')
    .select('id')
    .where('undoes', '=', id)
    .where('state', 'in', OPEN)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Writes what became of an item, and counts it. @returns false when it is no longer in that state */
export async function settleItem(
  trx: Executor,
  { batch_id, seq, state }: Pick<BatchItemRow, 'batch_id' | 'seq' | 'state'>,
  values: Partial<BatchItemRow> & { state: ItemState },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('batch_items')
    .set(values)
    .where('batch_id', '=', batch_id)
    .where('seq', '=', seq)
    .where('state', '=', state)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== 1) return false;
  await count(trx, batch_id, state as ItemState, -1);
  await count(trx, batch_id, values.state, 1);
  return true;
}

async function count(trx: Executor, id: string, state: ItemState, by: 1 | -1): Promise<void> {
  if (state !== 'done' && state !== 'failed' && state !== 'skipped') return;
  await trx
    .updateTable('batches')
    .set((eb) => ({ [state]: eb(state, '+', by) }))
    .where('id', '=', id)
    .execute();
}

/** What failed waits again. @returns how many */
export async function retryFailed(trx: Executor, id: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('batch_items')
    .set({ state: 'waiting', message: null })
    .where('batch_id', '=', id)
    .where('state', '=', 'failed')
    .executeTakeFirst();
  await trx.updateTable('batches').set({ failed: 0 }).where('id', '=', id).execute();
  return Number(numUpdatedRows);
}
