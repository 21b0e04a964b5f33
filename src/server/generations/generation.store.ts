import { type SqlBool, sql } from 'kysely';
import { pageOf } from '#shared/contract/list.ts';
import type { GenerationQuery } from '#shared/generations/generation.contract.ts';
import { inChunks, inOrder, isOneOf } from '../db/chunks.ts';
import { matches } from '../db/fulltext.ts';
import type { Executor } from '../db/open.ts';
import type { GenerationRow } from '../db/tables.ts';

export type GenerationWithHashes = GenerationRow & { sha256: string; pdf_sha256: string | null };

const SORTABLE = ['initiated_at', 'status', 'file_name'] as const;
export const isSortable = (sort: string): boolean => SORTABLE.some((name) => name === sort.replace(/^-/, ''));

const withHashes = (db: Executor) =>
  db
    .selectFrom('generations')
    .innerJoin('files as docx', 'docx.id', 'generations.docx_file_id')
    .leftJoin('files as pdf', 'pdf.id', 'generations.pdf_file_id')
    .selectAll('generations')
    .select(['docx.sha256 as sha256', 'pdf.sha256 as pdf_sha256'])
    .where('generations.deleted_at', 'is', null);

/** True where a file of the generation is not on the drive yet. */
const isWaiting = sql<SqlBool>`exists (select 1 from drive_outbox where drive_outbox.owner_id = generations.id
  and drive_outbox.sent_at is null)`;

/** The ids of a page of the list, or of all of it. */
export async function list(db: Executor, query: GenerationQuery): Promise<{ ids: string[]; total: number }> {
  let filtered = db.selectFrom('generations').where('deleted_at', 'is', null);
  const { search } = query;
  if (search?.trim()) filtered = filtered.where((eb) => matches(eb, search));
  if (query.status) filtered = filtered.where('status', '=', query.status);
  if (query.product_id) filtered = filtered.where('product_id', '=', query.product_id);
  const { total } = await filtered.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const sort = query.sort ?? '-initiated_at';
  const column = SORTABLE.find((name) => name === sort.replace(/^-/, '')) ?? 'initiated_at';
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  let ids = filtered.select('id').orderBy(column, direction).orderBy('id', direction);
  const page = pageOf(query);
  if (page) ids = ids.limit(page.limit).offset(page.offset);
  return { ids: (await ids.execute()).map((row) => row.id), total };
}

/** Those of these generations that are still there, in that order. */
export const listByIds = async (db: Executor, ids: readonly string[]): Promise<GenerationWithHashes[]> =>
  inOrder(ids, await withHashes(db).where('generations.id', 'in', ids).execute());

export const find = (db: Executor, id: string): Promise<GenerationWithHashes | undefined> =>
  withHashes(db).where('generations.id', '=', id).executeTakeFirst();

/** Another document whose Word file has these very bytes, the latest one. */
export const findByBytes = (
  db: Executor,
  sha256: string,
  { except }: { except: string },
): Promise<Pick<GenerationRow, 'initiated_at' | 'product_snapshot' | 'template_snapshot'> | undefined> =>
  withHashes(db)
    .where('docx.sha256', '=', sha256)
    .where('generations.id', '!=', except)
    .orderBy('generations.initiated_at', 'desc')
    .orderBy('generations.id')
    .limit(1)
    .executeTakeFirst();

/** The margins that a document prints. */
export const marginsOf = async (db: Executor, id: string): Promise<string | null> =>
  (await db.selectFrom('generations').select('margins').where('id', '=', id).executeTakeFirst())?.margins ?? null;

/**
 * The documents of a product that were validated last, one of each template that is still there, and the last of all; the
 * latest first.
 */
export async function listLastSealed(
  db: Executor,
  productId: string,
): Promise<
  Pick<
    GenerationRow,
    'id' | 'file_name' | 'validated_at' | 'stamp' | 'docx_file_id' | 'pdf_file_id' | 'template_snapshot'
  >[]
> {
  const rows = await db
    .selectFrom('generations')
    .select(['id', 'file_name', 'validated_at', 'stamp', 'docx_file_id', 'pdf_file_id'])
    .select(['template_snapshot', 'template_id'])
    .where('product_id', '=', productId)
    .where('status', '=', 'success')
    .where('deleted_at', 'is', null)
    .orderBy('validated_at', 'desc')
    .orderBy('id')
    .execute();
  const [last, ...others] = rows.filter(
    ({ template_id }, index) => rows.findIndex((one) => one.template_id === template_id) === index,
  );
  if (!last || others.length === 0) return last ? [last] : [];
  const ids = others.map(({ template_id }) => template_id);
  const found = await db
    .selectFrom('templates')
    .select('id')
    .where(isOneOf(db, 'id', ids))
    .where('deleted_at', 'is', null)
    .execute();
  const there = new Set(found.map(({ id }) => id));
  return [last, ...others.filter(({ template_id }) => there.has(template_id))];
}

/** Every document that was validated, in the trash or not, by product, the last of each first. */
export const listSealed = (
  db: Executor,
): Promise<
  Pick<GenerationRow, 'product_id' | 'file_name' | 'validated_at' | 'docx_file_id' | 'pdf_file_id' | 'deleted_at'>[]
