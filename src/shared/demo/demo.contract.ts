import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';

const api = endpointsOf('Exemple');

/** `offered`: nothing is there yet; `loaded`: the example is; `none`: neither. */
export const demo = z.object({
  state: z.enum(['offered', 'loaded', 'none']),
  /** Records of the example that a person's own work employs: taken away, it leaves them. */
  used: z.array(z.string()),
});
export type Demo = z.output<typeof demo>;

export const getDemo = api('GET /demo', 'admin', {
  summary: 'Où en est l’histoire d’exemple',
  output: demo,
});

export const loadDemo = api('POST /demo', 'admin', {
  summary: 'Charger l’histoire d’exemple dans une installation vide',
  output: demo,
});

export const removeDemo = api('DELETE /demo', 'admin', {
  summary: 'Retirer l’histoire d’exemple, sans trace',
  output: demo,
});
