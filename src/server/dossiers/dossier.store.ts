import type { ListQuery } from '#shared/contract/list.query.ts';
import { pageOf } from '#shared/contract/list.ts';
import { matches } from '../db/fulltext.ts';
import type { Executor } from '../db/open.ts';
import type { ConversionRow, DossierRow } from '../db/tables.ts';

export async function insert(db: Executor, row: DossierRow): Promise<void> {
  await db.insertInto('dossiers').values(row).execute();
}

export const find = (db: Executor, id: string): Promise<DossierRow | undefined> =>
  db.selectFrom('dossiers').selectAll().where('id', '=', id).executeTakeFirst();

export const listOf = (db: Executor, productId: string): Promise<DossierRow[]> =>
  db
    .selectFrom('dossiers')
    .selectAll()
    .where('product_id', '=', productId)
    .orderBy('sealed_at', 'desc')
    .orderBy('id')
    .execute();

export const listProductIds = async (db: Executor): Promise<string[]> =>
  (await db.selectFrom('dossiers').select('product_id').distinct().orderBy('product_id').execute()).map(
    ({ product_id }) => product_id,
  );

/** What the last one of a product stood on. */
export const findLastStamp = (
  db: Executor,
  productId: string,
): Promise<Pick<DossierRow, 'stamp' | 'sealed_at'> | undefined> =>
  db
    .selectFrom('dossiers')
    .select(['stamp', 'sealed_at'])
    .where('product_id', '=', productId)
    .orderBy('sealed_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** A page of all of them, or all. */
export async function list(db: Executor, query: ListQuery): Promise<{ rows: DossierRow[]; total: number }> {
  let filtered = db.selectFrom('dossiers');
  const { search } = query;
  if (search?.trim()) filtered = filtered.where((eb) => matches(eb, search));
  const { total } = await filtered.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const [column, direction] = orderOf(query.sort);
  let rows = filtered.selectAll().orderBy(column, direction).orderBy('id', direction);
  const page = pageOf(query);
  if (page) rows = rows.limit(page.limit).offset(page.offset);
  return { rows: await rows.execute(), total: Number(total) };
}

const SORTABLE = ['sealed_at', 'pages'] as const;
export const isSortable = (sort: string): boolean => SORTABLE.some((name) => name === sort.replace(/^-/, ''));
const orderOf = (sort = '-sealed_at') =>
  [
    SORTABLE.find((name) => name === sort.replace(/^-/, '')) ?? 'sealed_at',
    sort.startsWith('-') ? 'desc' : 'asc',
  ] as const;

/** The PDF that a Word file of this hash became. */
export const findConversion = (db: Executor, sha256: string): Promise<string | undefined> =>
  db
    .selectFrom('conversions')
    .select('file_id')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
    .then((row) => row?.file_id);

export async function keepConversion(db: Executor, row: ConversionRow): Promise<void> {
  await db
    .insertInto('conversions')
    .values(row)
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ file_id: row.file_id }))
    .execute();
}

/** Those of files that nothing has attached any more. */
export async function forgetConversions(db: Executor): Promise<void> {
  await db
    .deleteFrom('conversions')
    .where('sha256', 'not in', (eb) =>
      eb
        .selectFrom('attachments as a')
        .innerJoin('files as f', 'f.id', 'a.file_id')
        .select('f.sha256')
        .where('a.deleted_at', 'is', null),
    )
    .execute();
}

/** When a file of this hash was sealed: a dossier, or a validated document. */
export async function findByHash(db: Executor, sha256: string): Promise<{ sealed_at: string } | undefined> {
  const dossier = await db
    .selectFrom('dossiers')
    .select('sealed_at')
    .where((eb) => eb.or([eb('sha256', '=', sha256), eb('zip_sha256', '=', sha256)]))
    .orderBy('sealed_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (dossier) return dossier;
  const stored = db.selectFrom('files').select('id').where('sha256', '=', sha256);
  const document = await db
    .selectFrom('generations')
    .select('validated_at as sealed_at')
    .where('status', '=', 'success')
    .where('validated_at', 'is not', null)
    .$narrowType<{ sealed_at: string }>()
    .where((eb) => eb.or([eb('docx_file_id', 'in', stored), eb('pdf_file_id', 'in', stored)]))
    .orderBy('validated_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return document;
}

export const productOf = async (db: Executor, id: string): Promise<string | null> =>
  (await db.selectFrom('dossiers').select('product_id').where('id', '=', id).executeTakeFirst())?.product_id ?? null;
