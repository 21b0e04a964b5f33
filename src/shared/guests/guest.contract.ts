import { z } from 'zod';
import { comment, commentBody, commentParent, commentPlace } from '../comments/comment.contract.ts';
import { endpointsOf } from '../contract/endpoint.ts';
import { PRODUCT_KIND_NAMES, type ProductKind } from '../contract/product.kinds.ts';
import { isDay } from '../fields/date.ts';
import { PART_NAMES } from '../findings/stamp.ts';

const api = endpointsOf('Invités', { token: 'never' });

const MIB = 1024 * 1024;
export const GUEST_LIMITS = {
  /** Days that a link lives, unless said otherwise and at the most. */
  days: 14,
  daysMax: 90,
  /** Live links of one product, and of all. */
  each: 20,
  all: 200,
  pieces: 200,
  /** Digits of a code, how long it serves, and how often it may be typed wrong. */
  digits: 6,
  codeMinutes: 10,
  codeTries: 5,
  /** How long a session lasts without being renewed (minutes). */
  sessionMinutes: 30,
  /** Files of a link in a day, and bytes of each. */
  files: 10,
  fileBytes: 25 * MIB,
  /** Unknown addresses tried by one network in 15 minutes; requests of a link in a minute; packages in an hour. */
  wrong: 20,
  perMinute: 120,
  packages: 12,
  /** Signatures of a link in a day: one signs once, and again after the file has moved. */
  signatures: 10,
  /** How long after its end a link's name and address are kept (months). */
  keptMonths: 12,
} as const;

export const GUEST_ROLES = { evaluateur: 'Évaluateur de la sécurité', autre: 'Autre conseil' } as const;
export type GuestRole = keyof typeof GUEST_ROLES;
/** A cleaning product has no safety assessor: an expert of its classification reads as much. */
export const GUEST_ROLES_OF: Readonly<Record<ProductKind, Readonly<Record<GuestRole, string>>>> = {
  cosmetique: GUEST_ROLES,
  nettoyage: { ...GUEST_ROLES, evaluateur: 'Expert de la classification' },
};
const ROLE_NAMES = Object.keys(GUEST_ROLES) as [GuestRole, ...GuestRole[]];
export const GUEST_ACTS = { comment: 'Commenter', attach: 'Envoyer des fichiers', sign: 'Signer' } as const;
export type GuestAct = keyof typeof GUEST_ACTS;
const ACT_NAMES = Object.keys(GUEST_ACTS) as [GuestAct, ...GuestAct[]];

/** `live`, `locked` after wrong codes, `closed` with the account of who gave it, `revoked`, `expired`. */
export const GUEST_STATES = {
  live: 'Valable',
  locked: 'Verrouillé après cinq codes faux',
  closed: 'Fermé avec le compte qui l’a fait',
  revoked: 'Révoqué',
  expired: 'Expiré',
} as const;
export type GuestState = keyof typeof GUEST_STATES;

const signature = z.object({
  id: z.string(),
  name: z.string(),
  qualification: z.string(),
  signed_on: z.string(),
  at: z.string(),
  file_name: z.string().nullable(),
  state: z.enum(['waiting', 'recorded', 'refused']),
  settled_at: z.string().nullable(),
  settled_by: z.string().nullable(),
  /** What is no longer as it was shown. */
  changed: z.array(z.enum(PART_NAMES)),
});
export type GuestSignature = z.output<typeof signature>;

export const guest = z.object({
  id: z.string(),
  number: z.number().int(),
  /** Empty once it was erased, and the address too. */
  name: z.string(),
  email: z.string(),
  as: z.enum(ROLE_NAMES),
  may: z.array(z.enum(ACT_NAMES)),
  pieces: z.array(z.string()),
  formula: z.boolean(),
  code: z.boolean(),
  state: z.enum(Object.keys(GUEST_STATES) as [GuestState, ...GuestState[]]),
  created_at: z.string(),
  created_by: z.string().nullable(),
  expires_at: z.string(),
  last_seen: z.string().nullable(),
  /** The digits that the guest waits for, to be read out: where no mail goes out, and for who invited alone. */
  digits: z.string().nullable(),
  signatures: z.array(signature),
});
export type Guest = z.output<typeof guest>;

const days = z
  .number({ error: 'Un nombre de jours.' })
  .int({ error: 'Un nombre de jours.' })
  .min(1, { error: 'Un jour au moins.' })
  .max(GUEST_LIMITS.daysMax, { error: `${GUEST_LIMITS.daysMax} jours au plus.` });

