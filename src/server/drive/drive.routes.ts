import * as contract from '#shared/drive/drive.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { DriveService } from './drive.service.ts';

export function driveRoutes(mount: Mount, drive: DriveService): void {
  for (const read of [contract.getAdminDrive, contract.getDrive]) mount(read, () => drive.status());
  for (const save of [contract.saveAdminCredentials, contract.saveCredentials])
    mount(save, ({ file, body, by }) => drive.saveCredentials(file.content, { insist: body.insist ?? false, by }));
  for (const save of [contract.saveAdminFolder, contract.saveFolder])
    mount(save, ({ body, by }) => drive.saveFolder(body.folder_id, { insist: body.insist ?? false, by }));
  for (const test of [contract.testAdminDrive, contract.testDrive]) mount(test, () => drive.test());
  mount(contract.disconnectDrive, ({ by }) => drive.disconnect(by));
  mount(contract.resendDrive, ({ by }) => drive.resendAll(by));
  mount(contract.retryDrive, () => drive.retry());
}
