import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';

const api = endpointsOf('Corbeille');

/** Days during which an administrator can bring a thing back. */
export const TRASH_DAYS = 30;
/** Years a sealed document is kept (Regulation (EC) 1223/2009, article 11(1): ten years after the last batch). */
export const SEALED_YEARS = 10;

export const trashItem = z.object({
  id: z.string(),
  type: z.enum(['product', 'template', 'generation', 'substance', 'material', 'lot', 'study', 'effect']),
  label: z.string(),
  deleted_at: z.string(),
  deleted_by: z.string().nullable(),
});
export type TrashItem = z.output<typeof trashItem>;

export const listTrash = api('GET /trash', 'admin', {
  summary: 'Ce que la corbeille contient',
  output: z.array(trashItem),
});

export const removeTrash = api('DELETE /trash/{id}', 'admin', {
  token: 'never',
  summary: 'Supprimer définitivement un élément de la corbeille, passé le temps où il se conserve',
  output: 'nothing',
});

export const restoreTrash = api('POST /trash/{id}/restore', 'admin', {
  summary: 'Restaurer un élément de la corbeille',
  output: trashItem,
});
