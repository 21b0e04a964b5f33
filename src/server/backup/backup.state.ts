import type { BackupStatus } from '#shared/backup/backup.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { NOBODY } from '../caller.ts';
import { inTransaction } from '../db/open.ts';
import { findSetting, writeSetting } from '../db/settings.ts';
import type { Sweep } from '../storage/files.service.ts';
import type { BackupsDependencies } from './backup.service.ts';

/** What is known of backups. */
export function createBackupState({ db, files, audit }: BackupsDependencies) {
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

  return {
    state,
    remember,

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
  };
}

export type BackupState = ReturnType<typeof createBackupState>;

export type State = Pick<BackupStatus, 'last' | 'failure' | 'verification' | 'sweep_stopped'> & {
  /** When an instance began a backup: that of the day waits for it. */
  begun: string | null;
};

export const SETTING = 'backups';
export const EMPTY: State = { last: null, failure: null, verification: null, sweep_stopped: null, begun: null };
