import { sql } from 'kysely';
import { type ListQuery, pageOf } from '#shared/contract/list.ts';
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

export async function list(db: Executor, query: ListQuery): Promise<{ rows: GenerationWithFiles[]; total: number }> {
  let filtered = db.selectFrom('generations').where('deleted_at', 'is', null);
  const { search } = query;
  if (search?.trim()) filtered = filtered.where((eb) => matches(eb, search));
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

/** Changes a generation that is not sealed. @returns false when it is, or is gone. */
export async function updateDraft(db: Executor, id: string, values: Partial<GenerationRow>): Promise<boolean> {
  const result = await db
    .updateTable('generations')
    .set(values)
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

/** Hides it; the files and their hashes stay. */
export async function trash(db: Executor, id: string, values: Pick<GenerationRow, 'deleted_at' | 'deleted_by'>) {
  await db.updateTable('generations').set(values).where('id', '=', id).execute();
}

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
