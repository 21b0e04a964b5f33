import { type ListQuery, pageOf } from '#shared/contract/list.ts';
import { inChunks } from '../db/chunks.ts';
import { matches } from '../db/fulltext.ts';
import type { Executor } from '../db/open.ts';
import type { RecordRevisionRow, RecordRow } from '../db/tables.ts';

export type RecordTable = 'substances' | 'materials';

const SORTABLE = ['label', 'created_at', 'updated_at'] as const;
const PAGE = 50;
/** Ids asked for in one statement. */
const AT_ONCE = 500;

export const isSortable = (sort: string): boolean => SORTABLE.some((name) => name === sort.replace(/^-/, ''));

export async function list(
  db: Executor,
  table: RecordTable,
  query: ListQuery,
): Promise<{ rows: RecordRow[]; total: number }> {
  let filtered = db.selectFrom(table).where('deleted_at', 'is', null).where('merged_into', 'is', null);
  const { search } = query;
  if (search?.trim()) filtered = filtered.where((eb) => matches(eb, search));
  const { total } = await filtered.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const sort = query.sort ?? 'label';
  const named = SORTABLE.find((name) => name === sort.replace(/^-/, '')) ?? 'label';
  const column = named === 'label' ? 'name_key' : named;
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const page = pageOf({ ...query, page: query.page ?? 1 }, PAGE);
  const rows = filtered.selectAll().orderBy(column, direction).orderBy('id', direction);
  return { rows: await (page ? rows.limit(page.limit).offset(page.offset) : rows).execute(), total };
}

export const find = (db: Executor, table: RecordTable, id: string): Promise<RecordRow | undefined> =>
  db.selectFrom(table).selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

/** Those of these records that are there, those in the trash too: what stands on them still needs them. */
export async function listByIds(db: Executor, table: RecordTable, ids: readonly string[]): Promise<RecordRow[]> {
  const found: RecordRow[] = [];
  for await (const row of inChunks(ids, AT_ONCE, (some) =>
    db.selectFrom(table).selectAll().where('id', 'in', some).execute(),
  ))
    found.push(row);
  return found;
}

export async function listByKeys(db: Executor, table: RecordTable, keys: readonly string[]): Promise<RecordRow[]> {
  const found: RecordRow[] = [];
  for await (const row of inChunks(keys, AT_ONCE, (some) =>
    db
      .selectFrom(table)
      .selectAll()
      .where('name_key', 'in', some)
      .where('deleted_at', 'is', null)
      .where('merged_into', 'is', null)
      .execute(),
  ))
    found.push(row);
  return found;
}

export const listNames = (db: Executor, table: RecordTable): Promise<Pick<RecordRow, 'id' | 'label' | 'name_key'>[]> =>
  db
    .selectFrom(table)
    .select(['id', 'label', 'name_key'])
    .where('deleted_at', 'is', null)
    .where('merged_into', 'is', null)
    .execute();

export async function insert(db: Executor, table: RecordTable, row: RecordRow): Promise<void> {
  await db.insertInto(table).values(row).execute();
}

/** @returns false when somebody else saved since `revision`, or the record is gone */
export async function update(
  db: Executor,
  table: RecordTable,
  { id, revision, values }: { id: string; revision: number; values: Partial<RecordRow> },
): Promise<boolean> {
  const result = await db
    .updateTable(table)
    .set(values)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

export async function insertRevision(db: Executor, row: RecordRevisionRow): Promise<void> {
  await db.insertInto('record_revisions').values(row).execute();
}

export const listRevisions = (db: Executor, id: string): Promise<Omit<RecordRevisionRow, 'data'>[]> =>
  db
    .selectFrom('record_revisions')
    .select(['owner_id', 'revision', 'at', 'by', 'changes'])
    .where('owner_id', '=', id)
    .orderBy('revision', 'desc')
    .execute();

/** Says on which records a product or a raw material stands. */
export async function setUses(db: Executor, user: string, records: readonly string[]): Promise<void> {
  await db.deleteFrom('record_uses').where('owner_id', '=', user).execute();
  const rows = [...new Set(records)].map((record_id) => ({ owner_id: user, record_id }));
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await db
      .insertInto('record_uses')
      .values(rows.slice(at, at + AT_ONCE))
      .execute();
}

/** What stands on a record, directly. */
export const listUsers = async (db: Executor, id: string): Promise<string[]> =>
  (await db.selectFrom('record_uses').select('owner_id').where('record_id', '=', id).execute()).map(
    (row) => row.owner_id,
  );

/** In how many products each of these records is: by a line, or in a raw material of one. */
export async function countProducts(db: Executor, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const direct = db.selectFrom('record_uses').select(['record_id', 'owner_id']).where('record_id', 'in', ids);
  const through = db
    .selectFrom('record_uses as inner')
    .innerJoin('record_uses as outer', 'outer.record_id', 'inner.owner_id')
    .select(['inner.record_id', 'outer.owner_id'])
    .where('inner.record_id', 'in', ids);
  // One product counts once, however it has it.
  const rows = await db
    .selectFrom(direct.union(through).as('uses'))
    .innerJoin('products', 'products.id', 'uses.owner_id')
    .select((eb) => ['uses.record_id', eb.fn.countAll<number>().as('count')])
    .where('products.deleted_at', 'is', null)
    .groupBy('uses.record_id')
    .execute();
  return new Map(rows.map((row) => [row.record_id, Number(row.count)]));
}

export async function setNumbers(db: Executor, id: string, numbers: readonly string[]): Promise<void> {
  await db.deleteFrom('substance_numbers').where('substance_id', '=', id).execute();
  const rows = [...new Set(numbers)].map((number) => ({ substance_id: id, number }));
  if (rows.length > 0) await db.insertInto('substance_numbers').values(rows).execute();
}

/** The substances that carry one of these numbers. */
export async function listByNumbers(
  db: Executor,
  numbers: readonly string[],
): Promise<{ number: string; id: string; label: string }[]> {
  const found: { number: string; id: string; label: string }[] = [];
  for await (const row of inChunks(numbers, AT_ONCE, (some) =>
    db
      .selectFrom('substance_numbers')
      .innerJoin('substances', 'substances.id', 'substance_numbers.substance_id')
      .select(['substance_numbers.number', 'substances.id', 'substances.label'])
      .where('substance_numbers.number', 'in', some)
      .where('substances.deleted_at', 'is', null)
      .where('substances.merged_into', 'is', null)
      .execute(),
  ))
    found.push(row);
  return found;
}
