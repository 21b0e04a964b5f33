import type { Readable } from 'node:stream';
import type { Db, Executor } from '../db/open.ts';
import type { FileRow } from '../db/tables.ts';
import * as store from './files.store.ts';
import type { Content } from './inbox.ts';
import { MissingFile, type Storage, type StoredBytes } from './storage.ts';

/**
 * Files and their rows. The order never changes: the bytes are kept first, then the row is written in the transaction
 * of whatever owns the file. A crash in between leaves bytes without a row, which `sweep` removes.
 */
export interface FileService {
  save(content: Content): Promise<StoredBytes>;
  /** Writes the row, in the transaction of the owner. */
  record(trx: Executor, stored: StoredBytes): Promise<void>;
  find(id: string): Promise<FileRow>;
  read(id: string): Promise<Buffer>;
  open(id: string): Promise<{ stream: Readable; size: number }>;
  /** Removes rows nobody refers to, then bytes without a row; only those older than an hour. */
  sweep(): Promise<{ rows: number; files: number }>;
}

const YOUNG_MS = 3_600_000;

export function createFiles({ db, storage, clock }: { db: Db; storage: Storage; clock: () => Date }): FileService {
  const find = async (id: string): Promise<FileRow> => {
    const row = await store.find(db, id);
    if (!row) throw new MissingFile(id);
    return row;
  };

  return {
    save: (content) => storage.save(content),
    record: (trx, stored) => store.insert(trx, { ...stored, created_at: clock().toISOString(), sealed_until: null }),
    find,
    read: (id) => storage.read(id),

    async open(id) {
      const row = await find(id);
      return { stream: await storage.stream(id), size: row.size };
    },

    async sweep() {
      const before = clock().getTime() - YOUNG_MS;
      const rows = await store.removeUnowned(db, new Date(before).toISOString());
      const known = new Set(await store.listIds(db));
      let files = 0;
      for await (const { id, writtenAt } of storage.list()) {
        if (known.has(id) || writtenAt > before) continue;
        await storage.remove(id);
        files += 1;
      }
      return { rows, files };
    },
  };
}
