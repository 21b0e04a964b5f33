import type { ListQuery } from '#shared/contract/list.query.ts';
import { pageOf } from '#shared/contract/list.ts';
import type { IntakeState } from '#shared/intake/intake.contract.ts';
import type { Executor } from '../db/open.ts';
import type { FileRow, IntakeRow, IntakeTextRow } from '../db/tables.ts';

export type IntakeWithFile = IntakeRow & Pick<FileRow, 'sha256' | 'size'>;

const withFile = (db: Executor) =>
  db
    .selectFrom('intake')
    .innerJoin('files', 'files.id', 'intake.file_id')
    .selectAll('intake')
    .select(['files.sha256', 'files.size']);

export async function insert(trx: Executor, rows: IntakeRow[]): Promise<void> {
  // SQLite takes some thousand values in one statement.
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await trx
      .insertInto('intake')
      .values(rows.slice(from, from + AT_ONCE))
      .execute();
}
const AT_ONCE = 100;

export const find = (db: Executor, id: string): Promise<IntakeWithFile | undefined> =>
  withFile(db).where('intake.id', '=', id).executeTakeFirst();

/** What files say that are nobody's yet. */
export async function insertTexts(trx: Executor, rows: IntakeTextRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await trx
      .insertInto('intake_texts')
      .values(rows.slice(from, from + AT_ONCE))
      .execute();
}

/** Those that wait at a place that is gone, or in the trash, are nobody's again. */
export const freeOfGone = async (db: Executor): Promise<void> => {
  for (const [type, table] of [
    ['product', 'products'],
    ['material', 'materials'],
    ['substance', 'substances'],
  ] as const)
    await db
      .updateTable('intake')
      .set({ owner_type: null, owner_id: null })
      .where('state', '=', 'waiting')
      .where('source', 'in', ['upload', 'folder'])
      .where('owner_type', '=', type)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom(table)
              .select(`${table}.id`)
              .whereRef(`${table}.id`, '=', 'intake.owner_id')
              .where(`${table}.deleted_at`, 'is', null),
          ),
        ),
      )
      .execute();
};

/** Those that wait and are nobody's, with what they say; after one of them. */
export const listUnclaimed = (db: Executor, after: string, limit: number): Promise<(IntakeRow & IntakeTextRow)[]> =>
  db
    .selectFrom('intake')
    .innerJoin('intake_texts', 'intake_texts.intake_id', 'intake.id')
    .selectAll()
    .where('intake.state', '=', 'waiting')
    .where('intake.owner_id', 'is', null)
    .where('intake.id', '>', after)
    .orderBy('intake.id')
    .limit(limit)
    .execute();

/** Says where one may belong, unless somebody has said it meanwhile. */
export async function propose(trx: Executor, id: string, values: Partial<IntakeRow>): Promise<void> {
  await trx
    .updateTable('intake')
    .set(values)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('owner_id', 'is', null)
    .execute();
}

/** Those that wait with this very file. */
export const listWaiting = (db: Executor, fileId: string): Promise<IntakeWithFile[]> =>
  withFile(db).where('intake.file_id', '=', fileId).where('intake.state', '=', 'waiting').execute();

export async function update(trx: Executor, id: string, values: Partial<IntakeRow>): Promise<void> {
  await trx.updateTable('intake').set(values).where('id', '=', id).execute();
}

/** Those that wait, the oldest first; the others, the newest first. */
export async function list(
  db: Executor,
  { state, query }: { state: IntakeState; query: ListQuery },
): Promise<{ rows: IntakeWithFile[]; total: number }> {
  const total = await count(db, state);
  const order = state === 'waiting' ? 'asc' : 'desc';
  let rows = withFile(db)
    .where('intake.state', '=', state)
    .orderBy('intake.created_at', order)
    .orderBy('intake.folder')
    .orderBy('intake.file_name')
    .orderBy('intake.id');
  const page = pageOf({ ...query, page: query.page ?? 1 }, PAGE);
  if (page) rows = rows.limit(page.limit).offset(page.offset);
  return { rows: await rows.execute(), total };
}
const PAGE = 200;

export async function count(db: Executor, state: IntakeState): Promise<number> {
  const { total } = await db
    .selectFrom('intake')
    .where('state', '=', state)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** What files of these bytes are attached to, or which of them wait already. */
export async function listKnown(db: Executor, hashes: readonly string[]) {
  const attached = await db
    .selectFrom('attachments')
    .innerJoin('files', 'files.id', 'attachments.file_id')
    .select(['files.sha256', 'attachments.owner_type', 'attachments.owner_id'])
    .where('attachments.deleted_at', 'is', null)
    .where('files.sha256', 'in', hashes)
    .execute();
  const waiting = await withFile(db)
    .where('intake.state', '=', 'waiting')
    .where('files.sha256', 'in', hashes)
    .execute();
  return { attached, waiting };
}

/** Forgets what was left or filed long enough ago. */
export async function sweep(trx: Executor, now: string): Promise<void> {
  await trx.deleteFrom('intake').where('expires_at', '<', now).execute();
  const waiting = trx.selectFrom('intake').select('id').where('state', '=', 'waiting');
  await trx.deleteFrom('intake_texts').where('intake_id', 'not in', waiting).execute();
}
