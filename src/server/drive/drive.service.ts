import type { DriveStatus } from '#shared/drive/drive.contract.ts';

export interface DriveService {
  status(): Promise<DriveStatus>;
}

/** The built-in drive: files live with the server's own, and are opened through signed addresses. */
export function createBuiltInDrive(): DriveService {
  return {
    status: async () => ({
      configured: false,
      root_folder_id: null,
      provider: 'local',
      account_email: null,
      status: 'ok',
      message: 'Les documents sont conservés par le drive intégré de Diplo, sur ce serveur.',
    }),
  };
}
