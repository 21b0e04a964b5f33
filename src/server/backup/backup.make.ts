import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { KEY_FILE } from '../config.ts';
import { checkDump, type DumpInfo, dumpDatabase, dumpedRows } from '../db/dump.ts';
import type { Database } from '../db/open.ts';
import { realFolder } from '../real.folder.ts';
import { hashOf } from '../storage/files.service.ts';
import { isFileId, isUnreadable, MissingFile, type Storage } from '../storage/storage.ts';

/** What a backup is: `manifest.json` beside `database/`, `files/` and `secret.key`. */
export interface Manifest extends DumpInfo {
  format: 2;
  made_at: string;
  version: string;
  engine: Database['engine'];
  /** The installation it is of; `null` before it had a mark. */
  installation: string | null;
  /** SHA-256 of the rows of each table; absent in those of before. */
  rows?: Record<string, string>;
  /** By path in the backup: size in bytes, SHA-256. `null` in one of the database alone, made before a migration. */
  files: Record<string, { size: number; sha256: string }> | null;
  /** Files that the database names and that could not be had as they were kept. */
  missing: string[];
}

export const MANIFEST = 'manifest.json';
export const DATABASE = 'database';
export const FILES = 'files';
/** What is being made has this at the end of its name. */
export const PARTIAL = '.partial';

/** The files that a dumped database speaks of. @throws an Error for a name that would lead elsewhere: rows may come from a stranger */
export async function* dumpedFiles(
  rows: string,
): AsyncGenerator<{ id: string; sha256: string; size: number; sealed: boolean }> {
  for await (const row of dumpedRows(rows, 'files')) {
    const [id, sha256] = [String(row.id), String(row.sha256)];
    if (!isFileId(id) || !/^[0-9a-f]{64}$/.test(sha256))
      throw new Error(
        `Cette sauvegarde nomme un fichier qui n’en est pas un (« ${JSON.stringify(id).slice(1, 60)} ») : rien n’a été écrit.`,
      );
    yield { id, sha256, size: Number(row.size), sealed: typeof row.sealed_until === 'string' };
  }
}

export const pathOfFile = (id: string): string => join(FILES, id.slice(0, 2), id);

interface Options {
  database: Database;
  storage: Storage;
  dataDir: string;
  /** A folder that is not there yet. */
  target: string;
  version: string;
  now: Date;
  /** An earlier backup on the same disk: files never change, so what is whole there is linked, not copied. */
  previous?: string | null;
  /** The database alone. */
  databaseOnly?: boolean;
}

/**
 * Makes a backup while others work: the database as of one moment, then every file it speaks of (files never change once
 * written), each checked against its hash. When it cannot be finished nothing stays of it.
 */
export async function makeBackup(options: Options): Promise<Manifest> {
  const { database, storage, target, version, now, databaseOnly = false } = options;
  const partial = `${target}${PARTIAL}`;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await rm(partial, { recursive: true, force: true });
  try {
    await mkdir(partial, { mode: 0o700 });
    const info = await dumpDatabase(database, join(partial, DATABASE));
    await checkDump(join(partial, DATABASE), info);
    const rows = await hashesOf(join(partial, DATABASE), info);
    const files = databaseOnly ? null : await copyFiles(options, partial);
    const key = join(options.dataDir, KEY_FILE);
    if (!databaseOnly && existsSync(key)) await copyFile(key, join(partial, KEY_FILE));
    const manifest: Manifest = {
      format: 2,
      made_at: now.toISOString(),
      version,
      engine: database.engine,
      installation: await storage.readMark(),
      ...info,
      rows,
      files: files?.copied ?? null,
      missing: files?.missing ?? [],
    };
    await writeFile(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
    await rename(partial, target);
    await sync(dirname(target));
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw inWords(error);
  }
}

/** The SHA-256 of the rows of each table. */
export async function hashesOf(folder: string, { tables }: DumpInfo): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of Object.keys(tables))
    found[table] = await hashOf(createReadStream(join(folder, `${table}.jsonl`)));
  return found;
}

