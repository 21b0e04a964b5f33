import { z } from 'zod';
import { account, email, personName, role } from '../auth/auth.contract.ts';
import { endpointsOf } from '../contract/endpoint.ts';

const api = endpointsOf('Utilisateurs', { token: 'never' });

export const user = account.extend({
  name: z.string().nullable(),
  active: z.boolean(),
  /** Waits to be accepted, which making it active does. */
  pending: z.boolean(),
  created_at: z.string(),
  last_login_at: z.string().nullable(),
  /** It was somebody’s, and says no more whose. */
  anonymous: z.boolean(),
  /** How one signs in: by a password, with a second factor, by this account of the provider of the firm. */
  has_password: z.boolean(),
  otp: z.boolean(),
  identity: z.string().nullable(),
});
export type User = z.output<typeof user>;

/** A password that is shown once, and changed at the first sign-in. */
const withPassword = { password: z.string() };

export const listUsers = api('GET /users', 'admin', {
  summary: 'Lister les comptes',
  output: z.array(user),
});

export const listPeople = api('GET /users/names', 'member', {
  summary: 'Les noms des personnes, par adresse email : pour nommer qui a fait quoi',
  output: z.array(z.object({ email: z.string(), name: z.string() })),
});

export const createUser = api('POST /users', 'admin', {
  summary: 'Inviter une personne : son mot de passe provisoire est à changer à la première connexion',
  body: z.strictObject({ email, role, name: personName.optional() }),
  output: user.extend(withPassword),
  status: 201,
});

export const updateUser = api('PATCH /users/{id}', 'admin', {
  summary: 'Changer le rôle ou le nom, accepter, activer ou désactiver un compte',
  body: z.strictObject({ role: role.optional(), active: z.boolean().optional(), name: personName.optional() }),
  output: user,
});

export const anonymiseUser = api('POST /users/{id}/anonymise', 'admin', {
  summary: 'Rendre anonyme un compte désactivé : son nom et son adresse disparaissent, sauf du journal',
  output: user,
});

export const resetPassword = api('POST /users/{id}/password', 'admin', {
  summary: 'Donner un mot de passe provisoire, à changer à la connexion ; met fin aux sessions du compte',
  output: z.object({ id: z.string(), ...withPassword }),
});

export const resetOtp = api('DELETE /users/{id}/otp', 'admin', {
  summary: 'Retirer le second facteur d’une personne qui a perdu son téléphone et ses codes',
  output: 'nothing',
});
