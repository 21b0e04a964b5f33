import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Drive, DriveFault, type DriveStep, type OutgoingFile } from './drive.ts';
import type { GoogleAnswer, GoogleClient } from './google.client.ts';
import { unreachable } from './google.faults.ts';

/** Where the ids of folders are kept before the folders are made: two instances, or two tries, make the same one. */
export interface FolderBook {
  find(path: string): Promise<{ id: string; created: boolean } | null>;
  /** Keeps the id unless one is kept already. @returns the one that counts */
  reserve(path: string, id: string): Promise<string>;
  confirm(path: string): Promise<void>;
  /** This folder and what is below it are not there any more, as long as the one seen gone is the one that is kept. */
  forget(path: string, seen: { path: string; id: string }): Promise<void>;
}

const FILES = '/drive/v3/files';
const UPLOAD = '/upload/drive/v3/files';
const FOLDER = 'application/vnd.google-apps.folder';
/** The property by which our files are known again; public, so that another service account knows them too. */
const STAMP = 'diplo';
const FIELDS =
  'id,name,mimeType,trashed,driveId,size,sha256Checksum,webViewLink,parents,contentRestrictions,capabilities/canAddChildren';
const NAME_MAX = 200;
/** On every call: a folder of a shared drive does not exist without it (404). */
const SHARED = { supportsAllDrives: 'true' };
const LISTED = { ...SHARED, includeItemsFromAllDrives: 'true' };

interface GoogleFile {
  id: string;
  name: string;
  mimeType: string;
  trashed?: boolean;
  driveId?: string;
  size?: string;
  sha256Checksum?: string;
  webViewLink?: string;
  contentRestrictions?: { readOnly?: boolean }[];
  capabilities?: { canAddChildren?: boolean };
}

const quote = (text: string): string => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;
const plainName = (name: string): string =>
  name
    .replace(/[\u0000-\u001f]/g, ' ')
    .trim()
    .slice(0, NAME_MAX) || 'Sans nom';

/** Google Drive as a service account sees it, below one root folder of a shared drive. */
export function googleDrive(
  client: GoogleClient,
  { rootId, account, folders }: { rootId: string; account: string; folders: FolderBook },
): Drive {
  const find = async (id: string): Promise<GoogleFile | null> => {
    const answer = await client.call({
      url: `${FILES}/${encodeURIComponent(id)}`,
      query: { ...SHARED, fields: FIELDS },
      accept: [404],
    });
    return answer.status === 404 ? null : (answer.body as GoogleFile);
  };

  let driveId: Promise<string | null> | null = null;
  /** The shared drive the root folder is in: searching it alone is complete, searching everywhere may not be. */
  const sharedDrive = (): Promise<string | null> => {
    driveId ??= find(rootId).then((root) => root?.driveId ?? null);
    // Not known, or not reached: asked again next time.
    driveId.then(
      (found) => {
        if (found === null) driveId = null;
      },
      () => {
        driveId = null;
      },
    );
    return driveId;
  };

  /** The file or the folder that carries our stamp in this folder, if one does. */
  const findStamped = async (stamp: string, parent: string): Promise<GoogleFile | null> => {
    const shared = await sharedDrive();
    const { body } = await client.call({
      url: FILES,
      query: {
        ...LISTED,
        ...(shared ? { corpora: 'drive', driveId: shared } : {}),
        q: `properties has { key=${quote(STAMP)} and value=${quote(stamp)} } and ${quote(parent)} in parents and trashed = false`,
        fields: `incompleteSearch,files(${FIELDS})`,
        orderBy: 'createdTime',
        pageSize: '10',
      },
    });
    const [first] = (body.files as GoogleFile[] | undefined) ?? [];
    if (!first && body.incompleteSearch === true) throw unreachable('incompleteSearch');
    return first ?? null;
  };

  const newId = async (): Promise<string> => {
    const { body } = await client.call({ url: `${FILES}/generateIds`, query: { count: '1', space: 'drive' } });
    const [id] = (body.ids as string[] | undefined) ?? [];
    if (!id) throw unreachable('noId');
    return id;
  };

  /** The folder as it is now: one that somebody removed, or put in the bin with all that is in it, is made anew. */
  const openFolder = async (path: readonly string[]): Promise<string> => {
    const known = path.length > 0 ? await folders.find(path.join('\n')) : null;
    if (known?.created) {
      const found = await find(known.id);
      if (found && !found.trashed) return known.id;
      await folders.forget(path[0] ?? '', { path: path.join('\n'), id: known.id });
    }
    return ensureFolder(path);
  };

  /** Makes the folder, unless it is there; its id is kept before it is made. */
  const ensureFolder = async (path: readonly string[]): Promise<string> => {
    const name = path.at(-1);
    if (name === undefined) return rootId;
    const parent = await ensureFolder(path.slice(0, -1));
    const key = path.join('\n');
    const known = await folders.find(key);
    if (known?.created) return known.id;
    const stamp = `folder:${createHash('sha256').update(key).digest('hex').slice(0, 40)}`;
    const id = known?.id ?? (await folders.reserve(key, (await findStamped(stamp, parent))?.id ?? (await newId())));
    await client.call({
      method: 'POST',
      url: FILES,
      query: { ...SHARED, fields: 'id' },
      json: { id, name: plainName(name), mimeType: FOLDER, parents: [parent], properties: { [STAMP]: stamp } },
      // It is there already: made by another instance, or by a try whose answer was lost.
      accept: [409],
    });
    await folders.confirm(key);
    return id;
  };

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

  const step = (name: DriveStep['name'], state: DriveStep['state'], message: string | null = null): DriveStep => ({
    name,
    label: STEP_LABELS[name],
    state,
    message,
  });

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

const STEP_LABELS: Record<DriveStep['name'], string> = {
  token: 'Google accepte les identifiants',
  folder: 'Le dossier racine existe',
  shared: 'Il est dans un Drive partagé',
  write: 'Diplo peut y écrire',
  delete: 'Diplo peut y retirer son essai',
};

const stampOf = (key: string): string => `file:${key}`;

/** Google gives the SHA-256 of what it holds; the size alone is no proof. */
const isSame = (found: GoogleFile, { sha256, size }: OutgoingFile): boolean =>
  found.sha256Checksum ? found.sha256Checksum.toLowerCase() === sha256 : Number(found.size) === size;
