import { DriveFault, type OutgoingFile } from './drive.ts';
import type { GoogleClient } from './google.client.ts';
import { FIELDS, type FolderBook, type GoogleFile, isSame, plainName, SHARED, STAMP, UPLOAD } from './google.files.ts';
import { createGoogleFolders } from './google.folders.ts';
import type { GoogleAnswer } from './google.requests.ts';

const stampOf = (key: string): string => `file:${key}`;

/** Files and folders on Google Drive, each stamped with what it is: nothing is sent twice. */
export function createDelivery(client: GoogleClient, { rootId, folders }: { rootId: string; folders: FolderBook }) {
  const { find, findStamped, newId, openFolder } = createGoogleFolders(client, { rootId, folders });

  const upload = (
    file: OutgoingFile,
    target: { id: string; parent: string } | { existing: string },
  ): Promise<GoogleAnswer> =>
    'existing' in target
      ? client.upload({
          method: 'PATCH',
          url: `${UPLOAD}/${encodeURIComponent(target.existing)}`,
          query: { ...SHARED, fields: FIELDS },
          metadata: { name: plainName(file.name) },
          size: file.size,
          open: file.open,
          mimeType: file.mimeType,
        })
      : client.upload({
          method: 'POST',
          url: UPLOAD,
          query: { ...SHARED, fields: FIELDS },
          metadata: {
            id: target.id,
            name: plainName(file.name),
            mimeType: file.mimeType,
            parents: [target.parent],
            properties: { [STAMP]: stampOf(file.key) },
          },
          size: file.size,
          open: file.open,
          mimeType: file.mimeType,
          // The id is taken: an earlier try arrived, and its answer was lost.
          accept: [409],
        });

  /** The file with the right bytes, sent only if it must be. */
  const deliver = async (file: OutgoingFile, parent: string): Promise<GoogleFile> => {
    let found = file.knownId ? await find(file.knownId) : await findStamped(stampOf(file.key), parent);
    // Somebody put it in the bin of the drive: it is sent anew, under another id.
    const reusable = file.knownId && !found ? file.knownId : null;
    if (found?.trashed) found = null;
    if (!found) {
      const id = reusable ?? (await newId());
      if (id !== file.knownId) await file.remember(id);
      const answer = await upload(file, { id, parent });
      found = answer.status === 409 ? await find(id) : (answer.body as GoogleFile);
      if (!found) {
        // The id is taken by something this account cannot see: another one serves.
        const other = await newId();
        await file.remember(other);
        found = (await upload(file, { id: other, parent })).body as GoogleFile;
      }
    } else if (found.id !== file.knownId) await file.remember(found.id);
    for (let tries = 0; !isSame(found, file); tries += 1) {
      if (tries > 1)
        throw new DriveFault(
          'Le document reçu par Google Drive n’est pas identique au nôtre. Il sera envoyé de nouveau.',
          { kind: 'later', reason: 'checksum' },
        );
      found = (await upload(file, { existing: found.id })).body as GoogleFile;
    }
    return found;
  };

  return {
    find,
    openFolder,
    deliver,
  };
}

export type Delivery = ReturnType<typeof createDelivery>;
