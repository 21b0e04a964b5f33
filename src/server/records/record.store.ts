import { sql } from 'kysely';
import type { ListQuery } from '#shared/contract/list.query.ts';
import { pageOf } from '#shared/contract/list.ts';
import { inChunks, isOneOf } from '../db/chunks.ts';
import { matches } from '../db/fulltext.ts';
import type { Executor } from '../db/open.ts';
import type { RecordRevisionRow, RecordRow } from '../db/tables.ts';

export type RecordTable = 'substances' | 'materials';

const SORTABLE = ['label', 'created_at', 'updated_at'] as const;
const PAGE = 50;
/** Ids asked for in one statement. */
const AT_ONCE = 500;

export const isSortable = (sort: string): boolean => SORTABLE.some((name) => name === sort.replace(/^-/, ''));

/** Those that are there and stand for themselves; every name is one, said so that SQLite reads the index of the list alone. */
const listed = (db: Executor, table: RecordTable) =>
  db.selectFrom(table).where('deleted_at', 'is', null).where('merged_into', 'is', null).where('name_key', '>=', '');

/** Those whose names, numbers or codes hold the words of a search; all of them without one. */
const searched = (db: Executor, table: RecordTable, search: string | undefined) =>
  search?.trim() ? listed(db, table).where((eb) => matches(eb, search)) : listed(db, table);

export const count = async (db: Executor, table: RecordTable, search?: string): Promise<number> =>
  (
    await searched(db, table, search)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
  ).total;

export async function list(db: Executor, table: RecordTable, query: ListQuery): Promise<RecordRow[]> {
  const filtered = searched(db, table, query.search);
  const sort = query.sort ?? 'label';
  const named = SORTABLE.find((name) => name === sort.replace(/^-/, '')) ?? 'label';
  const column = named === 'label' ? 'name_key' : named;
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const page = pageOf({ ...query, page: query.page ?? 1 }, PAGE);
  const rows = filtered.selectAll().orderBy(column, direction).orderBy('id', direction);
  return (page ? rows.limit(page.limit).offset(page.offset) : rows).execute();
}

export const find = (db: Executor, table: RecordTable, id: string): Promise<RecordRow | undefined> =>
  db.selectFrom(table).selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

/** In the trash or not. */
export const findAny = (db: Executor, table: RecordTable, id: string): Promise<RecordRow | undefined> =>
  db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();

/** Those of these records that are there, those in the trash too: what stands on them still needs them. */
export const listByIds = async (db: Executor, table: RecordTable, ids: readonly string[]): Promise<RecordRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom(table)
        .selectAll()
        .where(isOneOf(db, 'id', ids))
        .orderBy('id')
        .execute();

/** By the keys of their names, what is merged too. What the example made is found by nobody's name: a firm has its own. */
export const listByKeys = async (db: Executor, table: RecordTable, keys: readonly string[]): Promise<RecordRow[]> =>
  keys.length === 0
    ? []
    : db
        .selectFrom(table)
        .selectAll()
        .where(isOneOf(db, 'name_key', keys))
        .where('deleted_at', 'is', null)
        .where('example', '=', 0)
        .execute();

export const listNames = (
  db: Executor,
  table: RecordTable,
): Promise<Pick<RecordRow, 'id' | 'label' | 'name_key' | 'example'>[]> =>
  listed(db, table).select(['id', 'label', 'name_key', 'example']).execute();

/** Of all records that are not merged, those that are there. */
export const listAll = (db: Executor, table: RecordTable): Promise<RecordRow[]> =>
  db
    .selectFrom(table)
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('merged_into', 'is', null)
    .orderBy('name_key')
    .orderBy('id')
    .execute();

/** What was merged, each with the record it was merged into. */
export const listMerged = (
  db: Executor,
  table: RecordTable,
): Promise<{ id: string; label: string; into: string; into_label: string }[]> =>
  db
    .selectFrom(table)
    .innerJoin(`${table} as target`, 'target.id', `${table}.merged_into`)
    .select([`${table}.id`, `${table}.label`, 'target.id as into', 'target.label as into_label'])
    .where(`${table}.deleted_at`, 'is', null)
    .orderBy(`${table}.name_key`)
    .orderBy(`${table}.id`)
    .execute();