export const createGuest = api('POST /products/{id}/guests', 'write', {
  summary: 'Inviter quelqu’un de l’extérieur à lire ce produit ; l’adresse n’est donnée qu’une fois',
  body: z.strictObject({
    name: z.string({ error: 'Donnez un nom.' }).trim().min(1, { error: 'Donnez un nom.' }).max(120),
    email: z
      .string({ error: 'Donnez une adresse.' })
      .trim()
      .max(254)
      .pipe(z.email({ error: 'Cette adresse email n’en est pas une.' })),
    as: z.enum(ROLE_NAMES, { error: 'Évaluateur, ou autre conseil.' }).default('evaluateur'),
    may: z.array(z.enum(ACT_NAMES)).max(3).default(['comment']),
    pieces: z.array(z.string().max(100)).max(GUEST_LIMITS.pieces).default([]),
    /** An adviser reads the formula only if it is said. */
    formula: z.boolean().default(false),
    days: days.default(GUEST_LIMITS.days),
    code: z.boolean().default(true),
  }),
  output: guest.extend({ url: z.string() }),
  status: 201,
});
export const listGuests = api('GET /products/{id}/guests', 'write', {
  summary: 'Les invités d’un produit, le dernier d’abord',
  output: z.array(guest),
});
export const listAllGuests = api('GET /guests', 'admin', {
  summary: 'Tous les liens d’invités, le dernier d’abord',
  output: z.array(
    guest.extend({
      product: z.object({ id: z.string(), label: z.string(), type_produit: z.enum(PRODUCT_KIND_NAMES) }),
    }),
  ),
});
export const revokeGuest = api('POST /guests/{id}/revoke', 'write', {
  summary: 'Révoquer un lien : il ne s’ouvre plus, tout de suite',
  output: guest,
});
export const extendGuest = api('POST /guests/{id}/extend', 'write', {
  summary: 'Prolonger un lien, à compter d’aujourd’hui',
  body: z.strictObject({ days: days.default(GUEST_LIMITS.days) }),
  output: guest,
});
export const unlockGuest = api('POST /guests/{id}/unlock', 'write', {
  summary: 'Déverrouiller un lien après cinq codes faux',
  output: guest,
});
export const recordSignature = api('POST /signatures/{id}/record', 'write', {
  summary: 'Enregistrer la signature qu’un évaluateur invité a envoyée, et joindre son fichier',
  output: signature,
});
export const refuseSignature = api('POST /signatures/{id}/refuse', 'write', {
  summary: 'Écarter la signature qu’un invité a envoyée',
  output: signature,
});
export const readSignature = api('GET /signatures/{id}/content', 'write', {
  summary: 'Télécharger le fichier d’une signature reçue',
  output: 'file',
});

/** What a guest shows instead of an account. */
const entered = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number().int(),
});
/** Until the code is given there is none. */
const notYet = z.object({ access_token: z.null(), token_type: z.literal('bearer'), expires_in: z.literal(0) });
export const openGuest = api('POST /guest/session', 'public', {
  summary: 'Ouvrir un lien d’invité : d’abord son jeton, puis le code s’il en faut un',
  body: z.strictObject({
    token: z.string({ error: 'Ce lien est incomplet.' }).max(200),
    code: z.string().max(40).nullable().default(null),
  }),
  output: z.union([
    entered.extend({ step: z.literal('open') }),
    notYet.extend({
      /** Six digits are on their way: by mail, or read out by who invites. */
      step: z.literal('code'),
      by: z.enum(['mail', 'person']),
    }),
  ]),
});

/** Which link it is; each call makes the session last. */
export const readSession = api('GET /guest/session', 'guest', {
  summary: 'Le lien que l’on a ouvert, et une session qui dure',
  output: entered.extend({
    kind: z.enum(['product', 'request']),
    name: z.string(),
    invited_by: z.string().nullable(),
    as: z.string(),
    may: z.array(z.enum(ACT_NAMES)),
    expires_at: z.string(),
  }),
});
export type GuestSession = z.output<(typeof readSession)['output']>;

