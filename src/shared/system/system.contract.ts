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

export const openapi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  right: 'public',
  tag,
  summary: 'Cette description',
  output: z.looseObject({}),
});
