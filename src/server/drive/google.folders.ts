import { createHash } from 'node:crypto';
import type { GoogleClient } from './google.client.ts';
import { unreachable } from './google.faults.ts';
import { FIELDS, FILES, FOLDER, type FolderBook, type GoogleFile, plainName, SHARED, STAMP } from './google.files.ts';

const LISTED = { ...SHARED, includeItemsFromAllDrives: 'true' };

const quote = (text: string): string => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;

/** Folders on Google Drive, made once. */
export function createGoogleFolders(
  client: GoogleClient,
  { rootId, folders }: { rootId: string; folders: FolderBook },
) {
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

  return {
    find,
    findStamped,
    newId,
    openFolder,
  };
}
