import { type SqlBool, sql } from 'kysely';
import { pageOf } from '#shared/contract/list.ts';
import type { GenerationQuery } from '#shared/generations/generation.contract.ts';
import { inOrder } from '../db/chunks.ts';
import { matches } from '../db/fulltext.ts';
import type { Executor } from '../db/open.ts';
import type { GenerationRow } from '../db/tables.ts';

export type GenerationWithFiles = GenerationRow & {
  sha256: string;
  pdf_sha256: string | null;
  /** Where the files are on the drive they are sent to; `null` for the built-in one. */
  docx_sent: OnDrive | null;
  pdf_sent: OnDrive | null;
  drive_state: 'stored' | 'pending' | 'failed';
  drive_error: string | null;
};

/** A file that is, or will be, on the drive: without an id as long as it is not there. */
interface OnDrive {
  id: string | null;
  url: string | null;
}

const SORTABLE = ['initiated_at', 'status', 'file_name'] as const;
export const isSortable = (sort: string): boolean => SORTABLE.some((name) => name === sort.replace(/^-/, ''));

const withFiles = (db: Executor) =>
  db
    .selectFrom('generations')
    .innerJoin('files as docx', 'docx.id', 'generations.docx_file_id')
    .leftJoin('files as pdf', 'pdf.id', 'generations.pdf_file_id')
    .leftJoin('drive_outbox as docx_line', (join) =>
      join.onRef('docx_line.generation_id', '=', 'generations.id').on('docx_line.format', '=', 'docx'),
    )
    .leftJoin('drive_outbox as pdf_line', (join) =>
      join.onRef('pdf_line.generation_id', '=', 'generations.id').on('pdf_line.format', '=', 'pdf'),
    )
    .leftJoin('jobs as docx_job', (join) =>
      join.on('docx_job.kind', '=', 'drive.send').onRef('docx_job.key', '=', 'docx_line.id'),
    )
    .leftJoin('jobs as pdf_job', (join) =>
      join.on('pdf_job.kind', '=', 'drive.send').onRef('pdf_job.key', '=', 'pdf_line.id'),
    )
    .selectAll('generations')
    .select([
      'docx.sha256 as sha256',
      'pdf.sha256 as pdf_sha256',
      'docx_line.id as docx_line',
      'docx_line.sent_at as docx_sent_at',
      'docx_line.drive_file_id as docx_id',
      'docx_line.drive_url as docx_url',
      'docx_job.state as docx_state',
      'docx_job.error as docx_error',
      'pdf_line.id as pdf_line',
      'pdf_line.sent_at as pdf_sent_at',
      'pdf_line.drive_file_id as pdf_id',
      'pdf_line.drive_url as pdf_url',
      'pdf_job.state as pdf_state',
      'pdf_job.error as pdf_error',
    ])
    .where('generations.deleted_at', 'is', null);

type Joined = Awaited<ReturnType<ReturnType<typeof withFiles>['executeTakeFirstOrThrow']>>;

/** One file of a generation: its line in the outbox, and the job that sends it. */
interface Sending {
  line: string | null;
  sentAt: string | null;
  id: string | null;
  url: string | null;
  state: string | null;
  error: string | null;
}

/** The state of a generation on the drive is that of its files; what has no line is where it should be. */
function onDrive(row: Joined): GenerationWithFiles {
  const { docx_line, docx_sent_at, docx_id, docx_url, docx_state, docx_error, ...others } = row;
  const { pdf_line, pdf_sent_at, pdf_id, pdf_url, pdf_state, pdf_error, ...rest } = others;
  const docx = {
    line: docx_line,
    sentAt: docx_sent_at,
    id: docx_id,
    url: docx_url,
    state: docx_state,
    error: docx_error,
  };
  const pdf = { line: pdf_line, sentAt: pdf_sent_at, id: pdf_id, url: pdf_url, state: pdf_state, error: pdf_error };
  const place = ({ line, sentAt, id, url }: Sending): OnDrive | null =>
    line === null ? null : sentAt === null ? { id: null, url: null } : { id, url };
  const unsent = [docx, pdf].filter(({ line, sentAt }) => line !== null && sentAt === null);
  return {
    ...rest,
    docx_sent: place(docx),
    pdf_sent: place(pdf),
    drive_state:
      unsent.length === 0 ? 'stored' : unsent.every(({ state }) => state === 'waiting') ? 'pending' : 'failed',
    drive_error: unsent.find(({ error }) => error !== null)?.error ?? null,
  };
}

/** True where a file of the generation is not on the drive yet. */
const isWaiting = sql<SqlBool>`exists (select 1 from drive_outbox where drive_outbox.generation_id = generations.id
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
export const listByIds = async (db: Executor, ids: readonly string[]): Promise<GenerationWithFiles[]> =>
  inOrder(ids, (await withFiles(db).where('generations.id', 'in', ids).execute()).map(onDrive));

export async function find(db: Executor, id: string): Promise<GenerationWithFiles | undefined> {
  const row = await withFiles(db).where('generations.id', '=', id).executeTakeFirst();
  return row ? onDrive(row) : undefined;
}

/** The document of a product that was validated last. */
export const findLastSealed = (
  db: Executor,
  productId: string,
): Promise<
  Pick<GenerationRow, 'id' | 'file_name' | 'validated_at' | 'margins' | 'docx_file_id' | 'pdf_file_id'> | undefined
> =>
  db
    .selectFrom('generations')
    .select(['id', 'file_name', 'validated_at', 'margins', 'docx_file_id', 'pdf_file_id'])
    .where('product_id', '=', productId)
    .where('status', '=', 'success')
    .where('deleted_at', 'is', null)
    .orderBy('validated_at', 'desc')
    .limit(1)
    .executeTakeFirst();

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
