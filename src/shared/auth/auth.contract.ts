import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';
import { ROLES, SIGNUP_ROLES } from '../contract/rights.ts';
import { DIGEST_NAMES } from '../notices/digest.ts';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
/** RFC 5321, section 4.5.3.1.3, without its brackets. */
export const EMAIL_MAX = 254;

/** What strangers may send is small: an address, a password, a token. */
export const STRANGER_BYTES = 16_384;
const bodyMaxBytes = STRANGER_BYTES;
export const ACCOUNTS_TAG = 'Comptes';
const api = endpointsOf(ACCOUNTS_TAG, { token: 'never' });
/** Whatever token comes along is not read. */
const door = endpointsOf(ACCOUNTS_TAG);
const PASSWORDS_DIFFER = 'Les mots de passe ne correspondent pas';

export const email = z
  .string({ error: 'L’adresse email est requise' })
  .trim()
  .min(1, { error: 'L’adresse email est requise' })
  .max(EMAIL_MAX, { error: 'Cette adresse email est trop longue.' })
  // One address, however its accents are written; and no character that nobody sees.
  .normalize('NFC')
  .regex(/^[^\p{C}]*$/u, { error: 'Cette adresse email contient un caractère invisible : tapez-la de nouveau.' })
  .regex(/^[^\s@<>"(),:;]+@[^\s@<>"(),:;.]+(\.[^\s@<>"(),:;.]+)+$/, {
    error: 'Adresse email invalide. Exemple : prenom.nom@entreprise.fr',
  });

const newPassword = z
  .string({ error: 'Le mot de passe est requis' })
  .min(PASSWORD_MIN, { error: `Le mot de passe doit contenir au moins ${PASSWORD_MIN} caractères` })
  .max(PASSWORD_MAX, { error: `Le mot de passe doit contenir au plus ${PASSWORD_MAX} caractères` });

const confirmation = z.string({ error: 'La confirmation du mot de passe est requise' });

export const role = z.enum(ROLES);

export const account = z.object({ id: z.string(), email: z.string(), role });
export type Account = z.output<typeof account>;

export const NAME_MAX = 100;
/** How a person is called; their e-mail when they have not said. */
export const personName = z
  .string()
  .trim()
  .max(NAME_MAX, { error: `${NAME_MAX} caractères au plus.` })
  .transform((text) => text || null)
  .nullable();
const profile = account.extend({
  name: z.string().nullable(),
  digest: z.enum(DIGEST_NAMES),
  /** Whether messages go out by mail here. */
  mail: z.boolean(),
});

/** Passwords are compared whatever else is wrong, so that all faults come together. */
const sameAs = (data: { password?: unknown; password_confirm?: unknown }, context: z.core.$RefinementCtx) => {
  if (
    typeof data.password === 'string' &&
    typeof data.password_confirm === 'string' &&
    // One password, however its accents are written: as it is kept.
    data.password.normalize('NFC') !== data.password_confirm.normalize('NFC')
  )
    context.addIssue({ code: 'custom', path: ['password_confirm'], message: PASSWORDS_DIFFER });
};

export const signupBody = z
  .object({
    email,
    password: newPassword,
    password_confirm: confirmation,
    role: z.enum(SIGNUP_ROLES, { error: 'Le rôle doit être Éditeur ou Lecteur.' }).default('editor'),
  })
  .check(z.superRefine(sameAs, { when: () => true }));

export const passwordBody = z
  .object({
    current_password: z.string({ error: 'Le mot de passe actuel est requis' }),
    password: newPassword,
    password_confirm: confirmation,
  })
  .check(z.superRefine(sameAs, { when: () => true }));

export const tokenBody = z.object({
  username: z
    .string({ error: 'L’adresse email est requise' })
    .trim()
    .min(1, { error: 'L’adresse email est requise' })
    .normalize('NFC'),
  password: z.string({ error: 'Le mot de passe est requis' }).min(1, { error: 'Le mot de passe est requis' }),
});

const refreshBody = z.object({ refresh_token: z.string({ error: 'refresh_token est requis' }).min(1) });

const accessToken = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  /** Seconds. */
  expires_in: z.number(),
});

export const signup = api('POST /auth/signup', 'public', {
  bodyMaxBytes,
  summary: 'Créer un compte',
  body: signupBody,
  /** `pending` where an administrator has to accept the account first. */
  output: account.extend({ pending: z.literal(true).optional() }),
  status: 201,
});

export const checkPassword = api('POST /auth/password/check', 'public', {
  bodyMaxBytes,
  summary: 'Dire si un mot de passe est de ceux que l’on essaie en premier',
  body: z.object({
    password: z.string({ error: 'Le mot de passe est requis' }).max(PASSWORD_MAX),
    email: z.string().max(EMAIL_MAX).nullable().optional(),
  }),
  /** `refused` where such a password is not taken. */
  output: z.object({ warning: z.string().nullable(), refused: z.boolean() }),
});

/** What somebody holds who has signed in. */
export const signedIn = accessToken.extend({ refresh_token: z.string() });
export type SignedIn = z.output<typeof signedIn>;

export const token = door('POST /auth/token', 'public', {
  bodyMaxBytes,
  summary: 'Se connecter',
  body: tokenBody,
  consumes: ['form', 'json'],
  output: signedIn,
});

export const refresh = door('POST /auth/refresh', 'public', {
  bodyMaxBytes,
  summary: 'Obtenir un nouveau jeton d’accès',
  body: refreshBody,
  output: accessToken,
});

export const logout = api('POST /auth/logout', 'public', {
  bodyMaxBytes,
  summary: 'Mettre fin à la session',
  body: refreshBody,
  output: 'nothing',
});

export const me = api('GET /auth/me', 'member', {
  summary: 'La personne connectée',
  output: profile,
});

export const updateMe = api('PATCH /auth/me', 'member', {
  summary: 'Dire comment l’on s’appelle, et quand recevoir ses avis par courriel',
  body: z
    .strictObject({
      name: personName.optional(),
      digest: z.enum(DIGEST_NAMES, { error: `Un résumé part ${DIGEST_NAMES.join(', ')}.` }).optional(),
    })
    .refine(({ name, digest }) => name !== undefined || digest !== undefined, { error: 'Rien n’est dit.' }),
  output: profile,
});

export const session = z.object({
  id: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** The session this very request came through. */
  current: z.boolean(),
});
export type Session = z.output<typeof session>;

export const listSessions = api('GET /auth/sessions', 'member', {
  summary: 'Mes sessions ouvertes',
  output: z.array(session),
});

export const endOtherSessions = api('DELETE /auth/sessions', 'member', {
  summary: 'Mettre fin à toutes mes autres sessions',
  output: 'nothing',
});

export const changePassword = api('PATCH /auth/me/password', 'member', {
  summary: 'Changer son mot de passe ; met fin aux autres sessions',
  body: passwordBody,
  output: account,
  beforePasswordChange: true,
  beforeFactor: true,
});
