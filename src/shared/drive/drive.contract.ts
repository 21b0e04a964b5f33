import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';

const tag = 'Drive';

export const DRIVE_STATES = ['stored', 'pending', 'failed'] as const;
export type DriveState = (typeof DRIVE_STATES)[number];
/** Where the files of a document are: where they should be, on their way, or stopped, and why. */
export const onDrive = { drive_state: z.enum(DRIVE_STATES), drive_error: z.string().nullable() };

export const DRIVE_STEP_STATES = ['ok', 'failed', 'skipped'] as const;

export const driveStatus = z.object({
  /** Whether the credentials of a service account are there. */
  configured: z.boolean(),
  root_folder_id: z.string().nullable(),
  provider: z.enum(['local', 'google']),
  account_email: z.string().nullable(),
  status: z.enum(['ok', 'incomplete', 'error']),
  message: z.string(),
  /** What the last test of the drive found, step by step; empty before the first. */
  steps: z.array(
    z.object({ name: z.string(), label: z.string(), state: z.enum(DRIVE_STEP_STATES), message: z.string().nullable() }),
  ),
  /** Files that wait to be sent, that were, and that need somebody to act. */
  outbox: z.object({ waiting: z.number().int(), sent: z.number().int(), failed: z.number().int() }),
});
export type DriveStatus = z.output<typeof driveStatus>;

/** A folder's id, or its address as copied from the browser. @returns the id, or `null` */
export function folderIdOf(text: string): string | null {
  const trimmed = text.trim();
  const found =
    /\/folders\/([A-Za-z0-9_-]{10,})/.exec(trimmed)?.[1] ??
    /[?&]id=([A-Za-z0-9_-]{10,})/.exec(trimmed)?.[1] ??
    (/^[A-Za-z0-9_-]{10,200}$/.test(trimmed) ? trimmed : null);
  return found && found.length <= 200 ? found : null;
}

const BAD_FOLDER =
  'Ceci n’est ni l’identifiant ni l’adresse d’un dossier. Ouvrez le dossier dans Google Drive et copiez son adresse.';

/** Keeps what fails its test in the place of what works. */
const insist = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

const common = { right: 'admin', tag, output: driveStatus } as const;
const credentials = {
  ...common,
  method: 'POST',
  summary: 'Enregistrer la clé JSON d’un compte de service, puis essayer',
  body: z.object({ insist: insist.optional() }),
  consumes: ['multipart'],
  file: 'required',
} as const;
const folder = {
  ...common,
  method: 'POST',
  summary: 'Enregistrer le dossier racine (identifiant ou adresse), puis essayer',
  body: z.object({
    folder_id: z
      .string({ error: 'Le dossier est requis' })
      .max(2_000)
      .refine((text) => folderIdOf(text) !== null, { error: BAD_FOLDER }),
    insist: insist.optional(),
  }),
} as const;
const status = { ...common, method: 'GET', summary: 'État du drive' } as const;
const test = { ...common, method: 'POST', summary: 'Essayer le drive : jeton, dossier, écriture, retrait' } as const;

/** The same service under both addresses, as specified. */
export const getAdminDrive = endpoint({ ...status, path: '/admin/drive' });
export const getDrive = endpoint({ ...status, path: '/drive', offered: true });
export const saveAdminCredentials = endpoint({ ...credentials, path: '/admin/drive/credentials' });
export const saveCredentials = endpoint({ ...credentials, path: '/drive/credentials' });
export const saveAdminFolder = endpoint({ ...folder, path: '/admin/drive/folder' });
export const saveFolder = endpoint({ ...folder, path: '/drive/folder' });
export const testAdminDrive = endpoint({ ...test, path: '/admin/drive/test' });
export const testDrive = endpoint({ ...test, path: '/drive/test' });

export const disconnectDrive = endpoint({
  ...common,
  method: 'DELETE',
  path: '/admin/drive',
  summary: 'Oublier les identifiants et le dossier : le drive intégré reprend',
});

export const resendDrive = endpoint({
  ...common,
  method: 'POST',
  path: '/admin/drive/resend',
  summary: 'Remettre tous les documents dans la file d’envoi',
});

export const retryDrive = endpoint({
  ...common,
  method: 'POST',
  path: '/admin/drive/retry',
  summary: 'Relancer les envois en échec ou en attente',
});
