/** A backup older than this (ms) is late: the one of the day did not come. */
const BACKUP_LATE_MS = 2 * 86_400_000;
/** @param at when the last one was made (ISO 8601 UTC) */
export const isBackupLate = (at: string, now: Date): boolean => now.getTime() - Date.parse(at) > BACKUP_LATE_MS;
