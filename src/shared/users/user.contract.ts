import { account, role } from '../auth/auth.contract.ts';
import { endpoint } from '../contract/endpoint.ts';
import { z } from '../contract/zod.ts';

const tag = 'Utilisateurs';

export const user = account.extend({
  active: z.boolean(),
  created_at: z.string(),
  last_login_at: z.string().nullable(),
});
export type User = z.output<typeof user>;

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  right: 'admin',
  tag,
  summary: 'Lister les comptes',
  output: z.array(user),
});

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/users/{id}',
  right: 'admin',
  tag,
  summary: 'Changer le rôle, activer ou désactiver un compte',
  body: z.strictObject({ role: role.optional(), active: z.boolean().optional() }),
  output: user,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/users/{id}/password',
  right: 'admin',
  tag,
  summary: 'Donner un mot de passe provisoire ; met fin aux sessions du compte',
  output: z.object({ id: z.string(), password: z.string() }),
});
