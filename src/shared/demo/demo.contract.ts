import { endpoint } from '../contract/endpoint.ts';
import { z } from '../contract/zod.ts';

const tag = 'Exemple';

/** `offered`: nothing is there yet; `loaded`: the example is; `none`: neither. */
export const demo = z.object({ state: z.enum(['offered', 'loaded', 'none']) });
export type Demo = z.output<typeof demo>;

export const getDemo = endpoint({
  method: 'GET',
  path: '/demo',
  right: 'admin',
  tag,
  summary: 'Où en est l’histoire d’exemple',
  output: demo,
});

export const loadDemo = endpoint({
  method: 'POST',
  path: '/demo',
  right: 'admin',
  tag,
  summary: 'Charger l’histoire d’exemple dans une installation vide',
  output: demo,
});

export const removeDemo = endpoint({
  method: 'DELETE',
  path: '/demo',
  right: 'admin',
  tag,
  summary: 'Mettre l’histoire d’exemple à la corbeille',
  output: demo,
});
