import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupStatus, Verification } from '#shared/backup/backup.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { type Actor, NOBODY } from '../caller.ts';
import { type Db, inTransaction } from '../db/open.ts';
import { findSetting, writeSetting } from '../db/settings.ts';
import { conflict } from '../errors.ts';
import type { Place } from '../place.ts';
import type { FileService } from '../storage/files.service.ts';
import { createArchiving, DAY, NAME, runChore } from './backup.archiving.ts';
import { PARTIAL } from './backup.make.ts';
import { createBackupState, EMPTY, SETTING, type State } from './backup.state.ts';

/** An instance that began and died lets another one try after that long (ms). */
const ABANDONED_MS = 3 * 3_600_000;

export interface BackupsDependencies {
  db: Db;
  files: FileService;
  audit: AuditService;
  clock: () => Date;
  place: Place;
  version: string;
  onError: (error: unknown) => void;
}

export function createBackups(deps: BackupsDependencies) {
  const { db, audit, clock, place, onError } = deps;
  const { backupDir } = place;
  let running: { name: 'backup' | 'verify'; done: Promise<void> } | null = null;
  const { state, remember, ...backupState } = createBackupState(deps);

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
  const { backUp } = createArchiving({ ...deps, remember });

  return {
    status,

    /** Begins a backup and answers at once. @throws 409 without BACKUP_DIR, or when something else is running */
    async backUp(by: Actor): Promise<BackupStatus> {
      if (!backupDir)
        throw conflict(
          'Dites d’abord où mettre les sauvegardes, par le réglage BACKUP_DIR : un dossier d’un autre disque, de préférence.',
        );
      void begin('backup', async () => {
        // No other instance sweeps away what is half made.
        await remember({ begun: clock().toISOString() });
        await backUp(backupDir, by).finally(() => remember({ begun: null }));
      });
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
    ...backupState,

    /** What is wrong with the database, read from one end to the other. */
    integrity: async (): Promise<string[]> => (await runChore({ name: 'integrity', place })) as string[],

    /** Once nothing is running any more. */
    async idle(): Promise<void> {
      await running?.done;
    },
  };
}

export type BackupService = ReturnType<typeof createBackups>;

/** What an instance that died left half made; nobody makes one now. */
async function forgetPartial(directory: string): Promise<void> {
  if (!existsSync(directory)) return;
  for (const name of await readdir(directory))
    if (name.endsWith(PARTIAL) && NAME.test(name.slice(0, -PARTIAL.length)))
      await rm(join(directory, name), { recursive: true, force: true });
}
