import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** A database that nothing refers to any more is closed, and its lock with it. */
const held = new Set<Sqlite.Database>();

/**
 * One data folder, one program: a lock of the operating system, which it frees by itself when the program ends, however
 * it ends. (The number of a process says nothing: in a container it is always 1.) SQLite knows how to take one on every
 * system; this database holds nothing.
 * @returns how to give it back; `null` when another program holds it
 */
export function lockDataDir(dataDir: string): (() => void) | null {
  const path = join(dataDir, 'diplo.lock');
  const lock = new Sqlite(path);
  try {
    lock.pragma('busy_timeout = 0');
    lock.pragma('journal_mode = MEMORY');
    lock.exec('begin exclusive');
    chmodSync(path, 0o600);
    held.add(lock);
    return () => {
      held.delete(lock);
      lock.close();
    };
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
}

export const LOCKED = (dataDir: string): string =>
  `Un autre Diplo se sert déjà du dossier ${dataDir} : arrêtez-le d’abord, ou donnez à celui-ci un autre DATA_DIR.`;
