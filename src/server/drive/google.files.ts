/** Files as Google Drive tells of them. */
import type { OutgoingFile } from './drive.ts';

export const FILES = '/drive/v3/files';
export const UPLOAD = '/upload/drive/v3/files';
export const FOLDER = 'application/vnd.google-apps.folder';
export const FIELDS =
  'id,name,mimeType,trashed,driveId,size,sha256Checksum,webViewLink,parents,contentRestrictions,capabilities/canAddChildren';
const NAME_MAX = 200;
/** On every call: a folder of a shared drive does not exist without it (404). */
export const SHARED = { supportsAllDrives: 'true' };

export interface GoogleFile {
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
export const plainName = (name: string): string =>
  name
    .replace(/[\u0000-\u001f]/g, ' ')
    .trim()
    .slice(0, NAME_MAX) || 'Sans nom';

/** Google gives the SHA-256 of what it holds; the size alone is no proof. */
export const isSame = (found: GoogleFile, { sha256, size }: OutgoingFile): boolean =>
  found.sha256Checksum ? found.sha256Checksum.toLowerCase() === sha256 : Number(found.size) === size;

/** Where the ids of folders are kept before the folders are made: two instances, or two tries, make the same one. */
export interface FolderBook {
  find(path: string): Promise<{ id: string; created: boolean } | null>;
  /** Keeps the id unless one is kept already. @returns the one that counts */
  reserve(path: string, id: string): Promise<string>;
  confirm(path: string): Promise<void>;
  /** This folder and what is below it are not there any more, as long as the one seen gone is the one that is kept. */
  forget(path: string, seen: { path: string; id: string }): Promise<void>;
}

/** The property by which our files are known again; public, so that another service account knows them too. */
export const STAMP = 'diplo';
