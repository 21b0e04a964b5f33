/** Its reports stand under it: `etude_` and its id, dashes as underscores. */
export const studyFileKey = (id: string): string => `etude_${id.replaceAll('-', '_')}`;
export const STUDY_FILE = /^etude_/;
