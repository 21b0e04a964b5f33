import { isOneOf } from '../db/chunks.ts';
import type { Executor } from '../db/open.ts';
import type { AttachmentRow, FileRow } from '../db/tables.ts';

export type AttachmentWithFile = AttachmentRow & Pick<FileRow, 'sha256' | 'size'>;

/** What a file is attached to. */
export interface OwnerKey {
  type: string;
  id: string;
}

const all = (db: Executor) =>
  db
    .selectFrom('attachments')
    .innerJoin('files', 'files.id', 'attachments.file_id')
    .selectAll('attachments')
    .select(['files.sha256', 'files.size']);
const live = (db: Executor) => all(db).where('attachments.deleted_at', 'is', null);

export const listOf = (db: Executor, { type, id }: OwnerKey): Promise<AttachmentWithFile[]> =>
  live(db)
    .where('attachments.owner_id', '=', id)
    .where('attachments.owner_type', '=', type)
    .orderBy('attachments.created_at')
    .orderBy('attachments.id')
    .execute();

export const listOfMany = async (db: Executor, type: string, ids: readonly string[]): Promise<AttachmentWithFile[]> =>
  ids.length === 0
    ? []
    : live(db)
        .where(isOneOf(db, 'attachments.owner_id', ids))
        .where('attachments.owner_type', '=', type)
        .orderBy('attachments.created_at')
        .orderBy('attachments.id')
        .execute();

/** The attachment, when it is not in the trash; its owner may be. */
export const find = (db: Executor, id: string): Promise<AttachmentWithFile | undefined> =>
  live(db).where('attachments.id', '=', id).executeTakeFirst();

/** Taken away by itself, or not. */
export const findAny = (db: Executor, id: string): Promise<AttachmentWithFile | undefined> =>
  all(db).where('attachments.id', '=', id).executeTakeFirst();

/** What was taken away by itself, the last first. */
export const listRemoved = (db: Executor, { type, id }: OwnerKey): Promise<AttachmentWithFile[]> =>
  all(db)
    .where('attachments.owner_id', '=', id)
    .where('attachments.owner_type', '=', type)
    .where('attachments.deleted_at', 'is not', null)
    .orderBy('attachments.deleted_at', 'desc')
    .orderBy('attachments.id')
    .execute();

export const listFileIds = async (
  db: Executor,
  ids: readonly string[],
): Promise<Pick<AttachmentRow, 'id' | 'file_id'>[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('attachments')
        .select(['id', 'file_id'])
        .where(isOneOf(db, 'id', ids))
        .execute();

/** What a file is or was attached to. */
export const findOwner = (db: Executor, id: string): Promise<OwnerKey | undefined> =>
  db.selectFrom('attachments').select(['owner_type as type', 'owner_id as id']).where('id', '=', id).executeTakeFirst();

export async function insert(db: Executor, row: AttachmentRow): Promise<void> {
  await db.insertInto('attachments').values(row).execute();
}

export async function erase(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('attachments').where('id', '=', id).execute();
}

export async function update(db: Executor, id: string, values: Partial<AttachmentRow>): Promise<void> {
  await db.updateTable('attachments').set(values).where('id', '=', id).execute();
}
