import { setImmediate } from 'node:timers/promises';
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { fold, pageOf } from '#shared/contract/list.ts';
import {
  type ProductMark,
  type ProductQuery,
  SUMMARY_FIELDS,
  type SummaryFieldName,
} from '#shared/products/product.contract.ts';
import { type FieldName, REPEATED_FIELDS, type RepeatedFieldName } from '#shared/products/product.fields.ts';
import { inOrder, isOneOf } from '../db/chunks.ts';
import { countMatches, holds, keysOf, matchesProduct } from '../db/fulltext.ts';
import { type Executor, isPostgres } from '../db/open.ts';
import type { ProductFileEventRow, ProductRevisionRow, ProductRow, Tables } from '../db/tables.ts';
import type { SummaryRow } from './product.row.ts';

const OWN_SORTS = ['status', 'progression', 'revision', 'created_at', 'updated_at'] as const;
const SORT_COLUMNS = new Map<string, keyof ProductRow>([
  ...OWN_SORTS.map((name) => [name, name] as const),
  ...SUMMARY_FIELDS.map((field) => [field.name, `sort_${field.name}` as keyof ProductRow] as const),
]);

const sortColumn = (name: FieldName): `sort_${SummaryFieldName}` => `sort_${name as SummaryFieldName}`;

export const isSortable = (sort: string): boolean => SORT_COLUMNS.has(sort.replace(/^-/, ''));

const SUMMARY = [
  'id',
  'status',
  'progression',
  'revision',
  'modified_since_validation',
  'example',
  'type_produit',
  'control_covered',
  'findings_red',
  'findings_orange',
  'created_at',
  'updated_at',
  'summary',
] as const;

/**
 * A page of the list, or all the ids of it when none is asked for: there may be very many.
 * @param known how many there are, where that is known
 */
export async function list(
  db: Executor,
  query: AskedQuery,
  known: number | null = null,
): Promise<{ total: number } & ({ rows: SummaryRow[] } | { ids: string[] })> {
  const { search, finding } = query;
  const isSearched = Boolean(search?.trim());
  const filters = filtersOf(query);
  const isAlone = filters.length === 0;
  const keys = search ? await keysOf(db, search, FEW) : null;
  /**
   * @param walk find them on the way through the order of the list, not by an index of their own
   * @param ask what is searched is asked of those that are found so
   */
  const select = (walk: boolean, ask = walk) => {
    let filtered = db.selectFrom('products').where('deleted_at', 'is', null);
    if (search && isSearched) filtered = filtered.where((eb) => matchesProduct(db, eb, search, { walk: ask, keys }));
    if (finding)
      filtered = walk
        ? filtered.where((eb) =>
            eb.exists(
              eb
                .selectFrom('findings')
                .select('code')
                .where('code', '=', finding)
                .whereRef('findings.product_id', '=', 'products.id'),
            ),
          )
        : filtered.where('id', 'in', (eb) =>
            eb.selectFrom('findings').select('product_id').where('code', '=', finding),
          );
    for (const [column, is, value] of filters)
      filtered = filtered.where(walk ? sql`+${sql.ref(column)}` : sql`${sql.ref(column)}`, is, value);
    return filtered;
  };
  // The index of states holds every mark; SQLite takes it where it is asked for a state.
  const selectMarked = () => {
    const marked = select(false, !isAlone);
    return isAlone || keys || query.status ? marked : marked.where('status', '>', '');
  };
  const sort = query.sort ?? '-updated_at';
  const column = SORT_COLUMNS.get(sort.replace(/^-/, '')) ?? 'updated_at';
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const page = pageOf(query);
  if (isPostgres(db) && isSearched && page && known === null)
    return searchedPage(db, select(false).select(['id', sql.ref(column).as('place')]), { direction, page });

  const count = async (): Promise<number> => {
    const found = search && isAlone && finding === undefined ? await countMatches(db, search, keys) : null;
    if (found !== null) return found;
    const counted =
      isAlone && !isSearched && finding !== undefined
        ? countWith(db, finding)
        : selectMarked().select((eb) => eb.fn.countAll<number>().as('total'));
    return (await counted.executeTakeFirstOrThrow()).total;
  };
  const total = known ?? (await count());
  if (total === 0) return page ? { rows: [], total } : { ids: [], total };
  // SQLite would sort all that match, however many, for the ten that are shown: of many, ten are soon met in order. A few are
  // found first: on the way through the order it might look at all others.
  const few = db.selectFrom('products').where('id', 'in', selectMarked().select('id'));
  const found = isPostgres(db) ? select(false) : total > FEW ? select(true) : few;
  const inOrder = (to: 'asc' | 'desc') => found.orderBy(column, to).orderBy('id', to);
  if (!page) return { ids: (await inOrder(direction).select('id').execute()).map((row) => row.id), total };
  // Pages behind the middle are counted from the end: what stands before a page is read.
  const behind = total - page.offset;
  if (behind * 2 >= total)
    return { rows: await inOrder(direction).select(SUMMARY).limit(page.limit).offset(page.offset).execute(), total };
  const rows = await inOrder(direction === 'asc' ? 'desc' : 'asc')
    .select(SUMMARY)
    .limit(Math.max(0, Math.min(page.limit, behind)))
    .offset(Math.max(0, behind - page.limit))
    .execute();
  return { rows: rows.reverse(), total };
}

