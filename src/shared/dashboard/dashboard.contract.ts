import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';

const api = endpointsOf('Tableau de bord');

export const PRIORITY_KINDS = ['finalize', 'complete', 'formula', 'drive', 'finding'] as const;

/** How many of each kind of priority are shown. */
export const PRIORITY_COUNT = 3;

export const dashboardStats = z.object({
  totalProducts: z.number().int(),
  draftProducts: z.number().int(),
  validatedProducts: z.number().int(),
  totalDips: z.number().int(),
  pendingDips: z.number().int(),
  completedDips: z.number().int(),
  templatesCount: z.number().int(),
  /** Generations whose file is not yet on the drive. */
  pendingGenerations: z.number().int(),
  /** Files that came in and that nobody has filed. */
  waitingFiles: z.number().int(),
  /** A whole percentage. */
  averageCompletion: z.number().int(),
  /** The ten newest events. */
  recentActivity: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      date: z.string(),
      /** The present state of what it is about: validated, still to be done, or neither. */
      status: z.enum(['completed', 'pending', 'info']),
      by: z.string().nullable(),
      /** What it is about, when it is still there. */
      object: z.object({ type: z.enum(['product', 'generation', 'template']), id: z.string() }).nullable(),
    }),
  ),
  /** The last twelve months, oldest first: documents generated, and documents validated, that month (Paris). */
  history: z.array(z.object({ month: z.string(), generated: z.number().int(), validated: z.number().int() })),
  /** What is worth doing first, most urgent first; `id` is the product's, or the generation's for `finalize` and `drive`. */
  priorities: z.array(
    z.object({
      kind: z.enum(PRIORITY_KINDS),
      id: z.string(),
      label: z.string(),
      detail: z.string(),
      /** Of a finding, whether it stops the file; `null` for the other kinds. */
      level: z.enum(['rouge', 'orange']).nullable(),
    }),
  ),
});
export type DashboardStats = z.output<typeof dashboardStats>;

export const getStats = api('GET /dashboard/stats', 'member', {
  summary: 'Les chiffres du tableau de bord',
  output: dashboardStats,
});
