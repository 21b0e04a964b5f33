import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BackupStatus, Verification } from '#shared/backup/backup.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { type Db, inTransaction } from '../db/open.ts';
import { findSetting, writeSetting } from '../db/settings.ts';
import { conflict } from '../errors.ts';
import type { Place } from '../outside.ts';
import type { FileService, Sweep } from '../storage/files.service.ts';
import { type Manifest, PARTIAL, readManifest } from './backup.make.ts';
import type { Chore, Done } from './backup.worker.ts';

type State = Pick<BackupStatus, 'last' | 'failure' | 'verification' | 'sweep_stopped'> & {
  /** When an instance began the backup of the day. */
  begun: string | null;
};

const SETTING = 'backups';
const EMPTY: State = { last: null, failure: null, verification: null, sweep_stopped: null, begun: null };
const DAY = 86_400_000;
/** An instance that began and died lets another one try after that long (ms). */
const ABANDONED_MS = 3 * 3_600_000;
const KEPT_DAYS = 14;
const PREFIX = 'diplo-';
/** The names that we give: what somebody puts beside them is theirs. */
const NAME = /^diplo-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/;
const NOBODY: Actor = { id: null, email: null, ip: null };

interface Dependencies {
  db: Db;
  files: FileService;
  audit: AuditService;
  clock: () => Date;
  place: Place;
  version: string;
  onError: (error: unknown) => void;
}

export function createBackups({ db, files, audit, clock, place, version, onError }: Dependencies) {
  const { backupDir } = place;
  let running: { name: 'backup' | 'verify'; done: Promise<void> } | null = null;

  const state = async (): Promise<State> => {
    const text = await findSetting(db, SETTING);
    return text ? { ...EMPTY, ...(JSON.parse(text) as Partial<State>) } : EMPTY;
  };
  const remember = (values: Partial<State>): Promise<void> =>
    inTransaction(
      db,
      async (trx) => {
        const text = await findSetting(trx, SETTING);
        const before = text ? (JSON.parse(text) as Partial<State>) : {};
        await writeSetting(trx, SETTING, JSON.stringify({ ...EMPTY, ...before, ...values }));
      },
      'backups',
    );

  const status = async (): Promise<BackupStatus> => {
    const { begun: _, ...known } = await state();
    return { directory: backupDir, running: running?.name ?? null, ...known };
  };

  const begin = (name: 'backup' | 'verify', work: () => Promise<void>): Promise<void> => {
    if (running)
      throw conflict(
        running.name === 'backup' ? 'Une sauvegarde est déjà en cours.' : 'Une vérification est déjà en cours.',
      );
    const done = work()
      .catch(onError)
      .finally(() => {
        running = null;
      });
    running = { name, done };
    return done;
  };

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
    status,

    /** Begins a backup and answers at once. @throws 409 without BACKUP_DIR, or when something else is running */
    async backUp(by: Actor): Promise<BackupStatus> {
      if (!backupDir)
        throw conflict(
          'Dites d’abord où mettre les sauvegardes, par le réglage BACKUP_DIR : un dossier d’un autre disque, de préférence.',
        );
      void begin('backup', () => backUp(backupDir, by));
      return status();
    },

    /** Begins to read the whole installation, and answers at once. @throws 409 when something else is running */
    async verify(by: Actor): Promise<BackupStatus> {
      void begin('verify', async () => {
        const found = await runChore({ name: 'verify', place, now: clock() }).then(
          (value) => value as Verification,
          (error: Error): Verification => ({
            at: clock().toISOString(),
            ok: false,
            parts: [{ name: 'Vérification', ok: false, said: `Elle n’a pas pu aller au bout : ${error.message}` }],
          }),
        );
        await remember({ verification: found });
        const wrong = found.parts.filter(({ ok }) => !ok).map(({ name }) => name);
        await audit.note({
          action: 'backup.verify',
          by,
          object: {
            type: 'backup',
            id: null,
            label: wrong.length === 0 ? 'Tout est en ordre' : `À voir : ${wrong.join(', ')}`,
          },
        });
      });
      return status();
    },

    /** Makes the backup of the day, if it is time and no other instance does; forgets those of before. */
    async daily(): Promise<void> {
      if (!backupDir || running) return;
      const now = clock();
      const isMine = await inTransaction(
        db,
        async (trx) => {
          const text = await findSetting(trx, SETTING);
          const known = { ...EMPTY, ...(text ? (JSON.parse(text) as Partial<State>) : {}) };
          // A clock that was put back makes nothing wait for weeks.
          const age = (at: string | null | undefined): number =>
            at ? Math.abs(now.getTime() - new Date(at).getTime()) : Number.POSITIVE_INFINITY;
          if (age(known.last?.at) < DAY || age(known.begun) < ABANDONED_MS) return false;
          await writeSetting(trx, SETTING, JSON.stringify({ ...known, begun: now.toISOString() }));
          return true;
        },
        'backups',
      );
      if (!isMine) return;
      await forgetPartial(backupDir);
      await begin('backup', () => backUp(backupDir, NOBODY));
    },

    /** Sweeps the files, and remembers why it stopped. */
    async sweep(): Promise<Sweep> {
      const swept = await files.sweep();
      if ((await state()).sweep_stopped !== swept.stopped) await remember({ sweep_stopped: swept.stopped });
      if (swept.moved > 0)
        await audit.note({
          action: 'files.aside',
          by: NOBODY,
          object: {
            type: 'backup',
            id: null,
            label: `${counted(swept.moved, 'fichier mis', 'fichiers mis')} à l’écart pour trente jours`,
          },
        });
      return swept;
    },

    /** What is wrong with the database, read from one end to the other. */
    integrity: async (): Promise<string[]> => (await runChore({ name: 'integrity', place })) as string[],

    /** Once nothing is running any more. */
    async idle(): Promise<void> {
      await running?.done;
    },
  };
}

export type BackupService = ReturnType<typeof createBackups>;

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

/** What an instance that died left half made; nobody makes one now. */
async function forgetPartial(directory: string): Promise<void> {
  if (!existsSync(directory)) return;
  for (const name of await readdir(directory))
    if (name.endsWith(PARTIAL) && NAME.test(name.slice(0, -PARTIAL.length)))
      await rm(join(directory, name), { recursive: true, force: true });
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

function runChore(chore: Chore): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./backup.worker.ts', import.meta.url), { workerData: chore });
    worker.once('message', (done: Done) => ('value' in done ? resolve(done.value) : reject(new Error(done.failure))));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('La tâche s’est arrêtée sans résultat.')));
  });
}