async function copyFiles(
  { storage, previous = null }: Options,
  partial: string,
): Promise<{ copied: Record<string, { size: number; sha256: string }>; missing: string[] }> {
  const copied: Record<string, { size: number; sha256: string }> = {};
  const missing: string[] = [];
  for await (const { id, size, sha256 } of dumpedFiles(join(partial, DATABASE))) {
    const path = pathOfFile(id);
    const to = join(partial, path);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    const done =
      (previous !== null && (await linkFrom(join(previous, path), { to, sha256 }))) ||
      (await copyFrom(storage, { id, to, sha256 }));
    if (done) copied[path] = { size, sha256 };
    else missing.push(id);
  }
  return { copied, missing };
}

async function linkFrom(from: string, { to, sha256 }: { to: string; sha256: string }): Promise<boolean> {
  try {
    if ((await hashOf(createReadStream(from))) !== sha256) return false;
    await link(from, to);
    return true;
  } catch {
    // Not there, not readable, on a disk without links: it is copied.
    return false;
  }
}

/** What went wrong with a file of the installation, not with the disk of the backup. */
class Unreadable extends Error {}

const TRIES = 3;

/** @returns whether it is there as it was kept. @throws when the files cannot be read at all, or the backup not written */
async function copyFrom(
  storage: Storage,
  { id, to, sha256 }: { id: string; to: string; sha256: string },
): Promise<boolean> {
  for (let turn = 1; ; turn += 1) {
    try {
      const hash = createHash('sha256');
      await pipeline(
        async function* () {
          try {
            for await (const chunk of await storage.stream(id)) {
              hash.update(chunk);
              yield chunk;
            }
          } catch (error) {
            throw new Unreadable('unreadable', { cause: error });
          }
        },
        createWriteStream(to, { mode: 0o600 }),
      );
      if (hash.digest('hex') === sha256) return true;
      await rm(to, { force: true });
      return false;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      await rm(to, { force: true });
      const { cause } = error;
      if (cause instanceof MissingFile || isUnreadable(cause)) return false;
      if (turn < TRIES) continue;
      throw new Error('Le stockage des fichiers ne répond pas : la sauvegarde n’a pas pu être faite.', { cause });
    }
  }
}

function inWords(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    return new Error(
      'Le disque de la sauvegarde est plein : rien n’en a été gardé. Libérez de la place, puis recommencez.',
      {
        cause: error,
      },
    );
  if (error.code === 'EACCES' || error.code === 'EROFS' || error.code === 'EPERM')
    return new Error('Le dossier de la sauvegarde ne peut pas être écrit : vérifiez ses droits.', { cause: error });
  if (error.code === 'ENOTDIR' || error.code === 'ENOENT' || error.code === 'EEXIST')
    return new Error(
      'Le dossier de la sauvegarde ne peut pas être fait là : vérifiez son chemin, et que chaque dossier au-dessus existe.',
      { cause: error },
    );
  return error;
}

async function sync(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws an Error in words when a backup cannot be put there */
export async function checkTarget(target: string, dataDir: string): Promise<void> {
  const [to, data] = [realFolder(target), realFolder(dataDir)];
  if (!relative(data, to).startsWith('..'))
    throw new Error(`Le dossier ${target} est dans DATA_DIR : une sauvegarde dans ce qu’elle sauve ne sauve rien.`);
  if (existsSync(target) && (!(await stat(target)).isDirectory() || (await readdir(target)).length > 0))
    throw new Error(`Le dossier ${target} n’est pas vide.`);
}

function parsedManifest(text: string): Manifest | null {
  try {
    return JSON.parse(text) as Manifest;
  } catch {
    return null;
  }
}

/** The manifest of a backup. @throws an Error in words when there is none */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'EACCES' || error.code === 'EPERM'
        ? `La sauvegarde ${folder} ne peut pas être lue : donnez-en les droits au compte de Diplo.`
        : `Il n’y a pas de sauvegarde de Diplo dans ${folder}.`,
    );
  });
  const manifest = parsedManifest(text);
  if (manifest === null)
    throw new Error(`Le manifeste de la sauvegarde ${folder} est abîmé : prenez la sauvegarde d’avant.`);
  const names = Object.keys(manifest.tables ?? {});
  if (manifest.format !== 2 || !names.every((name) => /^[a-z_]+$/.test(name)))
    throw new Error(`La sauvegarde ${folder} est d’un format inconnu.`);
  return manifest;
}
