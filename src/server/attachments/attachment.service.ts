import { randomUUID } from 'node:crypto';
import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import { dayOf } from '#shared/fields/date.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { AttachmentRow } from '../db/tables.ts';
import { bodyFault, invalid, notFound, Refusal } from '../errors.ts';
import type { FileAnswer, UploadedFile } from '../http/file.ts';
import type { FileService } from '../storage/files.service.ts';
import { sizeOf } from '../storage/inbox.ts';
import * as store from './attachment.store.ts';

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

/** What is said of a piece: what it is, its day, and the one from which it no longer holds. */
export type Told = Partial<Record<'kind' | 'issued_on' | 'expires_on', string | null | undefined>>;

const present = (row: store.AttachmentWithFile): Attachment => ({
  id: row.id,
  product_id: row.owner_type === 'product' ? row.owner_id : null,
  field_key: row.field_key,
  file_name: row.file_name,
  alias: row.alias,
  mime_type: row.mime_type,
  size: row.size,
  sha256: row.sha256,
  kind: row.kind,
  issued_on: row.issued_on,
  expires_on: row.expires_on,
  created_at: row.created_at,
});

const nameOf = ({ alias, file_name }: Pick<AttachmentRow, 'alias' | 'file_name'>): string => alias ?? file_name;

/** @throws 422 for a piece that no longer held before it was made */
function checkDates({ issued_on, expires_on }: Told, today: string): void {
  if (issued_on && issued_on > today)
    throw invalid([
      bodyFault('issued_on', 'Cette date est dans l’avenir : un document n’est pas encore écrit demain.'),
    ]);
  if (issued_on && expires_on && expires_on < issued_on)
    throw invalid([bodyFault('expires_on', 'L’expiration précède la date du document.')]);
}

const NOUN = 'pièce jointe';
const MIME = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/i;

