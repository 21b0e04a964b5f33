export const studyFileKey = (id: string): string => `etude_${id.replaceAll('-', '_')}`;
export const STUDY_FILE = /^etude_/;
