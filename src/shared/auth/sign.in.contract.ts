import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';
import { ACCOUNTS_TAG, STRANGER_BYTES, signedIn } from './auth.contract.ts';
import { OIDC_CALLBACK, OIDC_START } from './sign.in.words.ts';

/** A second factor, and the provider of the firm: other ways to sign in, or one way more. */
const bodyMaxBytes = STRANGER_BYTES;
const api = endpointsOf(ACCOUNTS_TAG, { token: 'never' });

/** RFC 6238: six digits, another one every 30 seconds. */
export const OTP = { digits: 6, seconds: 30, issuer: 'Diplo' } as const;
/** Each serves once. */
export const RECOVERY_CODES = 10;
const CODE_MAX = 100;

/** Of the telephone, or one kept on paper; spaces and dashes say nothing. */
const code = z
  .string({ error: 'Entrez le code.' })
  .trim()
  .min(1, { error: 'Entrez le code.' })
  .max(CODE_MAX, { error: 'Ce code est trop long : six chiffres, ou un code de secours.' });

const currentPassword = z
  .string({ error: 'Le mot de passe actuel est requis' })
  .min(1, { error: 'Le mot de passe actuel est requis' })
  .max(1_000, { error: 'Le mot de passe actuel est inexact.' });
/** What shows that it is still oneself: the code only where there is a second factor. */
const proof = { current_password: currentPassword, code: code.optional() };

const recoveryCodes = z.object({ codes: z.array(z.string()) });

export const finishByOtp = api('POST /auth/otp', 'public', {
  bodyMaxBytes,
  summary: 'Finir de se connecter, par un code du second facteur ou un code de secours',
  body: z.object({ ticket: z.string({ error: 'ticket est requis' }).min(1).max(4_000), code }),
  output: signedIn,
});

/** How one signs in. */
export const access = z.object({
  /** Whether there is a password. */
  password: z.boolean(),
  otp: z.object({ since: z.string(), codes_left: z.number().int() }).nullable(),
  /** The firm asks administrators for one. */
  otp_required: z.boolean(),
  /** What the provider of the firm is called; `null` where there is none. */
  provider: z.string().nullable(),
  /** By which account of it one signs in. */
  identity: z.object({ label: z.string(), since: z.string() }).nullable(),
  /** Whether one enters by the provider alone. */
  only_provider: z.boolean(),
});
export type Access = z.output<typeof access>;

export const myAccess = api('GET /auth/me/access', 'member', {
  summary: 'Comment je me connecte',
  output: access,
  beforeFactor: true,
  beforeLink: true,
});

export const beginOtp = api('POST /auth/me/otp', 'member', {
  bodyMaxBytes,
  summary: 'Préparer un second facteur : le secret à donner à l’application du téléphone',
  body: z.strictObject({ current_password: currentPassword }),
  output: z.object({
    /** Base32, RFC 4648. */
    secret: z.string(),
    /** What a picture of it says. */
    uri: z.string(),
  }),
  status: 201,
  beforeFactor: true,
});

export const confirmOtp = api('POST /auth/me/otp/confirm', 'member', {
  bodyMaxBytes,
  summary: 'Mettre en place le second facteur, par un premier code ; rend les codes de secours, cette seule fois',
  body: z.strictObject({ code }),
  output: recoveryCodes,
  beforeFactor: true,
});

export const renewRecoveryCodes = api('POST /auth/me/otp/codes', 'member', {
  bodyMaxBytes,
  summary: 'Remplacer ses codes de secours',
  body: z.strictObject(proof),
  output: recoveryCodes,
});

export const removeOtp = api('DELETE /auth/me/otp', 'member', {
  bodyMaxBytes,
  summary: 'Retirer son second facteur',
  body: z.strictObject(proof),
  output: 'nothing',
});

export const policy = z.object({
  /** Administrators without a second factor set one up before anything else, unless the provider answers for them. */
  otp_for_admins: z.boolean(),
});
export type Policy = z.output<typeof policy>;

export const getPolicy = api('GET /auth/policy', 'admin', {
  summary: 'Ce que la maison demande pour se connecter',
  output: policy,
});

export const setPolicy = api('PUT /auth/policy', 'admin', {
  summary: 'Demander un second facteur aux administrateurs, ou non',
  body: z.strictObject({ otp_for_admins: z.boolean({ error: 'Dites oui ou non.' }) }),
  output: policy,
});

export const startSignOn = api(`GET ${OIDC_START}`, 'public', {
  summary: 'Aller se connecter chez le fournisseur d’identité de la maison',
  output: 'redirect',
});

export const endSignOn = api(`GET ${OIDC_CALLBACK}`, 'public', {
  summary: 'Là où le fournisseur d’identité renvoie le navigateur',
  /** What the provider says; whatever it is, one is led back to a page. */
  query: z.looseObject({}),
  output: 'redirect',
});

export const exchange = api('POST /auth/oidc/exchange', 'public', {
  bodyMaxBytes,
  summary: 'Finir de se connecter par le fournisseur d’identité : le code de /login contre des jetons',
  body: z.object({ code: z.string({ error: 'code est requis' }).min(1).max(200) }),
  output: signedIn,
});

export const linkIdentity = api('POST /auth/me/identity', 'member', {
  bodyMaxBytes,
  summary: 'Relier son compte à celui du fournisseur d’identité : rend l’adresse où aller le dire',
  body: z.strictObject(proof),
  output: z.object({ url: z.string() }),
  beforeLink: true,
});

export const unlinkIdentity = api('DELETE /auth/me/identity', 'member', {
  bodyMaxBytes,
  summary: 'Détacher son compte de celui du fournisseur d’identité',
  body: z.strictObject(proof),
  output: 'nothing',
});
