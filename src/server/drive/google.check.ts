import { Readable } from 'node:stream';
import { DriveFault, type DriveStep } from './drive.ts';
import type { GoogleClient } from './google.client.ts';
import type { Delivery } from './google.delivery.ts';
import { FILES, FOLDER, type GoogleFile, SHARED, UPLOAD } from './google.files.ts';

const STEP_LABELS: Record<DriveStep['name'], string> = {
  token: 'Google accepte les identifiants',
  folder: 'Le dossier racine existe',
  shared: 'Il est dans un Drive partagé',
  write: 'Diplo peut y écrire',
  delete: 'Diplo peut y retirer son essai',
};

/** Tries all that sending needs, step by step. */
export function createDriveCheck(
  client: GoogleClient,
  { rootId, account, find }: { rootId: string; account: string; find: Delivery['find'] },
) {
  const step = (name: DriveStep['name'], state: DriveStep['state'], message: string | null = null): DriveStep => ({
    name,
    label: STEP_LABELS[name],
    state,
    message,
  });

  return {
    async check() {
      const steps: DriveStep[] = [];
      /** @returns whether the next one is worth trying */
      const run = async (name: DriveStep['name'], work: () => Promise<string | null>): Promise<boolean> => {
        const message = await work().catch((error) => {
          if (error instanceof DriveFault) return error.message;
          throw error;
        });
        steps.push(step(name, message === null ? 'ok' : 'failed', message));
        return message === null;
      };
      let root: GoogleFile | null = null;
      let probe: string | null = null;
      const tries: [DriveStep['name'], () => Promise<string | null>][] = [
        [
          'token',
          async () => {
            await client.authorize();
            return null;
          },
        ],
        [
          'folder',
          async () => {
            root = await find(rootId);
            if (!root)
              return `Google ne trouve pas ce dossier : vérifiez son adresse, et que le compte ${account} est membre du Drive partagé.`;
            if (root.mimeType !== FOLDER) return 'Cette adresse est celle d’un fichier : donnez celle d’un dossier.';
            return root.trashed ? 'Ce dossier est dans la corbeille de Google Drive : restaurez-le.' : null;
          },
        ],
        [
          'shared',
          async () =>
            root?.driveId
              ? null
              : 'Ce dossier est dans « Mon Drive » d’une personne. Un compte de service n’y a pas d’espace : choisissez un dossier d’un Drive partagé.',
        ],
        [
          'write',
          async () => {
            if (root?.capabilities?.canAddChildren === false)
              return `Le compte ${account} ne peut que lire ce dossier : donnez-lui le rôle « Gestionnaire de contenu ».`;
            const { body } = await client.upload({
              method: 'POST',
              url: UPLOAD,
              query: { ...SHARED, fields: 'id' },
              metadata: { name: 'Essai de Diplo (à supprimer)', parents: [rootId] },
              size: 1,
              open: async () => Readable.from([Buffer.from('1')]),
              mimeType: 'text/plain',
            });
            probe = body.id;
            return null;
          },
        ],
        [
          'delete',
          async () => {
            const url = `${FILES}/${encodeURIComponent(probe ?? '')}`;
            const { status } = await client.call({ method: 'DELETE', url, query: SHARED, accept: [403, 404] });
            // In a shared drive a content manager may only put things in the bin.
            if (status === 403) await client.call({ method: 'PATCH', url, query: SHARED, json: { trashed: true } });
            return null;
          },
        ],
      ];
      let going = true;
      for (const [name, work] of tries) {
        if (going) going = await run(name, work);
        else steps.push(step(name, 'skipped'));
      }
      return steps;
    },
  };
}