export function createAttachments({
  db,
  files,
  owners,
  audit,
  clock,
}: {
  db: Db;
  files: FileService;
  /** By their type. */
  owners: Readonly<Record<string, AttachmentOwner>>;
  audit: AuditService;
  clock: () => Date;
}) {
  const ownerOf = (type: string): AttachmentOwner => {
    const owner = owners[type];
    if (!owner) throw new Error(`nothing of type ${type} owns files`);
    return owner;
  };
  const keyOf = (row: store.AttachmentWithFile): store.OwnerKey => ({ type: row.owner_type, id: row.owner_id });
  const lockOf = ({ type, id }: store.OwnerKey): string => ownerOf(type).lockOf(id);

  /** @throws 404 when it, or what it is attached to, is not there or in the trash */
  const get = async (executor: Executor, id: string): Promise<store.AttachmentWithFile> => {
    const row = await store.find(executor, id);
    if (!row) throw notFound(NOUN);
    await ownerOf(row.owner_type)
      .check(row.owner_id, executor)
      .catch((error) => {
        throw error instanceof Refusal && error.status === 404 ? notFound(NOUN) : error;
      });
    return row;
  };

  const tellOwner = async (
    trx: Executor,
    owner: store.OwnerKey,
    told: Pick<FilesChange, 'change' | 'by'>,
  ): Promise<void> => {
    await ownerOf(owner.type).filesChanged(trx, owner.id, { files: await store.listOf(trx, owner), ...told });
  };

  return {
    async listOf(owner: store.OwnerKey): Promise<Attachment[]> {
      await ownerOf(owner.type).check(owner.id);
      return (await store.listOf(db, owner)).map(present);
    },

    /** Those of several owners of one type, by owner; an owner without any is not there. */
    listOfMany: async (
      type: string,
      ids: readonly string[],
      executor: Executor,
    ): Promise<ReadonlyMap<string, Attachment[]>> =>
      new Map(
        [...Map.groupBy(await store.listOfMany(executor, type, ids), ({ owner_id }) => owner_id)].map(([id, rows]) => [
          id,
          rows.map(present),
        ]),
      ),

    /** Under which key the bytes of each are stored. */
    fileIdsOf: async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
      new Map((await store.listFileIds(db, ids)).map(({ id, file_id }) => [id, file_id])),
    /** What a file is or was attached to, in the trash too; `null` for one that is gone. */
    ownerOf: async (id: string): Promise<store.OwnerKey | null> => (await store.findOwner(db, id)) ?? null,

    async create({
      owner,
      field_key,
      told = {},
      file,
      by,
    }: {
      owner: store.OwnerKey;
      field_key: string;
      told?: Told;
      file: UploadedFile;
      by: Actor;
    }): Promise<Attachment> {
      checkDates(told, dayOf(clock()));
      if (sizeOf(file.content) === 0) throw invalid([bodyFault('file', 'Le fichier est vide.')]);
      await ownerOf(owner.type).check(owner.id);
      const stored = await files.save(file.content);
      const row = {
        id: randomUUID(),
        owner_type: owner.type,
        owner_id: owner.id,
        field_key,
        file_name: file.fileName,
        alias: null,
        mime_type: MIME.test(file.mimeType) ? file.mimeType.toLowerCase() : 'application/octet-stream',
        file_id: stored.id,
        kind: told.kind ?? null,
        issued_on: told.issued_on ?? null,
        expires_on: told.expires_on ?? null,
        created_at: clock().toISOString(),
        deleted_at: null,
        deleted_by: null,
      };
      await inTransaction(
        db,
        async (trx) => {
          await ownerOf(owner.type).check(owner.id, trx);
          await files.record(trx, stored);
          await store.insert(trx, row);
          await tellOwner(trx, owner, { change: { key: field_key, from: null, to: row.file_name }, by });
          await audit.record(trx, {
            action: 'attachment.create',
            by,
            object: { type: 'attachment', id: row.id, label: row.file_name },
          });
        },
        lockOf(owner),
      );
      return present({ ...row, sha256: stored.sha256, size: stored.size });
    },

    /** Only what is given changes. */
    async update(
      id: string,
      { alias, ...told }: Told & { alias?: string | null | undefined },
      by: Actor,
    ): Promise<Attachment> {
      const owner = keyOf(await get(db, id));
      return inTransaction(
        db,
        async (trx) => {
          const row = await get(trx, id);
          const given = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
          const next = { ...row, ...given, ...(alias === undefined ? {} : { alias: alias || null }) };
          checkDates(next, dayOf(clock()));
          const { kind, issued_on, expires_on } = next;
          await store.update(trx, id, { alias: next.alias, kind, issued_on, expires_on });
          const change = { key: row.field_key, from: nameOf(row), to: nameOf(next) };
          if (change.from !== change.to) await tellOwner(trx, owner, { change, by });
          await audit.record(trx, {
            action: 'attachment.update',
            by,
            object: { type: 'attachment', id, label: nameOf(next) },
          });
          return present(next);
        },
        lockOf(owner),
      );
    },

    async remove(id: string, by: Actor): Promise<void> {
      const owner = keyOf(await get(db, id));
      await inTransaction(
        db,
        async (trx) => {
          const row = await get(trx, id);
          await store.update(trx, id, { deleted_at: clock().toISOString(), deleted_by: by.email });
          await tellOwner(trx, owner, { change: { key: row.field_key, from: nameOf(row), to: null }, by });
          await audit.record(trx, {
            action: 'attachment.remove',
            by,
            object: { type: 'attachment', id, label: nameOf(row) },
          });
        },
        lockOf(owner),
      );
    },

    async read(id: string, by: Actor): Promise<FileAnswer> {
      const row = await get(db, id);
      if (ownerOf(row.owner_type).isReadTold(row.field_key))
        await audit.note({
          action: 'attachment.read',
          by,
          object: { type: 'attachment', id, label: nameOf(row) },
        });
      return {
        ...(await files.open(row.file_id)),
        // Never what the sender declared: a browser must not run it.
        mimeType: 'application/octet-stream',
        fileName: row.file_name,
        disposition: 'attachment',
      };
    },
  };
}

export type AttachmentService = ReturnType<typeof createAttachments>;
