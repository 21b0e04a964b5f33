import { type Executor, isPostgres } from '../db/open.ts';
import type { DriveOutboxRow } from '../db/tables.ts';
import type { FolderBook } from './google.files.ts';

export interface OutboxCounts {
  waiting: number;
  sent: number;
  failed: number;
}

/** The lines whose owner is there: a document, or a dossier. */
const owned = (db: Executor) =>
  db
    .selectFrom('drive_outbox as o')
    .leftJoin('generations as g', 'g.id', 'o.owner_id')
    .leftJoin('dossiers as d', 'd.id', 'o.owner_id')
    .where((eb) => eb.or([eb('g.id', 'is not', null), eb('d.id', 'is not', null)]));

/** Notes a file that is to be on the drive, or its new bytes. What was sent under its id stays known. @returns its line */
export async function note(
  db: Executor,
  row: Pick<DriveOutboxRow, 'id' | 'owner_id' | 'format' | 'file_id'>,
): Promise<{ id: string; file_name: string | null }> {
  await db
    .insertInto('drive_outbox')
    .values({ ...row, root_id: null, drive_file_id: null, drive_url: null, sent_at: null })
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'format']).doUpdateSet({ file_id: row.file_id, sent_at: null }),
    )
    .execute();
  return owned(db)
    .select((eb) => ['o.id', eb.fn.coalesce('g.file_name', 'd.file_name').as('file_name')])
    .where('o.owner_id', '=', row.owner_id)
    .where('o.format', '=', row.format)
    .executeTakeFirstOrThrow();
}

/** A line with what is needed to send it. */
export const find = (db: Executor, id: string) =>
  owned(db)
    .innerJoin('files as f', 'f.id', 'o.file_id')
    .selectAll('o')
    .select((eb) => [
      eb.fn.coalesce('g.file_name', 'd.file_name').as('file_name'),
      eb.fn.coalesce('g.product_snapshot', 'd.product_snapshot').as('product_snapshot'),
      'g.status',
      'g.deleted_at',
      'f.sha256',
      'f.size',
    ])
    .where('o.id', '=', id)
    .executeTakeFirst();

/** Every line of these owners, with the job that sends it. */
export const linesOf = (db: Executor, ownerIds: readonly string[]) =>
  db
    .selectFrom('drive_outbox as o')
    .leftJoin('jobs as j', (join) => join.on('j.kind', '=', 'drive.send').onRef('j.key', '=', 'o.id'))
    .select(['o.owner_id', 'o.format', 'o.sent_at', 'o.drive_file_id', 'o.drive_url', 'j.state', 'j.error'])
    .where('o.owner_id', 'in', ownerIds)
    .orderBy('o.format')
    .orderBy('o.id')
    .execute();

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

/** The lines of an owner. */
export const idsOf = async (db: Executor, ownerId: string): Promise<string[]> =>
  (await db.selectFrom('drive_outbox').select('id').where('owner_id', '=', ownerId).execute()).map(({ id }) => id);

/** Every file of the documents that are not in the trash, and of the dossiers. */
export async function everyFile(db: Executor): Promise<Pick<DriveOutboxRow, 'owner_id' | 'format' | 'file_id'>[]> {
  const generations = await db
    .selectFrom('generations')
    .select(['id', 'docx_file_id as docx', 'pdf_file_id as pdf'])
    .where('deleted_at', 'is', null)
    // One that is being finalised is read as it will be: its draft never takes the place of what is sealed.
    .$if(isPostgres(db), (found) => found.forShare())
    .execute();
  const dossiers = await db.selectFrom('dossiers').select(['id', 'pdf_file_id as pdf', 'zip_file_id as zip']).execute();
  const line = (owner_id: string, format: DriveOutboxRow['format'], file_id: string | null) =>
    file_id ? [{ owner_id, format, file_id }] : [];
  return [
    ...generations.flatMap(({ id, docx, pdf }) => [...line(id, 'docx', docx), ...line(id, 'pdf', pdf)]),
    ...dossiers.flatMap(({ id, pdf, zip }) => [...line(id, 'pdf', pdf), ...line(id, 'zip', zip)]),
  ];
}

export async function clear(db: Executor): Promise<void> {
  await db.deleteFrom('drive_outbox').execute();
}

export async function counts(db: Executor): Promise<OutboxCounts> {
  const rows = await owned(db)
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
