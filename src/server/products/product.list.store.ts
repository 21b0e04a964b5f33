import { type SelectQueryBuilder, sql } from 'kysely';
import { fold, pageOf } from '#shared/contract/list.ts';
import {
  type ProductMark,
  type ProductQuery,
  SUMMARY_FIELDS,
  type SummaryFieldName,
} from '#shared/products/product.contract.ts';
import { type FieldName, REPEATED_FIELDS, type RepeatedFieldName } from '#shared/products/product.fields.ts';
import { countMatches, keysOf, matchesProduct } from '../db/fulltext.ts';
import { type Executor, isPostgres } from '../db/open.ts';
import type { ProductRow, Tables } from '../db/tables.ts';
import type { SummaryRow } from './product.row.ts';

const OWN_SORTS = ['status', 'progression', 'revision', 'created_at', 'updated_at'] as const;
const SORT_COLUMNS = new Map<string, keyof ProductRow>([
  ...OWN_SORTS.map((name) => [name, name] as const),
  ...SUMMARY_FIELDS.map((field) => [field.name, `sort_${field.name}` as keyof ProductRow] as const),
]);

export const sortColumn = (name: FieldName): `sort_${SummaryFieldName}` => `sort_${name as SummaryFieldName}`;

export const isSortable = (sort: string): boolean => SORT_COLUMNS.has(sort.replace(/^-/, ''));

export const SUMMARY = [
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
 * The products, found by this index of the migrations. It is named, for SQLite has not counted what its indexes hold: of two
 * that both answer it may take the one that reads every row. PostgreSQL counts.
 */
export const productsBy = (db: Executor, index: 'products_with_red' | 'products_without_formula') =>
  isPostgres(db)
    ? db.selectFrom('products')
    : db.selectFrom(sql<ProductRow>`products`.as<'products'>(sql`products indexed by ${sql.ref(index)}`));

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
  const select = (walk: boolean, ask = walk, from = db.selectFrom('products')) => {
    let filtered = from.where('deleted_at', 'is', null);
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
      filtered = filtered.where(
        walk ? sql`+${sql.ref(column)}` : sql`${sql.ref(column)}`,
        is,
        typeof value === 'number' ? sql.lit(value) : value,
      );
    return filtered;
  };
  const sort = query.sort ?? '-updated_at';
  const column = SORT_COLUMNS.get(sort.replace(/^-/, '')) ?? 'updated_at';
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  // Red ones alone have an index, in the order of the day.
  const isRedAlone =
    !isPostgres(db) && !isSearched && !finding && filters.length === 1 && filters[0]?.[0] === MARKS.findings_red;
  const selectRed = () => select(false, false, productsBy(db, 'products_with_red'));
  // The index of states holds every mark; SQLite takes it where it is asked for a state.
  const selectMarked = () => {
    if (isRedAlone) return selectRed();
    const marked = select(false, !isAlone);
    return isAlone || keys || query.status ? marked : marked.where('status', '>', '');
  };
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
  const many = isRedAlone && column === 'updated_at' ? selectRed() : select(true);
  const found = isPostgres(db) ? select(false) : total > FEW ? many : few;
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
