import type { DriveStatus } from '#shared/drive/drive.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import { findSetting, writeSetting } from '../db/settings.ts';
import { conflict } from '../errors.ts';
import { createVault, VAULTS, type Vault } from '../http/vault.ts';
import type { Jobs } from '../jobs/job.service.ts';
import { createDriveSettings, type DriveConfig, EMPTY } from './drive.settings.ts';
import * as store from './drive.store.ts';
import type { Drive } from './drive.ts';
import type { ServiceAccount } from './google.account.ts';
import { type GoogleClient, googleClient } from './google.client.ts';
import { googleDrive } from './google.drive.ts';
import type { GoogleTiming } from './google.requests.ts';
import type { Outbox } from './outbox.service.ts';

const SETTING = 'drive';

export function createDriveConnection({
  db,
  vault,
  googleUrl,
  timing,
}: {
  db: Db;
  vault: Vault<ServiceAccount>;
  googleUrl: string | null;
  timing?: GoogleTiming;
}) {
  /** One client as long as the credentials are the same: it holds the token. One drive as long as the folder is. */
  let kept: { credentials: string; client: GoogleClient } | null = null;
  let opened: { client: GoogleClient; rootId: string; drive: Drive } | null = null;

  const account = ({ credentials }: DriveConfig): ServiceAccount | null =>
    credentials ? vault.unlock(credentials) : null;

  const open = (config: DriveConfig): Drive | null => {
    const { credentials, root_folder_id: rootId } = config;
    const found = account(config);
    if (!found || !credentials || !rootId) return null;
    if (kept?.credentials !== credentials)
      kept = { credentials, client: googleClient(found, { baseUrl: googleUrl, ...(timing ? { timing } : {}) }) };
    const { client } = kept;
    if (opened?.client !== client || opened.rootId !== rootId) {
      const drive = googleDrive(client, { rootId, account: found.client_email, folders: store.folderBook(db, rootId) });
      opened = { client, rootId, drive };
    }
    return opened.drive;
  };

  const config = async (executor: Executor): Promise<DriveConfig> => {
    const text = await findSetting(executor, SETTING);
    return text ? { ...EMPTY, ...(JSON.parse(text) as Partial<DriveConfig>) } : EMPTY;
  };

  return {
    config,
    account,
    open,
    /** The drive as it is configured now; `null` when there is none but the built-in. */
    drive: async (executor: Executor): Promise<Drive | null> => open(await config(executor)),
    /** Whether one is configured, even if its credentials cannot be read just now. */
    isConfigured: async (executor: Executor): Promise<boolean> => {
      const { credentials, root_folder_id } = await config(executor);
      return credentials !== null && root_folder_id !== null;
    },
    write: (executor: Executor, value: DriveConfig): Promise<void> =>
      writeSetting(executor, SETTING, JSON.stringify(value)),
  };
}

/** The drive that documents are sent to. */
export type DriveConnection = ReturnType<typeof createDriveConnection>;

export interface DriveDependencies {
  db: Db;
  connection: DriveConnection;
  vault: Vault<ServiceAccount>;
  outbox: Outbox;
  jobs: Jobs;
  audit: AuditService;
}

export function createDrive(deps: DriveDependencies) {
  const { db, connection, outbox, jobs, audit } = deps;
  const { status, test, ...driveSettings } = createDriveSettings(deps);

  return {
    status,
    ...driveSettings,

    /** Tries everything for real, and keeps what it found. */
    test,

    /** Every document in line again. @throws 409 without a drive */
    async resendAll(by: Actor): Promise<DriveStatus> {
      if (!(await connection.drive(db)))
        throw conflict('Aucun drive n’est configuré : enregistrez d’abord les identifiants et le dossier racine.');
      await inTransaction(
        db,
        async (trx) => {
          const count = await outbox.enqueueAll(trx);
          await audit.record(trx, {
            action: 'drive.resend',
            by,
            object: { type: 'drive', id: null, label: `${count} fichiers remis dans la file d’envoi` },
          });
        },
        'drive',
      );
      jobs.wake();
      return status();
    },

    async retry(): Promise<DriveStatus> {
      await outbox.retryAll();
      return status();
    },
  };
}

export type DriveService = ReturnType<typeof createDrive>;

/** Opens and closes what is kept of the drive. */
export const driveVault = (secretKey: Buffer): Vault<ServiceAccount> => createVault(secretKey, VAULTS.drive);

/**
 * Locks the kept credentials with another key: part of changing SECRET_KEY.
 * @param lost forgets those that neither key opens
 * @returns `none` when there are none; `already` when the new key opens them; `unreadable` when neither does
 */
export async function relockCredentials(
  trx: Executor,
  keys: { from: Buffer; to: Buffer },
  { lost = false }: { lost?: boolean } = {},
): Promise<'done' | 'none' | 'already' | 'unreadable' | 'forgotten'> {
  const [from, to] = [driveVault(keys.from), driveVault(keys.to)];
  const text = await findSetting(trx, SETTING);
  const config = text ? (JSON.parse(text) as DriveConfig) : null;
  if (!config?.credentials) return 'none';
  if (to.unlock(config.credentials)) return 'already';
  const account = from.unlock(config.credentials);
  if (!account && !lost) return 'unreadable';
  if (!account) {
    await writeSetting(trx, SETTING, JSON.stringify({ ...config, credentials: null, account_email: null, steps: [] }));
    return 'forgotten';
  }
  await writeSetting(trx, SETTING, JSON.stringify({ ...config, credentials: to.lock(account) }));
  return 'done';
}

/** Whether this key opens what is kept of the drive; true when nothing is. */
export async function opensCredentials(db: Executor, secretKey: Buffer): Promise<boolean> {
  const text = await findSetting(db, SETTING);
  const credentials = text ? (JSON.parse(text) as DriveConfig).credentials : null;
  return !credentials || driveVault(secretKey).unlock(credentials) !== null;
}
