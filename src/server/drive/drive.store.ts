import { sql } from 'kysely';
import type { Executor } from '../db/open.ts';
import type { DriveOutboxRow, GenerationRow } from '../db/tables.ts';
import type { FolderBook } from './google.drive.ts';

/** A line of the outbox with what is needed to send it. */
export type Waiting = DriveOutboxRow &
  Pick<GenerationRow, 'file_name' | 'product_snapshot' | 'status'> & { sha256: string };

export interface OutboxCounts {
  waiting: number;
  sent: number;
  failed: number;
}

/** Puts a file in line, or again if it is there with other bytes. What was sent under its id stays known. */
export async function enqueue(
  db: Executor,
  row: Pick<DriveOutboxRow, 'id' | 'generation_id' | 'format' | 'file_id' | 'created_at'>,
): Promise<void> {
  await db
    .insertInto('drive_outbox')
    .values({
      ...row,
      state: 'waiting',
      attempts: 0,
      next_at: row.created_at,
      leased_until: null,
      leased_by: null,
      error: null,
      root_id: null,
      drive_file_id: null,
      drive_url: null,
      sent_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['generation_id', 'format']).doUpdateSet({
        file_id: row.file_id,
        created_at: row.created_at,
        state: 'waiting',
        attempts: 0,
        next_at: row.created_at,
        error: null,
        sent_at: null,
      }),
    )
    .execute();
}

/** The next line to send, leased to `by` until `until`; none of what is in the trash. */
export async function claim(
  db: Executor,
  { now, until, by }: { now: string; until: string; by: string },
): Promise<Waiting | undefined> {
  const row = await db
    .selectFrom('drive_outbox as o')
    .innerJoin('generations as g', 'g.id', 'o.generation_id')
    .innerJoin('files as f', 'f.id', 'o.file_id')
    .selectAll('o')
    .select(['g.file_name', 'g.product_snapshot', 'g.status', 'f.sha256'])
    .where('o.state', '=', 'waiting')
    .where('o.next_at', '<=', now)
    .where('g.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('o.leased_until', 'is', null), eb('o.leased_until', '<', now)]))
    .orderBy('o.next_at')
    .orderBy('o.id')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  await db.updateTable('drive_outbox').set({ leased_until: until, leased_by: by }).where('id', '=', row.id).execute();
  return { ...row, leased_until: until, leased_by: by };
}

export async function renewLease(
  db: Executor,
  id: string,
  { until, by }: { until: string; by: string },
): Promise<void> {
  await db
    .updateTable('drive_outbox')
    .set({ leased_until: until })
    .where('id', '=', id)
    .where('leased_by', '=', by)
    .execute();
}

export async function endLeases(db: Executor): Promise<void> {
  await db.updateTable('drive_outbox').set({ leased_until: null, leased_by: null }).execute();
}

/** Keeps the id a file is about to be sent under. @returns false when another instance holds the line now */
export async function rememberId(
  db: Executor,
  id: string,
  { driveFileId, rootId, by }: { driveFileId: string; rootId: string; by: string },
): Promise<boolean> {
  const result = await db
    .updateTable('drive_outbox')
    .set({ drive_file_id: driveFileId, root_id: rootId })
    .where('id', '=', id)
    .where('leased_by', '=', by)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

/**
 * Writes what became of a try and gives the line back. A line put in the queue again meanwhile stays waiting; one that
 * another instance holds now is left to it.
 */
export async function settle(
  trx: Executor,
  row: Pick<DriveOutboxRow, 'id' | 'created_at'>,
  { by, values }: { by: string; values: Partial<DriveOutboxRow> },
): Promise<void> {
  await trx
    .updateTable('drive_outbox')
    .set(values)
    .where('id', '=', row.id)
    .where('leased_by', '=', by)
    .where('created_at', '=', row.created_at)
    .execute();
  await trx
    .updateTable('drive_outbox')
    .set({ leased_until: null, leased_by: null })
    .where('id', '=', row.id)
    .where('leased_by', '=', by)
    .execute();
}

/** Lets failed lines, and those that wait for a later hour, be sent now: of one generation, or of all. */
export async function retry(db: Executor, now: string, generationId: string | null): Promise<number> {
  let query = db
    .updateTable('drive_outbox')
    .set({ state: 'waiting', attempts: 0, next_at: now })
    .where('state', '!=', 'sent');
  if (generationId) query = query.where('generation_id', '=', generationId);
  const result = await query.executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Every document not in the trash, in line again. What is there already is found by its id, and not made twice. */
export async function enqueueAll(db: Executor, { now, newId }: { now: string; newId: () => string }): Promise<number> {
  const rows = await db
    .selectFrom('generations')
    .select(['id', 'docx_file_id', 'pdf_file_id'])
    .where('deleted_at', 'is', null)
    .execute();
  let count = 0;
  for (const { id, docx_file_id, pdf_file_id } of rows)
    for (const [format, fileId] of [
      ['docx', docx_file_id],
      ['pdf', pdf_file_id],
    ] as const) {
      if (!fileId) continue;
      await enqueue(db, { id: newId(), generation_id: id, format, file_id: fileId, created_at: now });
      count += 1;
    }
  return count;
}

export async function clear(db: Executor): Promise<void> {
  await db.deleteFrom('drive_outbox').execute();
}

export async function counts(db: Executor): Promise<OutboxCounts> {
  const rows = await db
    .selectFrom('drive_outbox as o')
    .innerJoin('generations as g', 'g.id', 'o.generation_id')
    .where('g.deleted_at', 'is', null)
    .select((eb) => ['o.state', eb.fn.countAll<number>().as('count')])
    .groupBy('o.state')
    .execute();
  const of = (state: string): number => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return { waiting: of('waiting'), sent: of('sent'), failed: of('failed') };
}

/** The first sentence that says why something failed. */
export async function lastError(db: Executor): Promise<string | null> {
  const row = await db
    .selectFrom('drive_outbox')
    .select('error')
    .where('error', 'is not', null)
    .where('state', '!=', 'sent')
    .orderBy(sql`case when state = 'failed' then 0 else 1 end`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.error ?? null;
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
