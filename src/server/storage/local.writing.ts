import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const MODE = 0o600;

/** A rename is only lasting once the folders are on disk. @param unfinished where what comes from another disk is copied first */
export function createMoving(unfinished: string): (from: string, to: string) => Promise<void> {
  /** Folders of files that are on disk in the folder they stand in. */
  const lasting = new Set<string>();
  return async (from, to) => {
    const into = dirname(to);
    // Somebody may have taken it away since.
    if (await mkdir(into, { recursive: true, mode: 0o700 })) lasting.delete(into);
    await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EXDEV') throw error;
      // The folder of the files is a disk of its own: copied there first, so that nobody ever sees half of it.
      const copy = join(unfinished, randomUUID());
      try {
        await copyFile(from, copy);
        await syncFile(copy);
        await rename(copy, to);
      } finally {
        await rm(copy, { force: true });
      }
      await rm(from, { force: true });
    });
    await syncFolder(into);
    if (lasting.has(into)) return;
    await syncFolder(dirname(into));
    lasting.add(into);
  };
}

/** A new file that only its owner reads, on disk once this has ended. */
export async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', MODE);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Windows cannot sync a folder and does not need to. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