export const listMergedInto = (db: Executor, table: RecordTable, ids: readonly string[]): Promise<RecordRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom(table).selectAll().where('merged_into', 'in', ids).where('deleted_at', 'is', null).execute();

export async function insert(db: Executor, table: RecordTable, rows: readonly RecordRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await db
      .insertInto(table)
      .values(rows.slice(at, at + AT_ONCE))
      .execute();
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

export async function insertRevisions(db: Executor, rows: readonly RecordRevisionRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await db
      .insertInto('record_revisions')
      .values(rows.slice(at, at + AT_ONCE))
      .execute();
}

export const listRevisions = (db: Executor, id: string): Promise<Omit<RecordRevisionRow, 'data'>[]> =>
  db
    .selectFrom('record_revisions')
    .select(['owner_id', 'revision', 'at', 'by', 'changes'])
    .where('owner_id', '=', id)
    .orderBy('revision', 'desc')
    .execute();

export const listUsed = async (db: Executor, user: string): Promise<string[]> =>
  (await db.selectFrom('record_uses').select('record_id').where('owner_id', '=', user).execute()).map(
    ({ record_id }) => record_id,
  );

/** Says that a product or a raw material begins and ends to stand on these records. */
export async function changeUses(
  db: Executor,
  user: string,
  { added, ended }: { added: readonly string[]; ended: readonly string[] },
): Promise<void> {
  if (ended.length > 0)
    await db
      .deleteFrom('record_uses')
      .where('owner_id', '=', user)
      .where(isOneOf(db, 'record_id', ended))
      .execute();
  const rows = added.map((record_id) => ({ owner_id: user, record_id }));
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await db
      .insertInto('record_uses')
      .values(rows.slice(at, at + AT_ONCE))
      .execute();
}

/** One of these that is in the trash, of whichever library. */
export async function findDeleted(db: Executor, ids: readonly string[]): Promise<{ label: string } | undefined> {
  if (ids.length === 0) return undefined;
  const of = (table: RecordTable) =>
    db
      .selectFrom(table)
      .select('label')
      .where(isOneOf(db, 'id', ids))
      .where('deleted_at', 'is not', null);
  return of('substances').unionAll(of('materials')).executeTakeFirst();
}

/** What stands on records, or on what was merged into them, directly. */
export const listUsers = async (db: Executor, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const merged = (table: RecordTable) => db.selectFrom(table).select('id').where('merged_into', 'in', ids);
  const rows = await db
    .selectFrom('record_uses')
    .select('owner_id')
    .distinct()
    .where((eb) =>
      eb.or([
        eb('record_id', 'in', ids),
        eb('record_id', 'in', merged('substances')),
        eb('record_id', 'in', merged('materials')),
      ]),
    )
    .execute();
  return rows.map((row) => row.owner_id);
};

/** Those of these records that are in this library, and what was merged into them. */
const listWithMerged = (db: Executor, table: RecordTable, ids: readonly string[]) =>
  db
    .selectFrom(table)
    .select(['id', 'merged_into'])
    .where((eb) => eb.or([isOneOf(db, 'id', ids), isOneOf(db, 'merged_into', ids)]))
    .execute();

/** Who stands on these records; which of them are products that are there. */
const listUses = (db: Executor, ids: readonly string[]) =>
  db
    .selectFrom('record_uses')
    .leftJoin('products', (join) =>
      join.onRef('products.id', '=', 'record_uses.owner_id').on('products.deleted_at', 'is', null),
    )
    .select(['record_id', 'owner_id', 'products.id as product_id'])
    .where(isOneOf(db, 'record_id', ids))
    .execute();

/**
 * The products that stand on each of these records: by a line, or by a raw material of one; on what was merged into it too.
 * Asked in short steps by index: PostgreSQL reads whole tables for the union of them.
 */
async function productsOf(
  db: Executor,
  table: RecordTable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const records = new Map((await listWithMerged(db, table, ids)).map((row) => [row.id, row.merged_into ?? row.id]));
  const uses = await listUses(db, [...records.keys()]);
  const others = new Set(uses.flatMap(({ owner_id, product_id }) => (product_id === null ? [owner_id] : [])));
  // The raw material of a line may be merged into the one that has it.
  const materials = await listWithMerged(db, 'materials', [...others]);
  const users = Map.groupBy(await listUses(db, [...new Set(materials.map((row) => row.id))]), (use) => use.record_id);
  const through = Map.groupBy(
    materials.flatMap(({ id, merged_into }) =>
      [id, merged_into].flatMap((owner) => (users.get(id) ?? []).map(({ product_id }) => ({ owner, product_id }))),
    ),
    ({ owner }) => owner,
  );
  const found = new Map<string, Set<string>>();
  for (const use of uses)
    for (const { product_id } of [use, ...(through.get(use.owner_id) ?? [])]) {
      if (product_id === null) continue;
      const record = records.get(use.record_id) ?? use.record_id;
      found.set(record, (found.get(record) ?? new Set()).add(product_id));
    }
  return found;
}

/** In how many products each of these records is; one product counts once, however it has it. */
export async function countProducts(
  db: Executor,
  table: RecordTable,
  ids: readonly string[],
): Promise<Map<string, number>> {
  return new Map(Array.from(await productsOf(db, table, ids), ([id, products]) => [id, products.size]));
}

export async function listProducts(db: Executor, table: RecordTable, id: string): Promise<string[]> {
  return [...new Set(Array.from((await productsOf(db, table, [id])).values(), (products) => [...products]).flat())];
}

export async function setNumbers(db: Executor, id: string, numbers: readonly string[]): Promise<void> {
  await db.deleteFrom('substance_numbers').where('substance_id', '=', id).execute();
  const rows = [...new Set(numbers)].map((number) => ({ substance_id: id, number }));
  if (rows.length > 0) await db.insertInto('substance_numbers').values(rows).execute();
}

/** The substances that carry one of these numbers; of one that was merged, the one it is now. */
export async function listByNumbers(
  db: Executor,
  numbers: readonly string[],
): Promise<{ number: string; id: string }[]> {
  const found: { number: string; id: string }[] = [];
  for await (const row of inChunks(numbers, AT_ONCE, (some) =>
    db
      .selectFrom('substance_numbers')
      .innerJoin('substances', 'substances.id', 'substance_numbers.substance_id')
      .select(['substance_numbers.number', sql<string>`coalesce(substances.merged_into, substances.id)`.as('id')])
      .distinct()
      .where('substance_numbers.number', 'in', some)
      .where('substances.deleted_at', 'is', null)
      .where('substances.example', '=', 0)
      .execute(),
  ))
    found.push(row);
  return found;
}

/** Numbers that several substances carry. */
export const listSharedNumbers = (db: Executor): Promise<{ number: string; substance_id: string }[]> =>
  db
    .selectFrom('substance_numbers')
    .innerJoin('substances', 'substances.id', 'substance_numbers.substance_id')
    .select(['substance_numbers.number', 'substance_numbers.substance_id'])
    .where('substances.deleted_at', 'is', null)
    .where('substances.merged_into', 'is', null)
    .where('substance_numbers.number', 'in', (eb) =>
      eb
        .selectFrom('substance_numbers as other')
        .innerJoin('substances as owner', 'owner.id', 'other.substance_id')
        .select('other.number')
        .where('owner.deleted_at', 'is', null)
        .where('owner.merged_into', 'is', null)
        .groupBy('other.number')
        .having((having) => having.fn.countAll<number>(), '>', 1),
    )
    .orderBy('substance_numbers.number')
    .orderBy('substance_numbers.substance_id')
    .execute();
