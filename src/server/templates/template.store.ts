import { randomUUID } from 'node:crypto';
import type { ListQuery } from '#shared/contract/list.query.ts';
import { pageOf } from '#shared/contract/list.ts';
import { matches } from '../db/fulltext.ts';
import type { Executor } from '../db/open.ts';
import type { TemplateFileRow, TemplateRow } from '../db/tables.ts';

const SORTABLE = ['name', 'version', 'created_at', 'updated_at'] as const;
export const isSortable = (sort: string): boolean => SORTABLE.some((name) => name === sort.replace(/^-/, ''));

/** Page 1 and ten templates unless the query says otherwise, as the specification asks. */
export async function list(db: Executor, query: ListQuery): Promise<{ rows: TemplateRow[]; total: number }> {
  let filtered = db.selectFrom('templates').where('deleted_at', 'is', null);
  const { search } = query;
  if (search?.trim()) filtered = filtered.where((eb) => matches(eb, search));
  const { total } = await filtered.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const sort = query.sort ?? '-updated_at';
  const column = SORTABLE.find((name) => name === sort.replace(/^-/, '')) ?? 'updated_at';
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const page = pageOf({ ...query, page: query.page ?? 1 }, 10);
  const rows = filtered.selectAll().orderBy(column, direction).orderBy('id', direction);
  return { rows: await (page ? rows.limit(page.limit).offset(page.offset) : rows).execute(), total };
}

export const find = (db: Executor, id: string): Promise<TemplateRow | undefined> =>
  db.selectFrom('templates').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

/** The same with the SHA-256 of its file; `null` when it has none. */
export const findWithHash = (
  db: Executor,
  id: string,
): Promise<(TemplateRow & { sha256: string | null }) | undefined> =>
  db
    .selectFrom('templates')
    .leftJoin('files', 'files.id', 'templates.file_id')
    .selectAll('templates')
    .select('files.sha256')
    .where('templates.id', '=', id)
    .where('templates.deleted_at', 'is', null)
    .executeTakeFirst();

/** SHA-256 of the file of each template that is there and has one. */
export const listHashes = (db: Executor): Promise<{ id: string; sha256: string }[]> =>
  db
    .selectFrom('templates')
    .innerJoin('files', 'files.id', 'templates.file_id')
    .select(['templates.id', 'files.sha256'])
    .where('templates.deleted_at', 'is', null)
    .execute();

/** The file that a template has now, and who brought it. */
export const findPresentFile = (
  db: Executor,
  id: string,
): Promise<{ file_id: string; sha256: string; imported_by: string | null } | undefined> =>
  db
    .selectFrom('templates')
    .innerJoin('files', 'files.id', 'templates.file_id')
    .innerJoin('template_files', (joined) =>
      joined
        .onRef('template_files.template_id', '=', 'templates.id')
        .onRef('template_files.file_id', '=', 'templates.file_id'),
    )
    .select(['files.id as file_id', 'files.sha256', 'template_files.imported_by'])
    .where('templates.id', '=', id)
    .where('templates.deleted_at', 'is', null)
    .executeTakeFirst();

export async function insert(db: Executor, row: TemplateRow): Promise<void> {
  await db.insertInto('templates').values(row).execute();
}

export async function update(db: Executor, id: string, values: Partial<TemplateRow>): Promise<void> {
  await db.updateTable('templates').set(values).where('id', '=', id).execute();
}

/**
 * Sets what is seen in a file: its picture, or that it has none, its faults. One replaced meanwhile gets its own.
 * @param langue of those that the picture is of: copies of one file may print in two languages
 */
export async function setSeen(
  db: Executor,
  fileId: string,
  values: Partial<Pick<TemplateRow, 'thumbnail_file_id' | 'thumbnail_refused' | 'faults'>>,
  langue?: string,
): Promise<void> {
  const all = db.updateTable('templates').set(values).where('file_id', '=', fileId);
  await (langue === undefined ? all : all.where('langue', '=', langue)).execute();
}

/** The files that have not been looked at, or whose picture is missing, and a template that has each. */
export const unseen = (db: Executor) =>
  db
    .selectFrom('templates')
    .select(['file_id', 'name', 'version', 'langue', 'faults', 'thumbnail_file_id', 'thumbnail_refused'])
    .where('deleted_at', 'is', null)
    .where('file_id', 'is not', null)
    .where((eb) =>
      eb.or([eb('faults', 'is', null), eb.and([eb('thumbnail_file_id', 'is', null), eb('thumbnail_refused', '=', 0)])]),
    )
    .$narrowType<{ file_id: string }>()
    .execute();

export async function count(db: Executor): Promise<number> {
  const { total } = await db
    .selectFrom('templates')
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The files a template has had, the newest first. */
export const listFiles = (db: Executor, id: string): Promise<TemplateFileRow[]> =>
  db
    .selectFrom('template_files')
    .selectAll()
    .where('template_id', '=', id)
    .orderBy('imported_at', 'desc')
    .orderBy('id')
    .execute();

/** Every file that the templates which are there have had, the newest first. */
export const listAllFiles = (db: Executor) =>
  db
    .selectFrom('template_files')
    .innerJoin('templates', 'templates.id', 'template_files.template_id')
    .innerJoin('files', 'files.id', 'template_files.file_id')
    .select([
      'template_files.template_id',
      'template_files.id',
      'template_files.file_id',
      'template_files.version',
      'templates.name',
      'files.sha256',
    ])
    .where('templates.deleted_at', 'is', null)
    .orderBy('template_files.imported_at', 'desc')
    .orderBy('template_files.id')
    .execute();

export const findFile = (
  db: Executor,
  { id, fileId }: { id: string; fileId: string },
): Promise<TemplateFileRow | undefined> =>
  db.selectFrom('template_files').selectAll().where('template_id', '=', id).where('id', '=', fileId).executeTakeFirst();

/** Remembers the file that a template has now, if it has one. */
export async function insertFile(
  db: Executor,
  { id, file_id, file_name, version, updated_at }: TemplateRow,
  importedBy: string | null,
): Promise<void> {
  if (file_id === null) return;
  await db
    .insertInto('template_files')
    .values({
      id: randomUUID(),
      template_id: id,
      file_id,
      file_name: file_name ?? 'modele.docx',
      version,
      imported_at: updated_at,
      imported_by: importedBy,
    })
    .execute();
}

/** The version is the file's: what it is called now is what its file is called. */
export async function renameFile(db: Executor, { id, file_id, version }: TemplateRow): Promise<void> {
  await db
    .updateTable('template_files')
    .set({ version })
    .where('template_id', '=', id)
    .where('file_id', '=', file_id ?? '')
    .execute();
}
