import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';

const api = endpointsOf('Travaux');

export interface JobKindInfo {
  label: string;
  /** Comes back by itself, that long after it ended (ms). */
  everyMs?: number;
  /** Somebody may say that it is no longer wanted. */
  cancellable?: boolean;
}

const HOUR = 3_600_000;

/** What the server does in the background: one line each; its room says how (`jobs.handle`). */
export const JOB_KINDS = {
  'drive.send': { label: 'Envoi vers le drive', cancellable: true },
  'template.install': { label: 'Modèles livrés avec Diplo' },
  'template.thumbnail': { label: 'Image d’un modèle', cancellable: true },
  'files.sweep': { label: 'Ménage des fichiers', everyMs: HOUR },
  'trash.purge': { label: 'Vidage de la corbeille', everyMs: HOUR },
  'history.thin': { label: 'Historique des brouillons resserré', everyMs: HOUR },
  'sessions.sweep': { label: 'Oubli des sessions finies', everyMs: HOUR },
  'idempotency.sweep': { label: 'Oubli des demandes répétées', everyMs: HOUR },
  'backup.daily': { label: 'Sauvegarde du jour', everyMs: HOUR },
  'regulation.judge': { label: 'Formules jugées selon un nouveau corpus' },
  'control.refresh': { label: 'Points de contrôle recalculés', everyMs: HOUR },
  'dossier.seal': { label: 'Dossier scellé', cancellable: true },
  'batch.run': { label: 'Travaux en masse' },
  'import.read': { label: 'Anciens dossiers lus', cancellable: true },
  'intake.folder': { label: 'Dossier surveillé', everyMs: 60_000 },
  'intake.look': { label: 'Place des fichiers à classer', everyMs: 60_000 },
  'intake.sweep': { label: 'Oubli des fichiers mis de côté', everyMs: HOUR },
  'imports.sweep': { label: 'Oubli des fichiers d’import', everyMs: HOUR },
  'mail.send': { label: 'Courriel' },
  'mail.digest': { label: 'Résumés par courriel', everyMs: 60_000 },
  'mail.sweep': { label: 'Oubli des courriels partis', everyMs: HOUR },
  'guests.sweep': { label: 'Oubli des invités anciens', everyMs: HOUR },
  'requests.remind': { label: 'Relances aux fournisseurs', everyMs: HOUR },
  'notices.sweep': { label: 'Oubli des avis anciens', everyMs: HOUR },
  'jobs.sweep': { label: 'Oubli des travaux finis', everyMs: HOUR },
} satisfies Record<string, JobKindInfo>;

export type JobKind = keyof typeof JOB_KINDS;
export const JOB_KIND_NAMES = Object.keys(JOB_KINDS) as [JobKind, ...JobKind[]];

/** `waiting` for its turn or its hour; `failed`: somebody has to act; what comes back by itself is never `done`. */
export const JOB_STATES = ['running', 'waiting', 'failed', 'cancelled', 'done'] as const;
export type JobState = (typeof JOB_STATES)[number];

export const job = z.object({
  id: z.string(),
  kind: z.enum(JOB_KIND_NAMES),
  /** What it is about, as people call it; `null` where the kind says all. */
  title: z.string().nullable(),
  state: z.enum(JOB_STATES),
  /** Tries that failed since it was asked for, or since it last ended well. */
  attempts: z.number().int(),
  progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  /** Why the last try failed, in a sentence. */
  error: z.string().nullable(),
  /** False while there is no point in trying: what it needs is not set up. */
  ready: z.boolean(),
  created_at: z.string(),
  /** Not before. */
  next_at: z.string(),
  /** When it last ended well. */
  ended_at: z.string().nullable(),
});
export type Job = z.output<typeof job>;

/** As many as the screen ever lists: what is under way and what failed come first. */
export const JOBS_LISTED = 200;

export const listJobs = api('GET /jobs', 'member', {
  summary:
    'Les travaux de fond : en cours, en échec, en attente, finis depuis peu. Les siens ; tous, pour un administrateur',
  output: z.array(job),
});

export const retryJob = api('POST /jobs/{id}/retry', 'write', {
  summary: 'Relancer un travail maintenant',
  output: job,
});

export const cancelJob = api('POST /jobs/{id}/cancel', 'write', {
  summary: 'Annuler un travail qui peut l’être',
  output: job,
});
