import { setImmediate } from 'node:timers/promises';
import { type SqlBool, sql } from 'kysely';
import { fold } from '#shared/contract/list.ts';
import type { RepeatedFieldName } from '#shared/products/product.fields.ts';
import { inOrder, isOneOf } from '../db/chunks.ts';
import { holds, indexedLater } from '../db/fulltext.ts';
import { type Executor, isPostgres, tryLock } from '../db/open.ts';
import { AHEAD } from '../db/postgres.connection.ts';
import { ALONE } from '../db/postgres.together.ts';
import type { ProductFileEventRow, ProductRevisionRow, ProductRow } from '../db/tables.ts';
import { type ControlColumns, productsBy, SUMMARY, sortColumn } from './product.list.store.ts';
import { lockOf, type SummaryRow } from './product.row.ts';

/** Those of these products that are still there, in that order. */
export const listByIds = async (db: Executor, ids: readonly string[]): Promise<SummaryRow[]> => {
  if (ids.length === 0) return [];
  return inOrder(
    ids,
    await db
      .selectFrom('products')
      .select(SUMMARY)
      .where(isOneOf(db, 'id', ids))
      .where('deleted_at', 'is', null)
      .execute(),
  );
};

/** Says where the review of a product stands. */
export async function setReview(
  trx: Executor,
  id: string,
  values: Pick<ProductRow, 'review_state' | 'review_by' | 'review_due'>,
): Promise<void> {
  await trx.updateTable('products').set(values).where('id', '=', id).execute();
}

export const find = (db: Executor, id: string): Promise<ProductRow | undefined> =>
  db.selectFrom('products').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

/** Whether it is, and not in the trash. */
export const isThere = async (db: Executor, id: string): Promise<boolean> =>
  (await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Those of these products that are still there, whole, in that order. */
export const listRows = async (db: Executor, ids: readonly string[]): Promise<ProductRow[]> =>
  inOrder(
    ids,
    await db
      .selectFrom('products')
      .selectAll()
      .where(isOneOf(db, 'id', ids))
      .where('deleted_at', 'is', null)
      .execute(),
  );

/** Whether there are more products than this, those in the trash too. */
export const isMoreThan = async (db: Executor, count: number): Promise<boolean> =>
  (await db.selectFrom('products').select('id').limit(1).offset(count).execute()).length > 0;

export type KeyField = 'ref_produit' | 'ref_formule' | 'nom_commercial' | 'nom_produit';

/** Those whose field is one of these values, folded. */
export const listByKey = (db: Executor, field: KeyField, values: readonly string[]): Promise<ProductRow[]> =>
  db
    .selectFrom('products')
    .selectAll()
    .where(isOneOf(db, `sort_${field}`, values.map(fold)))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();

/** The same, about to be written: until the end of the transaction nobody else writes it. */
export const findToWrite = (trx: Executor, id: string): Promise<ProductRow | undefined> =>
  trx
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(isPostgres(trx), (found) => found.forUpdate())
    .executeTakeFirst();

/**
 * Those of these that no other transaction holds, about to be written; the others are not waited for. Whoever holds one touches its row
 * before the journal: those that are not ours stay locked until the end of this transaction too.
 */
export const listFreeToWrite = async (trx: Executor, ids: readonly string[]): Promise<ProductRow[]> => {
  const found = trx
    .selectFrom('products')
    .selectAll()
    .where(isOneOf(trx, 'id', ids))
    .where('deleted_at', 'is', null);
  if (!isPostgres(trx)) return found.execute();
  const rows = await found
    .select(tryLock(sql`${lockOf('')}::text || id`).as('is_ours'))
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.flatMap(({ is_ours, ...row }) => (is_ours ? [row] : []));
};

/** Those of these whose formula is in lines, about to be written; those in the trash too, which may come back. */
export const listInLinesToWrite = (trx: Executor, ids: readonly string[]): Promise<ProductRow[]> =>
  trx
    .selectFrom('products')
    .selectAll()
    .where(isOneOf(trx, 'id', ids))
    .where('formula_mode', '=', 'table')
    .orderBy('id')
    .$if(isPostgres(trx), (found) => found.forUpdate())
    .execute();

export async function setControl(db: Executor, id: string, columns: ControlColumns): Promise<void> {
  await db
    .updateTable('products')
    .set(columns)
    .where('id', '=', id)
    // What is as it was is not written.
    .where((eb) =>
      eb.or([
        eb('control_covered', 'is', null),
        eb('findings_red', 'is', null),
        ...(Object.keys(columns) as (keyof ControlColumns)[]).map((name) => eb(name, '!=', columns[name])),
      ]),
    )
    .execute();
}

/** Those that may be cleaning products by their names, and of which nobody said what they are. */
export const listTypeProposals = (
  db: Executor,
  count: number,
): Promise<(Pick<ProductRow, 'id' | 'summary' | 'revision'> & { type_word: string | null })[]> =>
  db
    .selectFrom('products')
    .select(['id', 'summary', 'type_word', 'revision'])
    .where('deleted_at', 'is', null)
    .where('type_word', 'is not', null)
    .where('type_said', '=', 0)
    .where('type_produit', '=', 'cosmetique')
    .orderBy('sort_nom_commercial')
    .orderBy('id')
    .limit(count)
    .execute();

/** Somebody said what it is, as it was taken to be: nothing of it changes. */
export async function setTypeSaid(db: Executor, id: string): Promise<void> {
  await db.updateTable('products').set({ type_said: 1 }).where('id', '=', id).execute();
}

/** All of them, a part at a time: nobody waits for a hundred thousand. */
export async function listIds(db: Executor): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const more = await db
      .selectFrom('products')
      .select('id')
      .where('deleted_at', 'is', null)
      .where('id', '>', ids.at(-1) ?? '')
      .orderBy('id')
      .limit(IDS_AT_ONCE)
      .execute();
    for (const { id } of more) ids.push(id);
    if (more.length < IDS_AT_ONCE) return ids;
    await setImmediate();
  }
}
const IDS_AT_ONCE = 5_000;

