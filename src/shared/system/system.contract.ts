import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';

const api = endpointsOf('Système');

export const health = api('GET /health', 'public', {
  summary: 'Le service répond, sa base aussi',
  output: z.object({ status: z.literal('ok'), version: z.string() }),
});

/** What the server stands on. */
const healthPart = z.object({
  key: z.enum(['database', 'files', 'converter', 'disk', 'backup', 'jobs', 'sign_in', 'mail', 'proxy']),
  name: z.string(),
  ok: z.boolean(),
  said: z.string(),
});
export type HealthPart = z.output<typeof healthPart>;

export const healthParts = api('GET /health/parts', 'metrics', {
  summary:
    'L’état de chaque partie : base, fichiers, convertisseur, disque, sauvegarde, travaux, connexion, courriel, mandataire',
  output: z.array(healthPart),
});

export const testMail = api('POST /system/mail/test', 'admin', {
  summary: 'S’envoyer un courriel d’essai',
  output: z.object({ to: z.string() }),
});

export const metrics = api('GET /metrics', 'metrics', {
  summary: 'Mesures pour Prometheus, si METRICS les ouvre',
  output: 'file',
});

export const openapi = api('GET /openapi.json', 'public', {
  summary: 'Cette description',
  output: z.looseObject({}),
});