const section = z.object({
  key: z.string(),
  title: z.string(),
  /** What is said of the whole. */
  notes: z.array(z.string()),
  rows: z.array(z.object({ key: z.string(), label: z.string(), value: z.string() })),
  table: z.object({ head: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
});
export type GuestSection = z.output<typeof section>;

export const guestFile = z.object({
  /** Of what is shown: what a signature is bound to. */
  stamp: z.string(),
  label: z.string(),
  kind: z.enum(PRODUCT_KIND_NAMES),
  sections: z.array(section),
  pieces: z.array(
    z.object({ n: z.number().int(), title: z.string(), size: z.number().int(), issued_on: z.string().nullable() }),
  ),
  /** What this guest gave already: names of files, and what became of a signature. */
  sent: z.array(z.object({ title: z.string(), at: z.string(), state: z.string() })),
});
export type GuestFile = z.output<typeof guestFile>;

export const readGuestProduct = api('GET /guest/product', 'guest', {
  summary: 'Le produit que l’on est invité à lire',
  output: guestFile,
});
export const readGuestPiece = api('GET /guest/pieces/{n}', 'guest', {
  summary: 'Télécharger une pièce de ce produit, par son numéro',
  output: 'file',
});
export const PACKAGE_FORMATS = ['pdf', 'xlsx', 'zip'] as const;
export const readGuestPackage = api('GET /guest/package', 'guest', {
  summary: 'Le même dossier à emporter, marqué « document de travail » : PDF, classeur ou archive',
  query: z.object({ format: z.enum(PACKAGE_FORMATS, { error: 'pdf, xlsx ou zip.' }).default('zip') }),
  output: 'file',
});
export const listGuestComments = api('GET /guest/comments', 'guest', {
  summary: 'Les commentaires que les invités lisent',
  output: z.array(comment),
});
export const createGuestComment = api('POST /guest/comments', 'guest', {
  summary: 'Écrire un commentaire, ou une réponse',
  body: z.strictObject({ anchor: commentPlace, body: commentBody, parent_id: commentParent }),
  output: comment,
  status: 201,
});
const sentFiles = z.object({
  received: z.array(z.string()),
  refused: z.array(z.object({ file_name: z.string(), why: z.string() })),
});
export const sendGuestFiles = api('POST /guest/files', 'guest', {
  summary: 'Envoyer des fichiers : quelqu’un de la maison les classe',
  consumes: ['multipart'],
  body: z.object({}),
  file: 'required',
  files: GUEST_LIMITS.files,
  fileMaxBytes: GUEST_LIMITS.fileBytes,
  output: sentFiles,
  status: 201,
});
export const signAsGuest = api('POST /guest/sign', 'guest', {
  summary: 'Dire que l’on a signé la partie B, et joindre le document signé : un éditeur l’enregistre',
  consumes: ['multipart', 'json'],
  file: 'optional',
  fileMaxBytes: GUEST_LIMITS.fileBytes,
  body: z.object({
    name: z.string({ error: 'Donnez votre nom.' }).trim().min(1, { error: 'Donnez votre nom.' }).max(120),
    qualification: z
      .string({ error: 'Donnez votre titre ou diplôme.' })
      .trim()
      .min(1, { error: 'Donnez votre titre ou diplôme.' })
      .max(300),
    date: z.string({ error: 'Donnez la date de la signature.' }).refine(isDay, { error: 'Date invalide.' }),
    statement: z
      .union([z.literal(true), z.literal('true')], { error: 'Cochez la déclaration pour signer.' })
      .transform(() => true),
    /** Of what is on the page; what was last read by this link, without it. */
    stamp: z.string().max(100).optional(),
  }),
  output: z.object({ state: z.string() }),
  status: 201,
});

/** A supplier's side: the list that is asked for, and nothing else. */
export const readGuestRequest = api('GET /guest/request', 'guest', {
  summary: 'Ce que l’on demande à un fournisseur',
  output: z.object({
    supplier: z.string(),
    message: z.string().nullable(),
    due_on: z.string(),
    items: z.array(
      z.object({
        n: z.number().int(),
        kind: z.string().nullable(),
        label: z.string(),
        /** Of what: a raw material, or a product, by its name. */
        about: z.string(),
        required: z.boolean(),
        state: z.enum(['waiting', 'received', 'accepted', 'refused', 'absent']),
        reason: z.string().nullable(),
        files: z.array(z.string()),
      }),
    ),
  }),
});
export const answerGuestRequest = api('POST /guest/request/{n}', 'guest', {
  summary: 'Envoyer un document demandé, ou dire qu’il n’existe pas et pourquoi',
  consumes: ['multipart', 'json'],
  file: 'optional',
  files: GUEST_LIMITS.files,
  fileMaxBytes: GUEST_LIMITS.fileBytes,
  body: z.object({
    /** « n’existe pas » : why. */
    absent: z
      .string()
      .trim()
      .min(10, { error: 'Dites pourquoi ce document n’existe pas : 10 caractères au moins.' })
      .max(1_000)
      .optional(),
  }),
  output: sentFiles,
  status: 201,
});