/** @param later whether its text waits for the search index (`indexedLater`); not of many at once, each of which a search would read */
export async function insert(db: Executor, row: ProductRow, { later }: { later: boolean }): Promise<void> {
  await db
    .insertInto('products')
    .values({ ...row, ...(later ? indexedLater(db) : {}) })
    .execute();
}

/**
 * Writes what differs from `row`, and no more: what other rooms write of it meanwhile stays, and so do the indexes.
 * @param row as `findToWrite` has read it in this transaction, which holds it: the answer need not be awaited
 */
export async function update(trx: Executor, row: ProductRow, values: Partial<ProductRow>): Promise<void> {
  const changed = Object.entries(values).filter(([name, value]) => value !== row[name as keyof ProductRow]);
  await trx
    .updateTable('products')
    .set({ ...Object.fromEntries(changed), ...indexedLater(trx) })
    .where('id', '=', row.id)
    .modifyEnd(sql.raw(isPostgres(trx) ? AHEAD : ''))
    .execute();
}

export async function setComposition(
  db: Executor,
  id: string,
  values: Pick<ProductRow, 'composition_sha256' | 'modified_since_validation'>,
): Promise<void> {
  await db.updateTable('products').set(values).where('id', '=', id).execute();
}

export async function setFiles(
  db: Executor,
  id: string,
  values: Pick<
    ProductRow,
    'has_formula' | 'progression' | 'lacks_formula' | 'files_hash' | 'modified_since_validation'
  >,
): Promise<void> {
  await db.updateTable('products').set(values).where('id', '=', id).execute();
}

export async function setKeptUntil(db: Executor, id: string, day: string | null): Promise<void> {
  await db.updateTable('products').set({ kept_until: day }).where('id', '=', id).execute();
}

export async function setValidatedHash(db: Executor, id: string, hash: string): Promise<void> {
  await db
    .updateTable('products')
    .set({ validated_hash: hash, modified_since_validation: 0 })
    .where('id', '=', id)
    .execute();
}

/**
 * Products after this id, in the order of ids, those in the trash too: all of them, a part at a time. Their rows are locked: another
 * instance may serve meanwhile.
 */
export const listAfterToWrite = (
  trx: Executor,
  id: string,
  count: number,
): Promise<
  Pick<ProductRow, 'id' | 'data' | 'has_formula' | 'validated_hash' | 'composition_sha256' | 'type_produit'>[]
