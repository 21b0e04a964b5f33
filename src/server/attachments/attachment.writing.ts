import { randomUUID } from 'node:crypto';
import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import { standsAt } from '#shared/attachments/attachment.place.ts';
import type { AuditAction } from '#shared/audit/audit.contract.ts';
import { mayStandAlso } from '#shared/control/slots.ts';
import { COMPOSITION_FILES } from '#shared/detergents/detergent.fields.ts';
import { dayOf } from '#shared/fields/date.ts';
import { FORMULA_KEY } from '#shared/products/product.fields.ts';
import type { Actor } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import type { AttachmentRow } from '../db/tables.ts';
import { bodyFault, conflict, invalid } from '../errors.ts';
import type { UploadedFile } from '../http/file.ts';
import { sizeOf } from '../storage/inbox.ts';
import { type AttachmentOwner, type FilesChange, nameOf, present, type Told } from './attachment.owner.ts';

import type { AttachmentsDependencies } from './attachment.service.ts';
import * as store from './attachment.store.ts';

const OF_COMPOSITION: readonly string[] = Object.values(COMPOSITION_FILES);

/** @throws 422 for a piece that no longer held before it was made */
function checkDates({ issued_on, expires_on }: Told, today: string): void {
  if (issued_on && issued_on > today)
    throw invalid([
      bodyFault('issued_on', 'Cette date est dans l’avenir : un document n’est pas encore écrit demain.'),
    ]);
  if (issued_on && expires_on && expires_on < issued_on)
    throw invalid([bodyFault('expires_on', 'L’expiration précède la date du document.')]);
}

/** @throws 422 for a place that is none, or is its own, or takes one file only */
function checkAlso({ owner_type, field_key }: AttachmentRow, also: readonly string[]): readonly string[] {
  if (owner_type !== 'product')
    throw invalid([bodyFault('also', 'Seul un fichier d’un produit se range à plusieurs emplacements.')]);
  const odd = also.find((key) => !mayStandAlso(key));
  if (odd === FORMULA_KEY)
    throw invalid([
      bodyFault(
        'also',
        'La formule est un fichier à part : joignez-le à son emplacement, il ne s’y range pas d’ailleurs.',
      ),
    ]);
  if (odd !== undefined) throw invalid([bodyFault('also', `« ${odd} » n’est pas un emplacement du dossier.`)]);
  return also.filter((key) => key !== field_key);
}

const MIME = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/i;

interface NewFile {
  owner: store.OwnerKey;
  field_key: string;
  told: Told;
  file: Pick<UploadedFile, 'fileName' | 'mimeType'>;
  stamp: string | null;
  fileId: string;
  at: string;
}
const rowOf = ({ owner, field_key, told, file, stamp, fileId, at }: NewFile): AttachmentRow => ({
  id: randomUUID(),
  owner_type: owner.type,
  owner_id: owner.id,
  field_key,
  also: '[]',
  example: 0,
  file_name: file.fileName,
  alias: null,
  mime_type: MIME.test(file.mimeType) ? file.mimeType.toLowerCase() : 'application/octet-stream',
  file_id: fileId,
  kind: told.kind ?? null,
  issued_on: told.issued_on ?? null,
  expires_on: told.expires_on ?? null,
  stamp,
  created_at: at,
  deleted_at: null,
  deleted_by: null,
});

/** A file that is kept already, and what it is called. */
export interface StoredPiece extends Pick<UploadedFile, 'fileName' | 'mimeType'> {
  fileId: string;
}

interface StoredAttachment {
  owner: store.OwnerKey;
  field_key: string;
  told?: Told;
  file: StoredPiece;
  by: Actor;
}

interface AttachingDeps extends AttachmentsDependencies {
  ownerOf: (type: string) => AttachmentOwner;
  /** @param options `removed`: one that was taken away by itself too */
  get: (executor: Executor, id: string, options?: { removed?: boolean }) => Promise<store.AttachmentWithFile>;
}

const keyOf = (row: store.AttachmentWithFile): store.OwnerKey => ({ type: row.owner_type, id: row.owner_id });

/** Writes a file and tells its owner, in the transaction of whoever adds it. */
function createKeeping({ files, audit, clock, ownerOf }: Pick<AttachingDeps, 'files' | 'audit' | 'clock' | 'ownerOf'>) {
  const tellOwner = async (
    trx: Executor,
    owner: store.OwnerKey,
    told: Pick<FilesChange, 'change' | 'by'>,
  ): Promise<void> => {
    await ownerOf(owner.type).filesChanged(trx, owner.id, { files: await store.listOf(trx, owner), ...told });
  };
  /** Its owner and the journal know of what came, or went. */
  const tell = async (
    trx: Executor,
    row: store.AttachmentWithFile,
    { action, by, ...change }: { action: AuditAction; by: Actor; from: string | null; to: string | null },
  ): Promise<void> => {
    await tellOwner(trx, keyOf(row), { change: { key: row.field_key, ...change }, by });
    await audit.record(trx, { action, by, object: { type: 'attachment', id: row.id, label: nameOf(row) } });
  };
  const keep = async (
    trx: Executor,
    { owner, row, by }: { owner: store.OwnerKey; row: AttachmentRow; by: Actor },
  ): Promise<void> => {
    await store.insert(trx, row);
    await tellOwner(trx, owner, { change: { key: row.field_key, from: null, to: row.file_name }, by });
    await audit.record(trx, {
      action: 'attachment.create',
      by,
      object: { type: 'attachment', id: row.id, label: row.file_name },
    });
  };
  return {
    tellOwner,
    tell,
    keep,

    /** Adds a file that is kept already, under the locks of its owner and of the file (`fileLock`). */
    async attachStored(trx: Executor, { owner, field_key, told = {}, file, by }: StoredAttachment): Promise<void> {
      checkDates(told, dayOf(clock()));
      await files.find(file.fileId, trx);
      const at = clock().toISOString();
      const row = rowOf({ owner, field_key, told, file, stamp: null, fileId: file.fileId, at });
      await keep(trx, { owner, row, by });
    },
  };
}