/**
 * A page of what a search finds, and how many that are, of one look into the index: finding them is most of the work.
 * @param found every one, with what it is ordered by. PostgreSQL only: SQLite counts from the index alone
 */
async function searchedPage(
  db: Executor,
  found: SelectQueryBuilder<Tables, 'products', { id: string; place: unknown }>,
  { direction, page }: { direction: 'asc' | 'desc'; page: { limit: number; offset: number } },
): Promise<{ total: number; rows: SummaryRow[] }> {
  const rows = await db
    .with(
      (cte) => cte('found').materialized(),
      () => found,
    )
    .selectFrom((eb) =>
      eb
        .selectFrom('found')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .as('counted'),
    )
    // One row at least: a page behind the last one is told of how many there are, too.
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('found')
          .select(['id', 'place'])
          .orderBy('place', direction)
          .orderBy('id', direction)
          .limit(page.limit)
          .offset(page.offset)
          .as('shown'),
      (join) => join.onTrue(),
    )
    .leftJoin('products', 'products.id', 'shown.id')
    .select('counted.total')
    .select(SUMMARY.map((name) => `products.${name}` as const))
    .orderBy('shown.place', direction)
    .orderBy('shown.id', direction)
    .execute();
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.flatMap(({ total, ...row }) => (row.id === null ? [] : [row as SummaryRow])),
  };
}

/** How many have a finding of this code, from its index alone; those in the trash keep theirs, and do not count. */
const countWith = (db: Executor, code: ProductQuery['finding']) =>
  db
    .selectFrom('findings')
    .where('code', '=', code ?? '')
    .where('product_id', 'not in', (eb) => eb.selectFrom('products').select('id').where('deleted_at', 'is not', null))
    .select((eb) => eb.fn.count<number>('product_id').distinct().as('total'));

/** So many are quickly sorted. */
const FEW = 1_000;

/** A query with who asks it, and on which day: what « à relire par moi » and « en retard » are about. */
export type AskedQuery = ProductQuery & { asked?: { by: string; on: string } | undefined };

type Filter = [column: keyof ProductRow, is: '=' | '>' | '>=' | '<' | '<=', value: string | number];

/** Which column says each mark: the index of states holds them all. */
export const MARKS = {
  modified: 'modified_since_validation',
  late: 'late_validation',
  without_formula: 'lacks_formula',
  control_open: 'control_open',
  findings_red: 'findings_red',
  findings_orange: 'findings_orange',
  control_red: 'control_red',
  control_review: 'control_review',
  deadline_late: 'deadline_late',
  effect_open: 'effect_open',
} as const satisfies Record<ProductMark, keyof ProductRow>;

/** What the follower of the journal sets: it changes after the line that made it change. */
const FOLLOWED = [
  'control_covered',
  'control_open',
  'control_red',
  'control_review',
  'deadline_late',
  'effect_open',
  'findings_red',
  'findings_orange',
] as const satisfies readonly (keyof ProductRow)[];
export type ControlColumns = Pick<ProductRow, (typeof FOLLOWED)[number]>;

