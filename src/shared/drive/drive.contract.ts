import { endpoint } from '../contract/endpoint.ts';
import { z } from '../contract/zod.ts';

const tag = 'Drive';

export const driveStatus = z.object({
  configured: z.boolean(),
  root_folder_id: z.string().nullable(),
  provider: z.enum(['local', 'google']),
  account_email: z.string().nullable(),
  status: z.enum(['ok', 'incomplete', 'error']),
  message: z.string(),
});
export type DriveStatus = z.output<typeof driveStatus>;

const declaration = {
  method: 'GET',
  right: 'admin',
  tag,
  summary: 'État du drive',
  output: driveStatus,
} as const;

export const getAdminDrive = endpoint({ ...declaration, path: '/admin/drive' });
export const getDrive = endpoint({ ...declaration, path: '/drive' });
