import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MissingFile, type Storage } from './storage.ts';

const KEY = /^[0-9a-f-]{36}$/;

/**
 * Bytes in a folder: written aside, synced, renamed, and the folder synced, in this order. What arrives is on the same
 * disk already (`inbox.ts` is beside it), so it is renamed and never copied.
 */
export function localStorage(folder: string): Storage {
  const aside = join(folder, 'tmp');
  const ready = mkdir(aside, { recursive: true });

  const pathOf = (id: string): string => {
    if (!KEY.test(id)) throw new MissingFile(id);
    return join(folder, id.slice(0, 2), id);
  };

  return {
    async save(content) {
      await ready;
      const id = randomUUID();
      const path = pathOf(id);
      const temporary = Buffer.isBuffer(content) ? join(aside, id) : content.path;
      try {
        if (Buffer.isBuffer(content)) await writeSynced(temporary, content);
        else await syncFile(temporary);
        await mkdir(dirname(path), { recursive: true });
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
      await syncFolder(folder);
      return Buffer.isBuffer(content)
        ? { id, sha256: createHash('sha256').update(content).digest('hex'), size: content.length }
        : { id, sha256: content.sha256, size: content.size };
    },

    async read(id) {
      return readFile(pathOf(id)).catch(missing(id));
    },

    async stream(id) {
      const path = pathOf(id);
      await stat(path).catch(missing(id));
      return createReadStream(path);
    },

    async remove(id) {
      await unlink(pathOf(id)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    },

    async *list() {
      await ready;
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !KEY.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const found = await stat(path).catch(() => null);
        if (!found) continue;
        // A file left aside by a crash was never acknowledged.
        if (entry.parentPath === aside) {
          if (Date.now() - found.mtimeMs > 3_600_000) await rm(path, { force: true });
          continue;
        }
        yield { id: entry.name, writtenAt: found.mtimeMs };
      }
    },
  };
}

const missing =
  (id: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw error.code === 'ENOENT' ? new MissingFile(id) : error;
  };

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename is only lasting once the folder itself is on disk. Windows cannot sync a folder and does not need to. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