/** Of a piece that is of a composition, which one; nothing for the others. */
const createStamping =
  (compositionNow: AttachmentsDependencies['compositionNow']) =>
  async ({ type, id }: store.OwnerKey, keys: readonly string[]): Promise<string | null> => {
    if (type !== 'product' || !OF_COMPOSITION.some((one) => keys.includes(one))) return null;
    const stamp = await compositionNow(id);
    return stamp && JSON.stringify(stamp);
  };

/** Adds, changes and removes files. */
export function createAttaching(deps: AttachingDeps) {
  const { db, files, audit, clock, compositionNow, ownerOf, get } = deps;
  const lockOf = ({ type, id }: store.OwnerKey): string => ownerOf(type).lockOf(id);

  const { tellOwner, tell, keep, attachStored } = createKeeping(deps);

  const stampFor = createStamping(compositionNow);

  return {
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
      const stamp = await stampFor(owner, [field_key]);
      const stored = await files.save(file.content);
      const row = rowOf({ owner, field_key, told, file, stamp, fileId: stored.id, at: clock().toISOString() });
      await inTransaction(
        db,
        async (trx) => {
          await ownerOf(owner.type).check(owner.id, trx);
          await files.record(trx, stored);
          await keep(trx, { owner, row, by });
        },
        lockOf(owner),
      );
      return present({ ...row, sha256: stored.sha256, size: stored.size });
    },

    attachStored,

    /** Only what is given changes. */
    async update(
      id: string,
      { alias, also, ...told }: Told & { alias?: string | null | undefined; also?: readonly string[] | undefined },
      by: Actor,
    ): Promise<Attachment> {
      const owner = keyOf(await get(db, id));
      // Where it comes to be of the composition, it is of that of now.
      const stamp = also ? await stampFor(owner, also) : null;
      return inTransaction(
        db,
        async (trx) => {
          const row = await get(trx, id);
          const given = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
          const next = { ...row, ...given, ...(alias === undefined ? {} : { alias: alias || null }) };
          checkDates(next, dayOf(clock()));
          if (also) next.also = JSON.stringify(checkAlso(row, also));
          const { kind, issued_on, expires_on } = next;
          const before = { field_key: row.field_key, also: JSON.parse(row.also) as string[] };
          const wasThere = OF_COMPOSITION.some((one) => standsAt(before, one));
          await store.update(trx, id, {
            alias: next.alias,
            kind,
            issued_on,
            expires_on,
            also: next.also,
            stamp: wasThere ? row.stamp : (stamp ?? row.stamp),
          });
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
          await tell(trx, row, { action: 'attachment.remove', from: nameOf(row), to: null, by });
        },
        lockOf(owner),
      );
    },
  };
}

/** Puts back what was taken away, or erases it. */
export function createRemoved(deps: AttachingDeps) {
  const { db, audit, ownerOf, get } = deps;
  const lockOf = ({ type, id }: store.OwnerKey): string => ownerOf(type).lockOf(id);
  const { tell } = createKeeping(deps);
  return {
    /** Puts back what was taken away, where it stood. @throws 404, 409 for one that is there */
    async restore(id: string, by: Actor): Promise<Attachment> {
      const owner = keyOf(await get(db, id, { removed: true }));
      return inTransaction(
        db,
        async (trx) => {
          const row = await get(trx, id, { removed: true });
          if (row.deleted_at === null) throw conflict('Cette pièce est déjà là.');
          await store.update(trx, id, { deleted_at: null, deleted_by: null });
          await tell(trx, row, { action: 'attachment.restore', from: null, to: nameOf(row), by });
          return present(row);
        },
        lockOf(owner),
      );
    },

    /** Nothing of it stays: the sweep takes its bytes. @throws 404 for one that is not removed */
    async erase(id: string, by: Actor): Promise<void> {
      const owner = keyOf(await get(db, id, { removed: true }));
      await inTransaction(
        db,
        async (trx) => {
          const row = await get(trx, id, { removed: true });
          if (row.deleted_at === null) throw conflict('Cette pièce est jointe : retirez-la d’abord.');
          await store.erase(trx, id);
          await audit.record(trx, {
            action: 'attachment.erase',
            by,
            object: { type: 'attachment', id, label: nameOf(row) },
          });
        },
        lockOf(owner),
      );
    },
  };
}
