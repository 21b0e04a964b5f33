import { constants } from 'node:fs';
import { access, chmod, lstat, mkdir, open, readdir, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { counted } from '#shared/fields/counted.ts';
import { isSystemFile } from '#shared/intake/intake.kinds.ts';
import { NOBODY } from '../caller.ts';
import { databaseFault } from '../db/faults.ts';
import { JobFault, type Work } from '../jobs/job.service.ts';
import type { Inbox } from '../storage/inbox.ts';
import type { Arrived, IntakeDependencies, IntakeService } from './intake.service.ts';
import type { createUnpacking } from './intake.unpacking.ts';

/** Where a file goes once it is taken, or cannot be: beside the others, and never away. */
const [DONE, REFUSED] = ['traités', 'refusés'];
/** How deep folders are looked into, and files that are taken in one look. */
const [DEPTH_MAX, AT_ONCE] = [5, 200];
/** A file is whole when it has not changed for so long (ms). */
export const STEADY_MS = 10_000;

/** The file itself, never what a link in its place leads to. */
const READ_NO_LINK = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/** Whether no folder on the way has become a link since it was looked into. */
const isWithin = async (root: string, path: string): Promise<boolean> =>
  (await realpath(dirname(path))) === join(await realpath(root), relative(root, dirname(path)));

interface Seen {
  path: string;
  size: number;
  changed: number;
}

interface FolderDependencies extends Pick<IntakeDependencies, 'jobs'> {
  /** `null`: no folder is looked at. */
  folder: string | null;
  inbox: Inbox;
  unpack: ReturnType<typeof createUnpacking>;
  receive: IntakeService['receive'];
  /** Whether this very file was taken from the folder already, and only its move was missed. */
  isTaken: (file: Arrived) => Promise<boolean>;
  /** Tells the journal of a file that is not taken. */
  onRefused: (fileName: string, why: string) => Promise<void>;
  steadyMs?: number | undefined;
}

/** What stands in a name for bytes that are no text. */
const NOT_TEXT = '\ufffd';

/** A folder within the watched one, that whoever puts files there opens too. */
async function makeFolder(root: string, path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true });
  if (made === undefined) return;
  const { mode } = await stat(root);
  // Where the disk has no such rights, it opens as it may.
  for (let at = path; at.length >= made.length; at = dirname(at)) await chmod(at, mode & 0o7777).catch(() => undefined);
}

const badName = ([name]: readonly string[]): JobFault =>
  new JobFault(
    `Le nom de « ${name} », dans le dossier surveillé, n’est pas un texte que Diplo peut lire (UTF-8) : renommez-le. Les autres fichiers sont arrivés.`,
    { again: 'later' },
  );

/** Takes files from a folder of the machine: a scanner's, a synchronised one. Links are not followed; nothing is deleted. */
export function watchFolder({
  jobs,
  folder,
  inbox,
  unpack,
  receive,
  isTaken,
  onRefused,
  steadyMs = STEADY_MS,
}: FolderDependencies): void {
  const lookAt = async (path: string): Promise<Seen | null> => {
    const stat = await lstat(path).catch(() => null);
    return stat?.isFile() ? { path, size: stat.size, changed: stat.mtimeMs } : null;
  };
  /** @param unnamed takes the names that are no text: nothing opens them */
  const listIn = async (at: string, depth: number, unnamed: string[]): Promise<Seen[]> => {
    const found: Seen[] = [];
    for (const entry of await readdir(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory() && depth < DEPTH_MAX && !(depth === 0 && (entry.name === DONE || entry.name === REFUSED)))
        found.push(
          ...(await listIn(path, depth + 1, unnamed).catch((error: unknown) => {
            if (!entry.name.includes(NOT_TEXT)) throw error;
            unnamed.push(entry.name);
            return [];
          })),
        );
      else if (entry.isFile() && !isSystemFile(entry.name)) {
        const seen = await lookAt(path);
        if (seen) found.push(seen);
        else if (entry.name.includes(NOT_TEXT)) unnamed.push(entry.name);
      }
      if (found.length >= AT_ONCE) break;
    }
    return found;
  };

  /** Out of the way, under a name that is free. */
  const putAway = async (root: string, path: string, where: string): Promise<void> => {
    const target = join(root, where, relative(root, path));
    await makeFolder(root, dirname(target));
    for (let copy = 0; ; copy += 1) {
      const free = copy === 0 ? target : join(dirname(target), `${copy} ${basename(target)}`);
      if (await lstat(free).catch(() => null)) continue;
      await rename(path, free);
      return;
    }
  };

  const take = async (root: string, seen: Seen): Promise<void> => {
    const within = relative(root, dirname(seen.path));
    if (!(await isWithin(root, seen.path))) return;
    // One that could not be put away would come in again at each look.
    await access(dirname(seen.path), constants.W_OK);
    await makeFolder(root, join(root, DONE, within));
    const content = await inbox.receive((await open(seen.path, READ_NO_LINK)).createReadStream());
    try {
      const now = await lookAt(seen.path);
      // It was written to while it was read: later.
      if (
        !(await isWithin(root, seen.path)) ||
        !now ||
        now.size !== seen.size ||
        now.changed !== seen.changed ||
        content.size !== seen.size
      )
        return;
      const { arrived, refused } = await unpack([
        { fileName: basename(seen.path), mimeType: 'application/octet-stream', content },
      ]);
      for (const { file_name, why } of refused) await onRefused(file_name, why);
      const placed = arrived.map((one) => ({ ...one, folder: [within, one.folder].filter(Boolean).join('/') }));
      const fresh: Arrived[] = [];
      for (const one of placed) if (!(await isTaken(one))) fresh.push(one);
      await receive(fresh, { source: 'folder', by: NOBODY });
      if (await isWithin(root, seen.path))
        // An archive of which a part was refused is to be looked at.
        await putAway(root, seen.path, refused.length > 0 ? REFUSED : DONE);
    } finally {
      await inbox.discard(content);
    }
  };

  const perform = async ({ signal }: Work): Promise<void> => {
    if (!folder) return;
    const unnamed: string[] = [];
    const first = await listIn(folder, 0, unnamed).catch((error: NodeJS.ErrnoException) => {
      throw new JobFault(
        `Le dossier « ${folder} » (INTAKE_DIR) ne peut pas être lu (${error.code ?? error.message}) : vérifiez qu’il existe et ses droits.`,
        { again: 'later' },
      );
    });
    if (first.length + unnamed.length === 0) return;
    await pause(steadyMs, undefined, { signal });
    const left: { name: string; code: string }[] = [];
    for (const seen of first) {
      signal.throwIfAborted();
      const now = await lookAt(seen.path);
      // It grows: later, for as long as it takes.
      if (!now || now.size !== seen.size || now.changed !== seen.changed) continue;
      await take(folder, seen).catch((error: NodeJS.ErrnoException) => {
        // Of this file alone: those behind it come in.
        if (error.errno === undefined || error.code === 'ENOSPC' || databaseFault(error) !== null) throw error;
        left.push({ name: relative(folder, seen.path), code: error.code ?? '' });
      });
    }
    if (unnamed.length > 0) throw badName(unnamed);
    const [one] = left;
    if (one)
      throw new JobFault(
        `« ${one.name} » ne peut pas être pris dans le dossier surveillé (${one.code}) : vérifiez ses droits et ceux du dossier. ${left.length > 1 ? `C’est aussi le cas de ${counted(left.length - 1, 'autre fichier')}.` : 'Les autres fichiers sont arrivés.'}`,
        { again: 'later' },
      );
  };
  jobs.handle('intake.folder', { perform, isReady: async () => folder !== null });
}
