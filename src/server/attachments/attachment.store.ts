import type { Executor } from '../db/open.ts';
import type { AttachmentRow, FileRow } from '../db/tables.ts';

export type AttachmentWithFile = AttachmentRow & Pick<FileRow, 'sha256' | 'size'>;

const live = (db: Executor) =>
  db
    .selectFrom('attachments')
    .innerJoin('files', 'files.id', 'attachments.file_id')
    .innerJoin('products', 'products.id', 'attachments.product_id')
    .selectAll('attachments')
    .select(['files.sha256', 'files.size'])
    .where('attachments.deleted_at', 'is', null)
    .where('products.deleted_at', 'is', null);

export const listOf = (db: Executor, productId: string): Promise<AttachmentWithFile[]> =>
  live(db).where('attachments.product_id', '=', productId).orderBy('attachments.created_at').execute();

/** The attachment, when neither it nor its product is in the trash. */
export const find = (db: Executor, id: string): Promise<AttachmentWithFile | undefined> =>
  live(db).where('attachments.id', '=', id).executeTakeFirst();

export async function insert(db: Executor, row: AttachmentRow): Promise<void> {
  await db.insertInto('attachments').values(row).execute();
}

export async function update(db: Executor, id: string, values: Partial<AttachmentRow>): Promise<void> {
  await db.updateTable('attachments').set(values).where('id', '=', id).execute();
}
