import { endpoint } from '../contract/endpoint.ts';
import { z } from '../contract/zod.ts';

const tag = 'Système';

export const health = endpoint({
  method: 'GET',
  path: '/health',
  right: 'public',
  tag,
  summary: 'Le service répond, sa base aussi',
  output: z.object({ status: z.literal('ok'), version: z.string() }),
});

/** What the server stands on. */
const healthPart = z.object({
  key: z.enum(['database', 'files', 'converter', 'disk', 'backup', 'jobs', 'proxy']),
  name: z.string(),
  ok: z.boolean(),
  said: z.string(),
});
export type HealthPart = z.output<typeof healthPart>;

export const healthParts = endpoint({
  method: 'GET',
  path: '/health/parts',
  right: 'metrics',
  tag,
  summary: 'L’état de chaque partie : base, fichiers, convertisseur, disque, sauvegarde, travaux, mandataire',
  output: z.array(healthPart),
});

export const metrics = endpoint({
  method: 'GET',
  path: '/metrics',
  right: 'metrics',
  tag,
  summary: 'Mesures pour Prometheus, si METRICS les ouvre',
  output: 'file',
});

export const openapi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  right: 'public',
  tag,
  summary: 'Cette description',
  output: z.looseObject({}),
});
