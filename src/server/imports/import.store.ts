import type { ListQuery } from '#shared/contract/list.query.ts';
import { pageOf } from '#shared/contract/list.ts';
import type { Executor } from '../db/open.ts';
import type { ImportDocumentRow, ImportMappingRow, ImportRow } from '../db/tables.ts';

export async function insert(trx: Executor, row: ImportRow): Promise<void> {
  await trx.insertInto('imports').values(row).execute();
}

export const find = (db: Executor, id: string): Promise<ImportRow | undefined> =>
  db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();

/** @returns false when somebody else said something of it since `revision`, or it is gone */
export async function update(
  trx: Executor,
  { id, revision, values }: { id: string; revision: number; values: Partial<ImportRow> },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set(values)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

export async function remove(trx: Executor, id: string): Promise<void> {
  await trx.deleteFrom('import_documents').where('import_id', '=', id).execute();
  await trx.deleteFrom('imports').where('id', '=', id).execute();
}

/** Those of one person, or of everybody. */
export async function list(
  db: Executor,
  { personId, query }: { personId: string | null; query: ListQuery },
): Promise<{ rows: ImportRow[]; total: number }> {
  let filtered = db.selectFrom('imports');
  if (personId !== null) filtered = filtered.where('created_by_id', '=', personId);
  const { total } = await filtered.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const page = pageOf({ ...query, page: query.page ?? 1 });
  let rows = filtered.selectAll().orderBy('created_at', 'desc').orderBy('id');
  if (page) rows = rows.limit(page.limit).offset(page.offset);
  return { rows: await rows.execute(), total: Number(total) };
}

export async function sweep(trx: Executor, now: string): Promise<void> {
  const over = trx.selectFrom('imports').select('id').where('expires_at', '<', now);
  await trx.deleteFrom('import_documents').where('import_id', 'in', over).execute();
  await trx.deleteFrom('imports').where('expires_at', '<', now).execute();
}

/** The old files of an import, in the order in which they were given. */
export const listDocuments = (db: Executor, importId: string): Promise<ImportDocumentRow[]> =>
  db.selectFrom('import_documents').selectAll().where('import_id', '=', importId).orderBy('seq').execute();

export const findDocument = (
  db: Executor,
  { importId, id }: { importId: string; id: string },
): Promise<ImportDocumentRow | undefined> =>
  db
    .selectFrom('import_documents')
    .selectAll()
    .where('import_id', '=', importId)
    .where('id', '=', id)
    .executeTakeFirst();

export async function insertDocuments(trx: Executor, rows: ImportDocumentRow[]): Promise<void> {
  await trx.insertInto('import_documents').values(rows).execute();
}

export async function updateDocument(trx: Executor, id: string, values: Partial<ImportDocumentRow>): Promise<void> {
  await trx.updateTable('import_documents').set(values).where('id', '=', id).execute();
}

/** What was said of columns, the latest first. */
export const listMappings = (db: Executor): Promise<ImportMappingRow[]> =>
  db.selectFrom('import_mappings').selectAll().orderBy('used_at', 'desc').orderBy('headers').execute();

/** Keeps what was said of columns of these names, and forgets the oldest beyond `most`. */
export async function keepMapping(trx: Executor, row: ImportMappingRow, most: number): Promise<void> {
  await trx
    .insertInto('import_mappings')
    .values(row)
    .onConflict((conflict) => conflict.column('headers').doUpdateSet({ fields: row.fields, used_at: row.used_at }))
    .execute();
  const old = await trx
    .selectFrom('import_mappings')
    .select('headers')
    .orderBy('used_at', 'desc')
    .orderBy('headers')
    .limit(most)
    .offset(most)
    .execute();
  if (old.length > 0)
    await trx
      .deleteFrom('import_mappings')
      .where(
        'headers',
        'in',
        old.map(({ headers }) => headers),
      )
      .execute();
}
