import * as contract from '#shared/backup/backup.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { BackupService } from './backup.service.ts';

export function backupRoutes(mount: Mount, backups: BackupService): void {
  mount(contract.getBackups, () => backups.status());
  mount(contract.startBackup, ({ by }) => backups.backUp(by));
  mount(contract.startVerification, ({ by }) => backups.verify(by));
}
