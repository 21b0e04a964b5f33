import * as contract from '#shared/drive/drive.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { DriveService } from './drive.service.ts';

export function driveRoutes(mount: Mount, drive: DriveService): void {
  mount(contract.getAdminDrive, () => drive.status());
  mount(contract.getDrive, () => drive.status());
}
