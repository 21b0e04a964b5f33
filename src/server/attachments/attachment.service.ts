import type { Attachment, RemovedAttachment } from '#shared/attachments/attachment.contract.ts';
import type { Stamp } from '#shared/findings/stamp.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { readOnce } from '../db/moment.ts';
import type { Db, Executor } from '../db/open.ts';
import { notFound, Refusal } from '../errors.ts';
import { type FileAnswer, givenAnswer } from '../http/file.ts';
import type { FileService } from '../storage/files.service.ts';
import { type AttachmentOwner, nameOf, present } from './attachment.owner.ts';
import * as store from './attachment.store.ts';
import { createAttaching, createRemoved } from './attachment.writing.ts';

const NOUN = 'pièce jointe';

export type { AttachmentOwner } from './attachment.owner.ts';

export interface AttachmentsDependencies {
  db: Db;
  files: FileService;
  /** By their type. */
  owners: Readonly<Record<string, AttachmentOwner>>;
  /** What the composition of a product is now, for a piece that is of it; `null` where it says nothing yet. */
  compositionNow: (productId: string) => Promise<Stamp | null>;
  audit: AuditService;
  clock: () => Date;
}

export function createAttachments(deps: AttachmentsDependencies) {
  const { db, files, owners, audit } = deps;
  const ownerOf = (type: string): AttachmentOwner => {
    const owner = owners[type];
    if (!owner) throw new Error(`nothing of type ${type} owns files`);
    return owner;
  };

  /** @param removed one that was taken away by itself too @throws 404 when it, or what it is attached to, is not there or in the trash */
  const get = async (executor: Executor, id: string, { removed = false } = {}): Promise<store.AttachmentWithFile> => {
    const row = await (removed ? store.findAny : store.find)(executor, id);
    if (!row) throw notFound(NOUN);
    await ownerOf(row.owner_type)
      .check(row.owner_id, executor)
      .catch((error) => {
        throw error instanceof Refusal && error.status === 404 ? notFound(NOUN) : error;
      });
    return row;
  };
  const { create, attachStored, update, remove } = createAttaching({ ...deps, ownerOf, get });
  const { restore, erase } = createRemoved({ ...deps, ownerOf, get });

  return {
    listOf: readOnce(async (owner: store.OwnerKey): Promise<Attachment[]> => {
      await ownerOf(owner.type).check(owner.id);
      return (await store.listOf(db, owner)).map(present);
    }),

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
    /** What the file of its product was when it was attached; `null` where that was not kept. */
    stampOf: async (id: string): Promise<Stamp | null> => {
      const row = await store.find(db, id);
      return row?.stamp ? (JSON.parse(row.stamp) as Stamp) : null;
    },
    create,
    attachStored,
    update,
    remove,
    restore,
    erase,

    /** What was taken away from a product by itself, and may still be read. */
    async listRemoved(owner: store.OwnerKey): Promise<RemovedAttachment[]> {
      await ownerOf(owner.type).check(owner.id);
      return (await store.listRemoved(db, owner)).map((row) => ({
        ...present(row),
        removed_at: row.deleted_at ?? '',
        removed_by: row.deleted_by,
      }));
    },

    /** @param options `removed`: one that was taken away by itself, and no other */
    async read(id: string, by: Actor, options: { removed?: boolean } = {}): Promise<FileAnswer> {
      const row = await get(db, id, options);
      if (options.removed && row.deleted_at === null) throw notFound(NOUN);
      if (ownerOf(row.owner_type).isReadTold(row.field_key))
        await audit.note({
          action: 'attachment.read',
          by,
          object: { type: 'attachment', id, label: nameOf(row) },
        });
      return givenAnswer(await files.open(row.file_id), row.file_name);
    },
  };
}

export type AttachmentService = ReturnType<typeof createAttachments>;
