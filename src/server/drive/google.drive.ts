import { type Drive, DriveFault, type OutgoingFile } from './drive.ts';
import { createDriveCheck } from './google.check.ts';
import type { GoogleClient } from './google.client.ts';
import { createDelivery } from './google.delivery.ts';
import { unreachable } from './google.faults.ts';
import { FIELDS, FILES, type FolderBook, type GoogleFile, isSame, plainName, SHARED } from './google.files.ts';

/** Google Drive as a service account sees it, below one root folder of a shared drive. */
export function googleDrive(
  client: GoogleClient,
  { rootId, account, folders }: { rootId: string; account: string; folders: FolderBook },
): Drive {
  const { find, openFolder, deliver } = createDelivery(client, { rootId, folders });

  const seal = async ({ id, contentRestrictions }: GoogleFile, file: OutgoingFile): Promise<void> => {
    if (contentRestrictions?.some(({ readOnly }) => readOnly)) return;
    const { body } = await client.call({
      method: 'PATCH',
      url: `${FILES}/${encodeURIComponent(id)}`,
      query: { ...SHARED, fields: FIELDS },
      // Not `ownerRestricted`: in a shared drive only a manager may set that.
      json: { contentRestrictions: [{ readOnly: true, reason: 'Document validé et scellé par Diplo' }] },
    });
    if (!isSame(body as GoogleFile, file)) throw unreachable('changedMeanwhile');
  };
  const driveCheck = createDriveCheck(client, { rootId, account, find });

  return {
    place: rootId,

    async put(file) {
      const path = file.folders.map(plainName);
      const leaf = path.join('\n');
      const seen = await folders.find(leaf);
      const attempt = async (): Promise<GoogleFile> => deliver(file, await openFolder(path));
      const found = await attempt().catch(async (error) => {
        if (!(error instanceof DriveFault) || error.reason !== 'notFound' || path.length === 0) throw error;
        // Somebody removed our folders: they are made anew, once.
        if (seen) await folders.forget(path[0] ?? '', { path: leaf, id: seen.id });
        return attempt();
      });
      if (file.sealed) await seal(found, file);
      const page = found.webViewLink;
      const url = page && /^https:\/\//.test(page) ? page : `https://drive.google.com/file/d/${found.id}/view`;
      return { id: found.id, url };
    },

    async read(id) {
      const { bytes } = await client.call({
        url: `${FILES}/${encodeURIComponent(id)}`,
        query: { ...SHARED, alt: 'media' },
        binary: true,
      });
      return bytes;
    },
    async hashOf(id) {
      return (await find(id))?.sha256Checksum?.toLowerCase() ?? null;
    },
    ...driveCheck,
  };
}
