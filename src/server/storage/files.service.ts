import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { counted } from '#shared/fields/counted.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { FileRow } from '../db/tables.ts';
import { damagedFile } from '../errors.ts';
import * as store from './files.store.ts';
import type { Content } from './inbox.ts';
import { MissingFile, type Storage, type StoredBytes } from './storage.ts';

export interface Sweep {
  /** Put aside now. */
  moved: number;
  /** Gone for good, thirty days after. */
  removed: number;
  /** Why nothing was moved, in a sentence; `null` when all is well. */
  stopped: string | null;
}

const YOUNG_MS = 3_600_000;
const ASIDE_MS = 30 * 86_400_000;
/** The share of all files that may be nobody's, and the number that always may. */
export const STRAYS_SHARE = 0.03;
const STRAYS_MIN = 20;

export function createFiles({ db, storage, clock }: { db: Db; storage: Storage; clock: () => Date }) {
  const find = async (id: string, executor: Executor = db): Promise<FileRow> => {
    const row = await store.find(executor, id);
    if (!row) throw new MissingFile(id);
    return row;
  };

  const readChecked = async ({ id, sha256 }: Pick<FileRow, 'id' | 'sha256'>): Promise<Buffer> => {
    const bytes = await storage.read(id);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw damagedFile(id);
    return bytes;
  };

  return {
    save: (content: Content): Promise<StoredBytes> => storage.save(content),
    /** Writes the row, in the transaction of the owner. */
    record: (trx: Executor, stored: StoredBytes): Promise<void> =>
      store.insert(trx, { ...stored, created_at: clock().toISOString(), sealed_until: null }),
    /** From here until then nothing sweeps the file: in the transaction that seals its owner. */
    seal: store.seal,
    /** Marks the bytes too, once the transaction is done; what fails is done by the next `sweep`. */
    async sealBytes(ids: readonly string[]): Promise<void> {
      for (const id of ids) await storage.seal(id).catch(() => undefined);
    },
    find,

    /** All of it, checked against the hash that was kept. @throws 503 when it has changed */
    read: async (id: string): Promise<Buffer> => readChecked(await find(id)),
    /** The same of a file whose row was read. */
    readChecked,

    /**
     * @param checked reads it once to check its hash, before a byte of it is given
     * @param from the first byte that is wanted
     */
    async open(
      id: string,
      { checked = false, from = 0 }: { checked?: boolean; from?: number } = {},
    ): Promise<{ stream: Readable; size: number }> {
      const row = await find(id);
      if (checked && (await hashOf(await storage.stream(id))) !== row.sha256) throw damagedFile(id);
      return { stream: await storage.stream(id, from), size: row.size };
    },

    /**
     * Puts aside what nothing names any more, if older than an hour; forgets what has been aside for thirty days. When
     * more than a few in a hundred would go, something else is wrong: nothing moves, unless `evenMany`.
     */
    /** Every file that no row names, sealed or not: what is nobody's after a removal and was somebody's before it is its own. */
    listNobodys: store.listNobodys,

    /** Removes files that no row names for good and at once, sealed or not: those of the example, which is nobody's proof. */
    async removeForGood(ids: readonly string[]): Promise<void> {
      for (const id of ids) {
        if (!(await inTransaction(db, (trx) => store.removeUnowned(trx, id), fileLock(id)))) continue;
        await storage.setAside(id).catch(unlessMissing);
        await storage.removeAside(id);
      }
    },

    async sweep({ evenMany = false }: { evenMany?: boolean } = {}): Promise<Sweep> {
      const now = clock().getTime();
      const before = now - YOUNG_MS;
      const stored = await Array.fromAsync(storage.list());
      const known = new Set(await store.listIds(db));
      const unowned = await store.listUnowned(db, {
        before: new Date(before).toISOString(),
        now: new Date(now).toISOString(),
      });
      const strays = stored.filter(({ id, writtenAt, sealed }) => !known.has(id) && writtenAt < before && !sealed);
      const going = unowned.length + strays.length;
      if (!evenMany && going > Math.max(STRAYS_MIN, stored.length * STRAYS_SHARE))
        return { moved: 0, removed: 0, stopped: tooMany(going, stored.length) };

      // A kill between the transaction and the mark, or a document sealed before there were marks.
      const sealed = new Set(await store.listSealed(db, new Date(now).toISOString()));
      for (const file of stored) if (sealed.has(file.id) && !file.sealed) await storage.seal(file.id);

      let moved = 0;
      for (const id of unowned) {
        if (!(await inTransaction(db, (trx) => store.removeUnowned(trx, id), fileLock(id)))) continue;
        await storage.setAside(id).catch(unlessMissing);
        moved += 1;
      }
      for (const { id } of strays) {
        await storage.setAside(id).catch(unlessMissing);
        moved += 1;
      }
      let removed = 0;
      for await (const { id, since } of storage.listAside()) {
        // A row names it: a database of before came back.
        if (await store.find(db, id)) await storage.bringBack(id);
        else if (since < now - ASIDE_MS) {
          await storage.removeAside(id);
          removed += 1;
        }
      }
      return { moved, removed, stopped: null };
    },
  };
}

/**
 * Files and their rows. The order never changes: the bytes are kept first, then the row is written in the transaction
 * of whatever owns the file. A crash in between leaves bytes without a row, which `sweep` puts aside.
 */
export type FileService = ReturnType<typeof createFiles>;

/** The name to hold while a file that exists is given one more owner. */
export const fileLock = (id: string): string => `file ${id}`;

const tooMany = (going: number, all: number): string =>
  `${counted(going, 'fichier')} sur ${all} ne sont cités nulle part : c’est trop pour être du ménage, rien n’a été touché. Vérifiez que la base et les fichiers vont ensemble (npm run verify) ; si c’est voulu, lancez « npm run verify -- --sweep ».`;

const unlessMissing = (error: unknown): void => {
  if (!(error instanceof MissingFile)) throw error;
};

export { listIds as listFileIds } from './files.store.ts';

/** SHA-256 of what comes, in lower-case hexadecimal. */
export async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}
