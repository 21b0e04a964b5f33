import { type DriveStatus, folderIdOf } from '#shared/drive/drive.contract.ts';
import type { Actor } from '../caller.ts';
import { inTransaction } from '../db/open.ts';
import { bodyFault, driveTestFailed, invalid } from '../errors.ts';
import { bytesOf, type Content, sizeOf } from '../storage/inbox.ts';
import type { DriveDependencies } from './drive.service.ts';
import type { DriveStep } from './drive.ts';
import { readServiceAccount } from './google.account.ts';

/** Google's are of two kilobytes. */
const CREDENTIALS_MAX_BYTES = 100_000;

/** How the drive is, in one sentence. */
function wordsOf(
  { credentials, root_folder_id, steps, account_email }: DriveConfig,
  readable: boolean,
): Pick<DriveStatus, 'status' | 'message'> {
  if (!credentials)
    return {
      status: 'ok',
      message: 'Les documents sont conservés par le drive intégré de Diplo, sur ce serveur.',
    };
  if (!readable)
    return {
      status: 'error',
      message:
        'Les identifiants ne peuvent plus être lus : la clé secrète du serveur (SECRET_KEY) a changé. Enregistrez-les de nouveau.',
    };
  if (!root_folder_id)
    return {
      status: 'incomplete',
      message: `Il manque le dossier racine : créez un dossier dans un Drive partagé, donnez à ${account_email} le rôle « Gestionnaire de contenu », puis collez son adresse ici.`,
    };
  const failed = steps.find(({ state }) => state === 'failed');
  if (failed) return { status: 'error', message: failed.message ?? 'Le dernier essai a échoué.' };
  return steps.length > 0
    ? { status: 'ok', message: 'Google Drive fonctionne : les documents y sont envoyés.' }
    : { status: 'ok', message: 'Google Drive est configuré. Lancez un essai pour le vérifier.' };
}

/** Where documents are sent. */
export function createDriveSettings({ db, connection, vault, outbox, audit }: DriveDependencies) {
  const present = async (config: DriveConfig): Promise<DriveStatus> => {
    const counts = await outbox.counts();
    return {
      configured: config.credentials !== null,
      root_folder_id: config.root_folder_id,
      provider: config.credentials === null ? 'local' : 'google',
      account_email: config.account_email,
      ...wordsOf(config, connection.account(config) !== null),
      steps: config.steps,
      outbox: counts,
    };
  };

  const status = async (): Promise<DriveStatus> => present(await connection.config(db));

  const change = async (by: Actor, values: Partial<DriveConfig>, label: string): Promise<void> => {
    await inTransaction(
      db,
      async (trx) => {
        await connection.write(trx, { ...(await connection.config(trx)), ...values });
        await audit.record(trx, { action: 'drive.update', by, object: { type: 'drive', id: null, label } });
      },
      'drive',
    );
  };

  const test = async (): Promise<DriveStatus> => {
    const config = await connection.config(db);
    const drive = connection.open(config);
    if (!drive) return present({ ...config, steps: [] });
    const steps = await drive.check();
    await inTransaction(
      db,
      async (trx) => {
        const now = await connection.config(trx);
        // What was tried may have been replaced, or forgotten, in the meantime.
        if (now.credentials === config.credentials && now.root_folder_id === config.root_folder_id)
          await connection.write(trx, { ...now, steps });
      },
      'drive',
    );
    // What had failed may work now.
    if (steps.every(({ state }) => state === 'ok')) await outbox.retryAll();
    return status();
  };

  /** Tries what would take the place of something that works, before it does. @throws 409 with why it fails */
  const keepWhatWorks = async (values: Partial<DriveConfig>, refused: string): Promise<void> => {
    const now = await connection.config(db);
    const works = now.steps.length > 0 && now.steps.every(({ state }) => state === 'ok');
    const next = { ...now, ...values };
    const same = next.root_folder_id === now.root_folder_id && next.credentials === now.credentials;
    if (!works || same) return;
    const steps = (await connection.open(next)?.check()) ?? [];
    const failed = steps.find(({ state }) => state === 'failed');
    if (failed)
      throw driveTestFailed(`${refused} : ${failed.message ?? failed.label} Ce qui fonctionnait reste en service.`);
  };

  return {
    status,
    test,

    /**
     * Keeps the key of a service account, then tries it. @throws 422 saying what lacks; 409 when it fails its test and
     * would take the place of one that works, unless the person insists
     */
    async saveCredentials(file: Content, { insist, by }: { insist: boolean; by: Actor }): Promise<DriveStatus> {
      if (sizeOf(file) > CREDENTIALS_MAX_BYTES)
        throw invalid([bodyFault('file', 'Ce fichier est trop grand pour être la clé d’un compte de service.')]);
      const account = readServiceAccount(await bytesOf(file));
      const values = { credentials: vault.lock(account), account_email: account.client_email, steps: [] };
      if (!insist) await keepWhatWorks(values, 'Ces identifiants n’ont pas été retenus');
      await change(by, values, `Identifiants de ${account.client_email}`);
      return test();
    },

    /** @throws 409 as above */
    async saveFolder(text: string, { insist, by }: { insist: boolean; by: Actor }): Promise<DriveStatus> {
      const id = folderIdOf(text);
      if (!id) throw invalid([bodyFault('folder_id', 'Dossier inconnu.')]);
      const values = { root_folder_id: id, steps: [] };
      if (!insist) await keepWhatWorks(values, 'Ce dossier n’a pas été retenu');
      await change(by, values, `Dossier racine ${id}`);
      return test();
    },

    /** Forgets credentials and folder: the built-in drive serves again. What is on Google Drive stays there. */
    async disconnect(by: Actor): Promise<DriveStatus> {
      await inTransaction(
        db,
        async (trx) => {
          await connection.write(trx, EMPTY);
          await outbox.clear(trx);
          await audit.record(trx, {
            action: 'drive.update',
            by,
            object: { type: 'drive', id: null, label: 'Google Drive déconnecté' },
          });
        },
        'drive',
      );
      return status();
    },
  };
}

export interface DriveConfig {
  /** The service account's key, encrypted. */
  credentials: string | null;
  account_email: string | null;
  root_folder_id: string | null;
  steps: DriveStep[];
}
export const EMPTY: DriveConfig = { credentials: null, account_email: null, root_folder_id: null, steps: [] };
