import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isSortColumn } from '../db/columns.ts';
import { type DumpInfo, dumpDatabase, dumpedRows, isEmpty, loadDatabase } from '../db/dump.ts';
import { pendingMigrations } from '../db/migrate.ts';
import type { Database } from '../db/open.ts';
import { alignCatalogue } from '../products/product.catalogue.service.ts';
import { hashOf } from '../storage/files.service.ts';
import { findInstallation } from '../storage/installation.service.ts';
import type { Storage } from '../storage/storage.ts';
import { dumpedFiles } from './backup.make.ts';

interface Copy {
  database: Database;
  storage: Storage;
}

export interface CopyOptions {
  from: Copy;
  /** What is to be filled: both, or one of the two, the other staying where it is. */
  to: { database: Database | null; storage: Storage | null };
  /** A folder that is this copy's alone: rows pass through it, files one at a time. */
  temporary: string;
}

export interface Copied {
  rows: number;
  files: number;
  /** Bytes of all files. */
  bytes: number;
}

/**
 * Copies an installation that nobody uses into another database, another storage, or both, then reads all of the copy
 * again: every row of every table, every byte of every file. The source does not change; what was begun and fails is
 * taken back.
 * @throws an Error that says what to do
 */
export async function copyInstallation({ from, to, temporary }: CopyOptions): Promise<Copied> {
  const [pending] = await pendingMigrations(from.database);
  if (pending !== undefined)
    throw new Error('Cette installation n’est pas à jour : démarrez Diplo une fois, arrêtez-le, puis recommencez.');
  if (to.database && !(await isEmpty(to.database))) throw new Error('La base de données d’arrivée n’est pas vide.');
  for await (const _ of to.storage?.list() ?? []) throw new Error('Il y a déjà des fichiers à l’arrivée.');
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const written: string[] = [];
  let loaded = false;
  try {
    const rows = join(temporary, 'rows');
    const info = await dumpDatabase(from.database, rows);
    let [files, bytes] = [0, 0];
    for await (const { id, sha256, size, sealed } of dumpedFiles(rows)) {
      files += 1;
      bytes += size;
      if (!to.storage) continue;
      const path = join(temporary, 'file');
      await copyFile(from.storage, { id, sha256, path });
      written.push(id);
      await to.storage.save({ path, size, sha256 }, id);
      if (sealed) await to.storage.seal(id);
      if ((await hashOf(await to.storage.stream(id))) !== sha256)
        throw new Error(`Le fichier ${id} n’est pas arrivé tel qu’il est parti.`);
    }
    // Before the rows: files that no database speaks of are nobody's.
    const installation = await findInstallation(from.database.db);
    if (to.storage && installation !== null) await to.storage.writeMark(installation);
    if (to.database) {
      const folder = join(temporary, 'copied');
      await loadDatabase(to.database, rows, info, {
        folder,
        check: (copied) => compareRows(rows, { folder, expected: info.tables, copied }),
      });
      // From here on all of it is there; what remains is done again at the next start.
      loaded = true;
      await alignCatalogue(to.database, { always: true });
    }
    return { rows: Object.values(info.tables).reduce((sum, count) => sum + count, 0), files, bytes };
  } catch (error) {
    if (!loaded) for (const id of written) await to.storage?.remove(id).catch(() => undefined);
    throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** @throws an Error in words when the file is not what was kept */
async function copyFile(
  storage: Storage,
  { id, sha256, path }: { id: string; sha256: string; path: string },
): Promise<void> {
  await pipeline(await storage.stream(id), createWriteStream(path, { mode: 0o600 }));
  if ((await hashOf(createReadStream(path))) !== sha256)
    throw new Error(`Le fichier ${id} a changé depuis qu’il a été gardé : lancez « npm run verify » d’abord.`);
}

/** Every row of the copy against every row that was read, whatever their order. @throws when they differ */
async function compareRows(
  rows: string,
  { folder, expected, copied }: { folder: string; expected: DumpInfo['tables']; copied: DumpInfo['tables'] },
): Promise<void> {
  for (const [table, count] of Object.entries(expected)) {
    const same = copied[table] === count && (await printOf(rows, table)) === (await printOf(folder, table));
    if (!same)
      throw new Error(`La table ${table} n’est pas arrivée telle qu’elle est partie : la copie est à refaire.`);
  }
}

/** One number for all the rows of a table, the same in any order: the sum of their SHA-256, modulo 2²⁵⁶. */
async function printOf(folder: string, table: string): Promise<bigint> {
  let sum = 0n;
  for await (const row of dumpedRows(folder, table)) {
    // Sort columns are computed from the others.
    const names = Object.keys(row).filter((name) => !isSortColumn(name));
    const text = JSON.stringify(row, names.toSorted());
    sum += BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  }
  return sum % (1n << 256n);
}
