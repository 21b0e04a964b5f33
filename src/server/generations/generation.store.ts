import { sql } from 'kysely';
import { pageOf } from '#shared/contract/list.ts';
import type { GenerationQuery } from '#shared/generations/generation.contract.ts';
import type { Executor } from '../db/open.ts';
import { matches } from '../db/search.ts';
import type { GenerationRow } from '../db/tables.ts';

export type GenerationWithFiles = GenerationRow & { sha256: string; pdf_sha256: string | null };

const SORTABLE = ['initiated_at', 'status', 'file_name'] as const;
export const isSortable = (sort: string): boolean => SORTABLE.some((name) => name === sort.replace(/^-/, ''));

const withFiles = (db: Executor) =>
  db
    .selectFrom('generations')
    .innerJoin('files as docx', 'docx.id', 'generations.docx_file_id')
    .leftJoin('files as pdf', 'pdf.id', 'generations.pdf_file_id')
    .selectAll('generations')
    .select(['docx.sha256 as sha256', 'pdf.sha256 as pdf_sha256'])
    .where('generations.deleted_at', 'is', null);

export async function list(
  db: Executor,
  query: GenerationQuery,
): Promise<{ rows: GenerationWithFiles[]; total: number }> {
  let filtered = db.selectFrom('generations').where('deleted_at', 'is', null);
  const { search } = query;
  if (search?.trim()) filtered = filtered.where((eb) => matches(eb, search));
  if (query.status) filtered = filtered.where('status', '=', query.status);
  const { total } = await filtered.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const sort = query.sort ?? '-initiated_at';
  const column = SORTABLE.find((name) => name === sort.replace(/^-/, '')) ?? 'initiated_at';
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  let ids = filtered.select('id').orderBy(column, direction).orderBy('id', direction);
  const page = pageOf(query);
  if (page) ids = ids.limit(page.limit).offset(page.offset);
  const rows = await withFiles(db)
    .where('generations.id', 'in', (eb) => eb.selectFrom(ids.as('page')).select('id'))
    .orderBy(`generations.${column}`, direction)
    .orderBy('generations.id', direction)
    .execute();
  return { rows, total };
}

export const find = (db: Executor, id: string): Promise<GenerationWithFiles | undefined> =>
  withFiles(db).where('generations.id', '=', id).executeTakeFirst();

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
): Promise<Pick<GenerationRow, 'id' | 'file_name' | 'initiated_at' | 'drive_error'>[]> =>
  db
    .selectFrom('generations')
    .select(['id', 'file_name', 'initiated_at', 'drive_error'])
    .where('deleted_at', 'is', null)
    .where((eb) => (what === 'draft' ? eb('status', '=', 'draft') : eb('drive_state', '!=', 'stored')))
    .orderBy('initiated_at')
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
      eb.fn.sum<number | null>(sql<number>`case when drive_state <> 'stored' then 1 else 0 end`).as('waiting'),
    ])
    .executeTakeFirstOrThrow();
  return { total: Number(row.total), completed: Number(row.completed ?? 0), waiting: Number(row.waiting ?? 0) };
}
