import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';

const api = endpointsOf('Sauvegardes');

/** What was looked at, and what is wrong with it, in sentences. */
const part = z.object({ name: z.string(), ok: z.boolean(), said: z.string() });

/** The installation, read from one end to the other. */
export const verification = z.object({
  at: z.string(),
  ok: z.boolean(),
  parts: z.array(part),
});
export type Verification = z.output<typeof verification>;

export const backupStatus = z.object({
  /** Where backups go; `null` when nobody said. */
  directory: z.string().nullable(),
  running: z.enum(['backup', 'verify']).nullable(),
  last: z
    .object({
      at: z.string(),
      name: z.string(),
      files: z.number().int(),
      /** Bytes of the files. */
      size: z.number().int(),
      /** Files that could not be had as they were kept. */
      missing: z.number().int(),
    })
    .nullable(),
  /** Why the last try failed, since the last one that did not. */
  failure: z.object({ at: z.string(), message: z.string() }).nullable(),
  verification: verification.nullable(),
  /** Why the sweep moves nothing; `null` when all is well. */
  sweep_stopped: z.string().nullable(),
});
export type BackupStatus = z.output<typeof backupStatus>;

export const getBackups = api('GET /backups', 'admin', {
  summary: 'L’état des sauvegardes et de la dernière vérification',
  output: backupStatus,
});

export const startBackup = api('POST /backups', 'admin', {
  summary: 'Sauvegarder maintenant, dans BACKUP_DIR',
  output: backupStatus,
});

export const startVerification = api('POST /backups/verify', 'admin', {
  summary: 'Relire toute l’installation : base, fichiers, empreintes, documents scellés, journal',
  output: backupStatus,
});
