import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync, type Stats } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { createMoving, syncFile, syncFolder, writeSynced } from './local.writing.ts';
import { isFileId, MissingFile, type Storage } from './storage.ts';

/** Nobody writes it any more, not even its owner. */
const SEALED_MODE = 0o400;
/** A file half written by a process that died (ms). */
const ABANDONED_MS = 3_600_000;

/**
 * Bytes in a folder: written aside, synced, renamed, and the folder synced, in this order. What arrives is on the same
 * disk already (`inbox.ts` is beside it), so it is renamed and never copied.
 */
export function localStorage(folder: string): Storage {
  const unfinished = join(folder, 'tmp');
  const aside = join(folder, 'aside');
  const mark = join(folder, 'installation');
  const ready = mkdir(unfinished, { recursive: true, mode: 0o700 });
  const moveTo = createMoving(unfinished);

  const below = (root: string, id: string): string => {
    if (!isFileId(id)) throw new MissingFile(id);
    return join(root, id.slice(0, 2), id);
  };
  const pathOf = (id: string): string => below(folder, id);

  /** A file that was put aside is read from there. */
  const whereIs = (id: string): string => {
    const path = pathOf(id);
    return existsSync(path) || !existsSync(below(aside, id)) ? path : below(aside, id);
  };

  return {
    async save(content, id = randomUUID()) {
      await ready;
      const path = pathOf(id);
      const temporary = Buffer.isBuffer(content) ? join(unfinished, id) : content.path;
      try {
        if (Buffer.isBuffer(content)) await writeSynced(temporary, content);
        else await syncFile(temporary);
        await moveTo(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      return Buffer.isBuffer(content)
        ? { id, sha256: createHash('sha256').update(content).digest('hex'), size: content.length }
        : { id, sha256: content.sha256, size: content.size };
    },

    read: async (id) => readFile(whereIs(id)).catch(missing(id)),

    async stream(id, from = 0) {
      const path = whereIs(id);
      await stat(path).catch(missing(id));
      return createReadStream(path, { start: from });
    },

    seal: (id) => chmod(pathOf(id), SEALED_MODE).catch(missing(id)),
    remove: (id) => unlinkIfThere(pathOf(id)),

    async *list() {
      await ready;
      for await (const { id, path, found } of filesBelow(folder)) {
        if (path.startsWith(unfinished)) {
          // A file left aside by a crash was never acknowledged.
          if (Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
        } else if (!path.startsWith(aside)) {
          yield { id, writtenAt: found.mtimeMs, sealed: (found.mode & 0o200) === 0 };
        }
      }
    },

    async setAside(id) {
      // Since now, said before it is there: one found there is never older than it is.
      const now = new Date();
      await utimes(pathOf(id), now, now).catch(missing(id));
      await moveTo(pathOf(id), below(aside, id)).catch(missing(id));
    },

    async bringBack(id) {
      try {
        await moveTo(below(aside, id), pathOf(id));
        return true;
      } catch (error) {
        if (error instanceof MissingFile || (error as NodeJS.ErrnoException).code === 'ENOENT') return false;
        throw error;
      }
    },

    async *listAside() {
      for await (const { id, found } of filesBelow(aside)) yield { id, since: found.mtimeMs };
    },

    removeAside: (id) => unlinkIfThere(below(aside, id)),
    readMark: () =>
      readFile(mark, 'utf8').then(
        (text) => text.trim(),
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null;
          throw error;
        },
      ),

    async writeMark(installation) {
      await ready;
      const temporary = join(unfinished, randomUUID());
      await writeSynced(temporary, Buffer.from(`${installation}\n`));
      await rename(temporary, mark);
      await syncFolder(folder);
    },
  };
}

/** The stored files below a folder; none when it is not there. */
async function* filesBelow(root: string): AsyncGenerator<{ id: string; path: string; found: Stats }> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries) {
    if (!entry.isFile() || !isFileId(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => null);
    if (found) yield { id: entry.name, path, found };
  }
}

const unlinkIfThere = (path: string): Promise<void> =>
  unlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });

const missing =
  (id: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw error.code === 'ENOENT' ? new MissingFile(id) : error;
  };
