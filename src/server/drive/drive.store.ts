import type { Executor } from '../db/open.ts';
import type { DriveOutboxRow, GenerationRow } from '../db/tables.ts';
import type { FolderBook } from './google.drive.ts';

/** A line of the outbox with what is needed to send it. */
export type Outgoing = DriveOutboxRow &
  Pick<GenerationRow, 'file_name' | 'product_snapshot' | 'status' | 'deleted_at'> & { sha256: string };

export interface OutboxCounts {
  waiting: number;
  sent: number;
  failed: number;
}

/** Notes a file that is to be on the drive, or its new bytes. What was sent under its id stays known. @returns its line */
export async function note(
  db: Executor,
  row: Pick<DriveOutboxRow, 'id' | 'generation_id' | 'format' | 'file_id'>,
): Promise<{ id: string; file_name: string }> {
  await db
    .insertInto('drive_outbox')
    .values({ ...row, root_id: null, drive_file_id: null, drive_url: null, sent_at: null })
    .onConflict((conflict) =>
      conflict.columns(['generation_id', 'format']).doUpdateSet({ file_id: row.file_id, sent_at: null }),
    )
    .execute();
  return db
    .selectFrom('drive_outbox as o')
    .innerJoin('generations as g', 'g.id', 'o.generation_id')
    .select(['o.id', 'g.file_name'])
    .where('o.generation_id', '=', row.generation_id)
    .where('o.format', '=', row.format)
    .executeTakeFirstOrThrow();
}

export const find = (db: Executor, id: string): Promise<Outgoing | undefined> =>
  db
    .selectFrom('drive_outbox as o')
    .innerJoin('generations as g', 'g.id', 'o.generation_id')
    .innerJoin('files as f', 'f.id', 'o.file_id')
    .selectAll('o')
    .select(['g.file_name', 'g.product_snapshot', 'g.status', 'g.deleted_at', 'f.sha256'])
    .where('o.id', '=', id)
    .executeTakeFirst();

export async function update(db: Executor, id: string, values: Partial<DriveOutboxRow>): Promise<void> {
  await db.updateTable('drive_outbox').set(values).where('id', '=', id).execute();
}

/** The same, as long as `holder` has the job that sends it. @returns whether it has */
export async function updateHeld(
  db: Executor,
  id: string,
  { holder, values }: { holder: string; values: Partial<DriveOutboxRow> },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('drive_outbox')
    .set(values)
    .where('id', '=', id)
    .where((eb) => eb.exists(eb.selectFrom('jobs').select('id').where('leased_by', '=', holder)))
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** The lines of a generation. */
export const idsOf = async (db: Executor, generationId: string): Promise<string[]> =>
  (await db.selectFrom('drive_outbox').select('id').where('generation_id', '=', generationId).execute()).map(
    ({ id }) => id,
  );

/** Every file of the documents that are not in the trash. */
export async function everyFile(db: Executor): Promise<Pick<DriveOutboxRow, 'generation_id' | 'format' | 'file_id'>[]> {
  const rows = await db
    .selectFrom('generations')
    .select(['id', 'docx_file_id', 'pdf_file_id'])
    .where('deleted_at', 'is', null)
    .execute();
  return rows.flatMap(({ id, docx_file_id, pdf_file_id }) => [
    { generation_id: id, format: 'docx', file_id: docx_file_id },
    ...(pdf_file_id ? [{ generation_id: id, format: 'pdf', file_id: pdf_file_id }] : []),
  ]);
}

export async function clear(db: Executor): Promise<void> {
  await db.deleteFrom('drive_outbox').execute();
}

export async function counts(db: Executor): Promise<OutboxCounts> {
  const rows = await db
    .selectFrom('drive_outbox as o')
    .innerJoin('generations as g', 'g.id', 'o.generation_id')
    .leftJoin('jobs as j', (join) => join.on('j.kind', '=', 'drive.send').onRef('j.key', '=', 'o.id'))
    .where('g.deleted_at', 'is', null)
    .select((eb) => [
      eb
        .case()
        .when('o.sent_at', 'is not', null)
        .then('sent')
        .when('j.state', '=', 'waiting')
        .then('waiting')
        .else('failed')
        .end()
        .as('where'),
      eb.fn.countAll<number>().as('count'),
    ])
    .groupBy('where')
    .execute();
  const of = (where: string): number => Number(rows.find((row) => row.where === where)?.count ?? 0);
  return { waiting: of('waiting'), sent: of('sent'), failed: of('failed') };
}

export const folderBook = (db: Executor, rootId: string): FolderBook => ({
  async find(path) {
    const row = await db
      .selectFrom('drive_folders')
      .selectAll()
      .where('root_id', '=', rootId)
      .where('path', '=', path)
      .executeTakeFirst();
    return row ? { id: row.folder_id, created: row.created === 1 } : null;
  },
  async reserve(path, id) {
    await db
      .insertInto('drive_folders')
      .values({ root_id: rootId, path, folder_id: id, created: 0 })
      .onConflict((conflict) => conflict.columns(['root_id', 'path']).doNothing())
      .execute();
    const row = await db
      .selectFrom('drive_folders')
      .select('folder_id')
      .where('root_id', '=', rootId)
      .where('path', '=', path)
      .executeTakeFirstOrThrow();
    return row.folder_id;
  },
  async confirm(path) {
    await db
      .updateTable('drive_folders')
      .set({ created: 1 })
      .where('root_id', '=', rootId)
      .where('path', '=', path)
      .execute();
  },
  async forget(path, seen) {
    const rows = await db
      .selectFrom('drive_folders')
      .select(['path', 'folder_id'])
      .where('root_id', '=', rootId)
      .execute();
    // Somebody else has made it anew meanwhile.
    if (!rows.some((row) => row.path === seen.path && row.folder_id === seen.id)) return;
    const gone = rows.map((row) => row.path).filter((one) => one === path || one.startsWith(`${path}\n`));
    if (gone.length > 0)
      await db.deleteFrom('drive_folders').where('root_id', '=', rootId).where('path', 'in', gone).execute();
  },
});
