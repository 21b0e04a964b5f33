import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Actor } from '../caller.ts';
import { moduleBeside } from '../program.ts';
import { type Manifest, readManifest } from './backup.make.ts';
import type { BackupsDependencies } from './backup.service.ts';
import type { BackupState } from './backup.state.ts';
import type { Chore, Done } from './backup.worker.ts';

const KEPT_DAYS = 14;

const PREFIX = 'diplo-';

/** The backups of a folder, oldest first. */
async function backupsIn(directory: string): Promise<{ path: string; manifest: Manifest }[]> {
  if (!existsSync(directory)) return [];
  const names = (await readdir(directory)).filter((name) => NAME.test(name)).sort();
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      return readManifest(path).then(
        (manifest) => [{ path, manifest }],
        () => [],
      );
    }),
  );
  return found.flat();
}

/** Takes away the backups of this installation older than two weeks; the newest stay, however old. */
async function forgetOld(
  directory: string,
  { now, installation }: { now: Date; installation: string | null },
): Promise<void> {
  const ours = (await backupsIn(directory)).filter(({ manifest }) => manifest.installation === installation);
  const before = now.getTime() - KEPT_DAYS * DAY;
  // The last one in which nothing was missing may be all that is left of a file.
  const lastWhole = ours.findLast(({ manifest }) => manifest.missing.length === 0)?.path;
  for (const { path, manifest } of ours.slice(0, -KEPT_MIN))
    if (path !== lastWhole && new Date(manifest.made_at).getTime() < before)
      await rm(path, { recursive: true, force: true });
}

/** Backups that stay, however old: a clock that jumps must not empty the folder. */
const KEPT_MIN = 3;

/** Makes one backup. */
export function createArchiving({
  audit,
  clock,
  place,
  version,
  remember,
}: BackupsDependencies & Pick<BackupState, 'remember'>) {
  const backUp = async (directory: string, by: Actor): Promise<void> => {
    const now = clock();
    const name = `${PREFIX}${now.toISOString().slice(0, 19).replaceAll(':', '-')}`;
    const object = { type: 'backup', id: null, label: name };
    try {
      const manifest = (await runChore({
        name: 'backup',
        place,
        target: join(directory, name),
        previous: (await backupsIn(directory)).at(-1)?.path ?? null,
        version,
        now,
      })) as Manifest;
      const sizes = Object.values(manifest.files ?? {});
      await remember({
        last: {
          at: now.toISOString(),
          name,
          files: sizes.length,
          size: sizes.reduce((sum, { size }) => sum + size, 0),
          missing: manifest.missing.length,
        },
        failure: null,
      });
      await audit.note({ action: 'backup.done', by, object });
      await forgetOld(directory, { now, installation: manifest.installation });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await remember({ failure: { at: now.toISOString(), message } });
      await audit.note({ action: 'backup.failed', by, object: { ...object, label: `${name} : ${message}` } });
    }
  };

  return {
    backUp,
  };
}

export type Archiving = ReturnType<typeof createArchiving>;

export const DAY = 86_400_000;
/** The names that we give: what somebody puts beside them is theirs. */
export const NAME = /^diplo-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/;

export function runChore(chore: Chore): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(moduleBeside(import.meta.url, 'backup.worker'), { workerData: chore });
    worker.once('message', (done: Done) => ('value' in done ? resolve(done.value) : reject(new Error(done.failure))));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('La tâche s’est arrêtée sans résultat.')));
  });
}