> =>
  trx
    .selectFrom('products')
    .select(['id', 'data', 'has_formula', 'validated_hash', 'composition_sha256', 'type_produit'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(count)
    .$if(isPostgres(trx), (found) => found.forUpdate())
    .execute();

/** Writes what is computed anew from the same values. */
export async function recompute(db: Executor, id: string, values: Partial<ProductRow>): Promise<void> {
  await db.updateTable('products').set(values).where('id', '=', id).execute();
}

/** The files of these products, those taken away too: what each was, and from when to when. */
export const listFilesOf = (db: Executor, ids: readonly string[]) =>
  db
    .selectFrom('attachments')
    .innerJoin('files', 'files.id', 'attachments.file_id')
    .select([
      'owner_id',
      'field_key',
      'file_name',
      'alias',
      'files.sha256',
      'attachments.created_at',
      'attachments.deleted_at',
    ])
    .where('owner_type', '=', 'product')
    .where(isOneOf(db, 'owner_id', ids))
    .execute();

/** What is written of these products beside their form. */
export const listRecordsOf = (db: Executor, ids: readonly string[]) =>
  db
    .selectFrom('control_records')
    .select(['product_id', 'data'])
    .where(isOneOf(db, 'product_id', ids))
    .orderBy('kind')
    .execute();

/** What these products were at each of their validations, the latest last. */
export const listValidated = (
  db: Executor,
  ids: readonly string[],
): Promise<Pick<ProductRevisionRow, 'product_id' | 'at' | 'data'>[]> =>
  db
    .selectFrom('product_revisions')
    .select(['product_id', 'at', 'data'])
    .where('status', '=', 'VALIDATED')
    .where(isOneOf(db, 'product_id', ids))
    .orderBy('revision')
    .execute();

/**
 * A product for each value of a field that holds `search`, folded, in the order of the values. Its index is asked for the next value
 * each time, and does not read what repeats the last one: a hundred brands of a hundred thousand products are a hundred steps.
 */
export async function listValues(
  db: Executor,
  { field, search, count }: { field: RepeatedFieldName; search: string; count: number },
): Promise<string[]> {
  const column = sql.ref(sortColumn(field));
  const { rows } = await sql<{ id: string }>`with recursive each (value) as (
    select min(${column}) from products where deleted_at is null and ${column} > ''
    union all
    select (select min(${column}) from products where deleted_at is null and ${column} > each.value) from each
      where each.value is not null)
    select (select min(id) from products where deleted_at is null and ${column} = each.value) as id from each
      where value is not null ${search ? sql`and ${holds(sql.ref('value'), search)}` : sql``} limit ${count}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Products that carry one of these references, folded. */
export async function listByReference(
  db: Executor,
  { references, count }: { references: readonly string[]; count: number },
): Promise<SummaryRow[]> {
  const found = new Map<string, SummaryRow>();
  for (let from = 0; from < references.length && found.size < count; from += REFERENCES_AT_ONCE)
    for (const column of ['sort_ref_formule', 'sort_ref_produit'] as const) {
      const rows = await db
        .selectFrom('products')
        .select(SUMMARY)
        .where(column, 'in', references.slice(from, from + REFERENCES_AT_ONCE))
        .where('deleted_at', 'is', null)
        .limit(count)
        .execute();
      for (const row of rows) found.set(row.id, row);
    }
  return [...found.values()];
}

const REFERENCES_AT_ONCE = 1_000;

export async function insertFileEvent(db: Executor, row: ProductFileEventRow): Promise<void> {
  await db.insertInto('product_file_events').values(row).execute();
}

export const listFileEvents = (db: Executor, productId: string): Promise<ProductFileEventRow[]> =>
  db
    .selectFrom('product_file_events')
    .selectAll()
    .where('product_id', '=', productId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute();

export async function insertRevision(db: Executor, row: ProductRevisionRow): Promise<void> {
  await db.insertInto('product_revisions').values(row).execute();
}

export const listRevisions = (db: Executor, productId: string): Promise<Omit<ProductRevisionRow, 'data'>[]> =>
  db
    .selectFrom('product_revisions')
    .select(['product_id', 'revision', 'at', 'by', 'status', 'changes', 'began_at'])
    .where('product_id', '=', productId)
    .orderBy('revision', 'desc')
    .modifyEnd(sql.raw(ALONE))
    .execute();

/** Drafts worth a look: `nearly` those filled at 70 % or more, `formula` those begun without a formula. */
export const listToFinish = (
  db: Executor,
  what: 'nearly' | 'formula',
  count: number,
): Promise<Pick<ProductRow, 'id' | 'summary' | 'progression'>[]> =>
  (what === 'formula' ? productsBy(db, 'products_without_formula') : db.selectFrom('products'))
    .select(['id', 'summary', 'progression'])
    .where('deleted_at', 'is', null)
    .where('status', '=', 'DRAFT')
    .where((eb) =>
      what === 'nearly'
        ? eb('progression', '>=', NEARLY_COMPLETE)
        : eb.and([eb('progression', '>', 0), eb('lacks_formula', '=', 1)]),
    )
    .orderBy('progression', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();

/** Products with a finding that stops their file, or only with some to be looked at, the latest first. */
export const listToReview = (
  db: Executor,
  level: 'rouge' | 'orange',
  count: number,
): Promise<Pick<ProductRow, 'id' | 'summary'>[]> =>
  db
    .selectFrom('products')
    .select(['id', 'summary'])
    .where('deleted_at', 'is', null)
    // Few are red: they have an index in this order. Nearly all others have something: the latest are met in order, not sorted.
    .$if(level === 'rouge', (query) => query.where('findings_red', '>', sql.lit(0)))
    .$if(level === 'orange', (query) =>
      query.where(sql<SqlBool>`+findings_red = 0`).where(sql<SqlBool>`+findings_orange > 0`),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(count)
    .execute();

/** From this share of filled fields on, a draft is worth finishing first. */
const NEARLY_COMPLETE = 70;

export interface ProductCounts {
  total: number;
  validated: number;
  average: number;
}

export async function count(db: Executor): Promise<ProductCounts> {
  const rows = await db
    .selectFrom('products')
    .where('deleted_at', 'is', null)
    // From the index of states alone.
    .where('status', '>', '')
    .select((eb) => [
      'status',
      eb.fn.countAll<number>().as('total'),
      eb.fn.sum<number>('progression').as('progression'),
    ])
    .groupBy('status')
    .execute();
  const sum = (of: (row: (typeof rows)[number]) => unknown): number =>
    rows.reduce((all, row) => all + Number(of(row)), 0);
  const total = sum((row) => row.total);
  return {
    total,
    validated: sum((row) => (row.status === 'VALIDATED' ? row.total : 0)),
    average: Math.round(sum((row) => row.progression) / Math.max(1, total)),
  };
}