/** Whether the same state of the journal gives the same answer. */
export const isOfJournal = (query: AskedQuery): boolean =>
  query.finding === undefined && !filtersOf(query).some(([column]) => FOLLOWED.some((one) => one === column));

/** A flag is set; findings are counted. */
const isMarked = (mark: ProductMark): ['=' | '>', number] => (mark.startsWith('findings_') ? ['>', 0] : ['=', 1]);

/** What a query keeps, but its search. */
function filtersOf(query: AskedQuery): Filter[] {
  const filters: Filter[] = [];
  // Of nobody, nothing: a filter that is not understood never keeps all of them.
  if (query.review === 'mine') filters.push(['review_by', '=', query.asked?.by ?? '']);
  if (query.review === 'late') filters.push(['review_due', '<', query.asked?.on ?? ''], ['review_due', '>', '']);
  if (query.status) filters.push(['status', '=', query.status]);
  if (query.type_produit) filters.push(['type_produit', '=', query.type_produit]);
  for (const [mark, column] of Object.entries(MARKS))
    if (query[mark as ProductMark]) filters.push([column, ...isMarked(mark as ProductMark)]);
  for (const { name } of REPEATED_FIELDS) {
    const wanted = query[name as RepeatedFieldName]?.trim();
    if (wanted) filters.push([sortColumn(name), '=', fold(wanted)]);
  }
  if (query.marche_du) filters.push(['sort_date_mise_marche', '>=', query.marche_du]);
  // A product without a date was not put on the market before any.
  if (query.marche_au)
    filters.push(['sort_date_mise_marche', '<=', query.marche_au], ['sort_date_mise_marche', '>', '']);
  return filters;
}

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

/** Those of these whose formula is in lines. */
export const listInLines = (db: Executor, ids: readonly string[]): Promise<ProductRow[]> =>
  db
    .selectFrom('products')
    .selectAll()
    .where(isOneOf(db, 'id', ids))
    .where('deleted_at', 'is', null)
    .where('formula_mode', '=', 'table')
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

export async function insert(db: Executor, row: ProductRow): Promise<void> {
  await db.insertInto('products').values(row).execute();
}

/**
 * Writes what differs from `row`, and no more: what other rooms write of it meanwhile stays, and so do the indexes.
 * @returns false when somebody else saved since, or the product is gone.
 */
export async function update(db: Executor, row: ProductRow, values: Partial<ProductRow>): Promise<boolean> {
  const changed = Object.entries(values).filter(([name, value]) => value !== row[name as keyof ProductRow]);
  const result = await db
    .updateTable('products')
    .set(Object.fromEntries(changed))
    .where('id', '=', row.id)
    .where('revision', '=', row.revision)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
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

/** Products after this id, in the order of ids, those in the trash too: all of them, a part at a time. */
export const listAfter = (
  db: Executor,
  id: string,
  count: number,
): Promise<
  Pick<ProductRow, 'id' | 'data' | 'has_formula' | 'validated_hash' | 'composition_sha256' | 'type_produit'>[]
> =>
  db
    .selectFrom('products')
    .select(['id', 'data', 'has_formula', 'validated_hash', 'composition_sha256', 'type_produit'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(count)
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
    .select(['owner_id', 'field_key', 'files.sha256', 'attachments.created_at', 'attachments.deleted_at'])
    .where('owner_type', '=', 'product')
    .where(isOneOf(db, 'owner_id', ids))
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
    .execute();

/** Drafts worth a look: `nearly` those filled at 70 % or more, `formula` those begun without a formula. */
export const listToFinish = (
  db: Executor,
  what: 'nearly' | 'formula',
  count: number,
): Promise<Pick<ProductRow, 'id' | 'summary' | 'progression'>[]> =>
  db
    .selectFrom('products')
    .select(['id', 'summary', 'progression'])
    .where('deleted_at', 'is', null)
    .where('status', '=', 'DRAFT')
    .where((eb) =>
      what === 'nearly'
        ? eb('progression', '>=', NEARLY_COMPLETE)
        : eb.and([eb('progression', '>', 0), eb('lacks_formula', '=', 1)]),
    )
    .orderBy('progression', 'desc')
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
    // Few are red: found by their index. Nearly all others have something: the latest are met in order, not sorted.
    .$if(level === 'rouge', (query) => query.where('findings_red', '>', 0))
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
