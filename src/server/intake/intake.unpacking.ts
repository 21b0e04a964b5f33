import { ARCHIVE_LONG, INTAKE_LIMITS } from '#shared/intake/intake.contract.ts';
import { isSystemFile } from '#shared/intake/intake.kinds.ts';
import type { UploadedFile } from '../http/file.ts';
import { cleanName } from '../http/upload.ts';
import { sizeOf } from '../storage/inbox.ts';
import type { Arrived, IntakeDependencies } from './intake.service.ts';

const MIB = 1024 * 1024;
/** Characters of a path that are kept. */
const FOLDER_LENGTH = 500;

interface Unpacked {
  arrived: Arrived[];
  refused: { file_name: string; why: string }[];
  system_files: number;
}

const EMPTY = 'Ce fichier est vide.';

/** Whether a file is an archive, by its name: documents of Office are archives too, and stay as they are. */
const isArchive = ({ fileName }: UploadedFile): boolean => /\.zip$/i.test(fileName);

/** Keeps files that are given; of an archive, each of its files, one after the other. */
export function createUnpacking({
  files,
  documents,
  uploadMaxMb,
}: Pick<IntakeDependencies, 'files' | 'documents' | 'uploadMaxMb'>) {
  const most = uploadMaxMb * MIB;

  const unpackOne = async (file: UploadedFile, to: Unpacked): Promise<void> => {
    if (Buffer.isBuffer(file.content)) return;
    let unfolded = 0;
    for (let from: number | null = 0; from !== null; ) {
      const part = await documents.archive(file.content.path, { from, most });
      if (part.refused) {
        to.refused.push({ file_name: file.fileName, why: part.refused });
        return;
      }
      for (const { path, bytes, why } of part.files) {
        const name = cleanName(path);
        if (isSystemFile(path)) to.system_files += 1;
        else if (!bytes) to.refused.push({ file_name: name, why: why ?? '' });
        else if (bytes.length === 0) to.refused.push({ file_name: name, why: EMPTY });
        else {
          unfolded += bytes.length;
          if (unfolded > INTAKE_LIMITS.unfolded) {
            to.refused.push({ file_name: file.fileName, why: ARCHIVE_LONG });
            return;
          }
          const stored = await files.save(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
          to.arrived.push({ file_name: name, folder: folderOf(path), mime_type: 'application/octet-stream', stored });
        }
      }
      from = part.next;
    }
  };

  return async (given: readonly UploadedFile[]): Promise<Unpacked> => {
    const found: Unpacked = { arrived: [], refused: [], system_files: 0 };
    for (const file of given) {
      const size = sizeOf(file.content);
      if (isSystemFile(file.fileName)) found.system_files += 1;
      else if (size === 0) found.refused.push({ file_name: file.fileName, why: EMPTY });
      else if (isArchive(file)) await unpackOne(file, found);
      else if (size > most)
        found.refused.push({
          file_name: file.fileName,
          why: `Ce fichier est trop volumineux : ${uploadMaxMb} Mo au plus.`,
        });
      else {
        const stored = await files.save(file.content);
        found.arrived.push({ file_name: file.fileName, folder: '', mime_type: file.mimeType, stored });
      }
    }
    return found;
  };
}

/** The path without the name, as a text that leads nowhere. */
const folderOf = (path: string): string =>
  path
    .split('/')
    .slice(0, -1)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .map(cleanName)
    .join('/')
    .slice(0, FOLDER_LENGTH);