> =>
  db
    .selectFrom('generations')
    .select(['product_id', 'file_name', 'validated_at', 'docx_file_id', 'pdf_file_id', 'deleted_at'])
    .where('status', '=', 'success')
    .orderBy('product_id')
    .orderBy('validated_at', 'desc')
    .orderBy('id')
    .execute();

const LAST = [
  'id',
  'product_id',
  'template_id',
  'status',
  'initiated_at',
  'stamp',
  'template_snapshot',
  'product_snapshot',
] as const satisfies readonly (keyof GenerationRow)[];

/** The last document of each product and template, of those that are there. */
export const listLast = (
  db: Executor,
  { template_id, productIds }: { template_id?: string | undefined; productIds?: readonly string[] | undefined },
): Promise<Pick<GenerationRow, (typeof LAST)[number]>[]> => {
  let filtered = db.selectFrom('generations').where('deleted_at', 'is', null);
  if (template_id !== undefined) filtered = filtered.where('template_id', '=', template_id);
  if (productIds !== undefined) filtered = filtered.where(isOneOf(db, 'product_id', productIds));
  const rank = sql<number>`row_number() over (partition by product_id, template_id order by initiated_at desc, id desc)`;
  return db
    .selectFrom(filtered.select(LAST).select(rank.as('rank')).as('ranked'))
    .select(LAST)
    .where('rank', '=', 1)
    .orderBy('initiated_at', 'desc')
    .orderBy('id')
    .execute();
};

/** Whether a document of a product is there. */
export const hasAny = async (db: Executor, productId: string): Promise<boolean> =>
  (await db
    .selectFrom('generations')
    .select('id')
    .where('product_id', '=', productId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** The Word files of these documents, those that are there, in that order. */
export const listFiles = async (
  db: Executor,
  ids: readonly string[],
): Promise<Pick<GenerationRow, 'id' | 'file_name' | 'initiated_at' | 'docx_file_id'>[]> =>
  Array.fromAsync(
    inChunks(ids, 500, async (some) =>
      inOrder(
        some,
        await db
          .selectFrom('generations')
          .select(['id', 'file_name', 'initiated_at', 'docx_file_id'])
          .where('id', 'in', some)
          .where('deleted_at', 'is', null)
          .execute(),
      ),
    ),
  );

export const productOf = async (db: Executor, id: string): Promise<string | null> =>
  (await db.selectFrom('generations').select('product_id').where('id', '=', id).executeTakeFirst())?.product_id ?? null;

export async function insert(db: Executor, row: GenerationRow): Promise<void> {
  await db.insertInto('generations').values(row).execute();
}

/**
 * Changes a generation that is not sealed. @returns false when it is, or is gone, or no longer holds `docxFileId`.
 */
export async function updateDraft(
  db: Executor,
  { id, docxFileId, values }: { id: string; docxFileId?: string; values: Partial<GenerationRow> },
): Promise<boolean> {
  let query = db
    .updateTable('generations')
    .set(values)
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .where('deleted_at', 'is', null);
  if (docxFileId) query = query.where('docx_file_id', '=', docxFileId);
  const result = await query.executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

/** Hides it; the files and their hashes stay. */
export async function trash(db: Executor, id: string, values: Pick<GenerationRow, 'deleted_at' | 'deleted_by'>) {
  await db.updateTable('generations').set(values).where('id', '=', id).execute();
}

/** The times at which documents were generated, and validated, since `from`. */
export async function timesSince(db: Executor, from: string): Promise<{ generated: string[]; validated: string[] }> {
  const rows = await db
    .selectFrom('generations')
    .select(['initiated_at', 'validated_at'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('initiated_at', '>=', from), eb('validated_at', '>=', from)]))
    .execute();
  return {
    generated: rows.map((row) => row.initiated_at).filter((at) => at >= from),
    validated: rows.flatMap((row) => (row.validated_at && row.validated_at >= from ? [row.validated_at] : [])),
  };
}

/** Those that wait for a person (drafts) or for the drive, oldest first. */
export const listWaiting = (
  db: Executor,
  what: 'draft' | 'drive',
  count: number,
): Promise<Pick<GenerationRow, 'id' | 'product_snapshot' | 'template_snapshot' | 'initiated_at'>[]> =>
  db
    .selectFrom('generations')
    .select(['id', 'product_snapshot', 'template_snapshot', 'initiated_at'])
    .where('deleted_at', 'is', null)
    .where((eb) => (what === 'draft' ? eb('status', '=', 'draft') : isWaiting))
    .orderBy('initiated_at')
    .orderBy('id')
    .limit(count)
    .execute();

export interface GenerationCounts {
  total: number;
  completed: number;
  waiting: number;
}

export async function count(db: Executor): Promise<GenerationCounts> {
  const row = await db
    .selectFrom('generations')
    .where('deleted_at', 'is', null)
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.sum<number | null>(sql<number>`case when status = 'success' then 1 else 0 end`).as('completed'),
      eb.fn.sum<number | null>(sql<number>`case when ${isWaiting} then 1 else 0 end`).as('waiting'),
    ])
    .executeTakeFirstOrThrow();
  return { total: Number(row.total), completed: Number(row.completed ?? 0), waiting: Number(row.waiting ?? 0) };
}
