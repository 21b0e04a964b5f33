/** What files are attached to. */
import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import { kindOfSlot } from '#shared/control/slots.ts';
import type { Actor } from '../caller.ts';
import type { Executor } from '../db/open.ts';
import type { AttachmentRow } from '../db/tables.ts';
import type * as store from './attachment.store.ts';

/** A file by the name it had and the name it has, and the files there are now. */
export interface FilesChange {
  files: readonly store.AttachmentWithFile[];
  change: { key: string; from: string | null; to: string | null };
  by: Actor;
}

/** What files may be attached to: it says itself who may, and what a file more or less changes in it. */
export interface AttachmentOwner {
  /** @throws 404 when it is not there, or in the trash */
  check(id: string, executor?: Executor): Promise<unknown>;
  /** What a transaction that changes it holds (`inTransaction`). */
  lockOf(id: string): string;
  /** A file came, went or was renamed. @throws when it may not change, and nothing does */
  filesChanged(trx: Executor, id: string, what: FilesChange): Promise<void>;
  /** Whether who reads a file under this key is told in the journal. */
  isReadTold(key: string): boolean;
}

/** What is said of a piece: what it is, its day, and the last one on which it holds. */
export type Told = Partial<Record<'kind' | 'issued_on' | 'expires_on', string | null | undefined>>;

export const present = (row: store.AttachmentWithFile): Attachment => ({
  id: row.id,
  product_id: row.owner_type === 'product' ? row.owner_id : null,
  field_key: row.field_key,
  also: JSON.parse(row.also) as string[],
  file_name: row.file_name,
  alias: row.alias,
  mime_type: row.mime_type,
  size: row.size,
  sha256: row.sha256,
  kind: row.kind ?? (row.owner_type === 'product' ? kindOfSlot(row.field_key) : null),
  issued_on: row.issued_on,
  expires_on: row.expires_on,
  example: row.example === 1,
  created_at: row.created_at,
});

export const nameOf = ({ alias, file_name }: Pick<AttachmentRow, 'alias' | 'file_name'>): string => alias ?? file_name;
