import type { Attachment } from '../attachments/attachment.contract.ts';
import type { Study } from './study.contract.ts';

/** Its reports stand under it: `etude_` and its id, dashes as underscores. */
export const studyFileKey = (id: string): string => `etude_${id.replaceAll('-', '_')}`;
export const STUDY_FILE = /^etude_/;

/** Reports that nobody gave a kind have that of their study, where it is not of stability. */
export function withStudyKind<F extends Pick<Attachment, 'field_key' | 'kind'>>(
  files: readonly F[],
  studies: readonly Pick<Study, 'id' | 'type'>[],
): F[] {
  const keys = new Set(studies.filter(({ type }) => type === 'compatibilité').map(({ id }) => studyFileKey(id)));
  return files.map((file) =>
    file.kind === null && keys.has(file.field_key) ? { ...file, kind: 'compatibilité' } : file,
  );
}
