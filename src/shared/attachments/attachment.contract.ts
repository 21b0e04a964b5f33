import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';
import { isDay } from '../fields/date.ts';

const api = endpointsOf('Pièces jointes');

export const ALIAS_MAX = 200;

/** What a piece of the file is. */
export const DOCUMENT_KINDS = [
  'formule',
  'FDS',
  'fiche technique',
  'certificat d’analyse',
  'IFRA',
  'allergènes',
  'CMR',
  'nano',
  'étude toxicologique',
  'origine',
  'expérimentation animale',
  'contact alimentaire',
  'stabilité',
  'challenge test',
  'microbiologie',
  'compatibilité',
  'BPF',
  'étiquette',
  'preuve d’allégation',
  'diplôme',
  'autre',
] as const;

/** An apostrophe of the keyboard is one too. */
export const documentKind = z.preprocess(
  (given) => (typeof given === 'string' ? given.replaceAll("'", '’') : given),
  z.enum(DOCUMENT_KINDS, { error: 'Cette nature de document n’est pas connue.' }),
) as unknown as z.ZodEnum<{ [Kind in (typeof DOCUMENT_KINDS)[number]]: Kind }>;

const day = z.string().refine(isDay, { error: 'Date invalide.' });

const fieldKey = z.string({ error: 'La clé du champ est requise' }).regex(/^[a-z0-9_]{1,50}$/, {
  error: 'La clé du champ ne peut contenir que des minuscules, des chiffres et _, cinquante au plus.',
});

/** Places where one file may stand besides its own. */
const ALSO_MAX = 10;

export const attachment = z.object({
  id: z.string(),
  /** `null` for a file of something else than a product. */
  product_id: z.string().nullable(),
  /** Where it stands, and where else. */
  field_key: z.string(),
  also: z.array(z.string()),
  file_name: z.string(),
  alias: z.string().nullable(),
  mime_type: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  kind: z.string().nullable(),
  /** The day of the piece, and the last one on which it holds: `YYYY-MM-DD`. */
  issued_on: z.string().nullable(),
  expires_on: z.string().nullable(),
  /** Made by the example, and gone with it. */
  example: z.boolean(),
  created_at: z.string(),
});
export type Attachment = z.output<typeof attachment>;

export const listAttachments = api('GET /attachments/product/{productId}', 'member', {
  summary: 'Lister les pièces jointes d’un produit',
  output: z.array(attachment),
});

export const createAttachment = api('POST /attachments', 'write', {
  summary: 'Joindre un fichier à un produit',
  body: z.object({
    product_id: z.string({ error: 'Le produit est requis' }).min(1, { error: 'Le produit est requis' }),
    field_key: fieldKey,
  }),
  consumes: ['multipart'],
  file: 'required',
  output: attachment,
  status: 201,
  idempotent: true,
});

export const updateAttachment = api('PATCH /attachments/{id}', 'write', {
  summary: 'Dire d’une pièce jointe son nom d’usage, sa nature, ses dates et ses autres emplacements',
  body: z
    .strictObject({
      alias: z
        .string()
        .trim()
        .max(ALIAS_MAX, { error: `${ALIAS_MAX} caractères au plus.` })
        .nullable(),
      kind: documentKind.nullable(),
      issued_on: day.nullable(),
      expires_on: day.nullable(),
      also: z
        .array(fieldKey)
        .max(ALSO_MAX, { error: `${ALSO_MAX} autres emplacements au plus.` })
        .transform((keys) => [...new Set(keys)]),
    })
    .partial(),
  output: attachment,
});

export const removeAttachment = api('DELETE /attachments/{id}', 'write', {
  summary: 'Retirer une pièce jointe',
  output: 'nothing',
});

/** A piece that was taken away, and may still be read: what a product stood on is shown for ten years. */
const removedAttachment = attachment.extend({ removed_at: z.string(), removed_by: z.string().nullable() });
export type RemovedAttachment = z.output<typeof removedAttachment>;

export const listRemovedAttachments = api('GET /attachments/product/{productId}/removed', 'write', {
  summary: 'Les pièces retirées d’un produit, la dernière d’abord : elles se lisent encore',
  output: z.array(removedAttachment),
});

export const readRemovedAttachment = api('GET /attachments/{id}/removed', 'write', {
  summary: 'Télécharger une pièce jointe qui a été retirée',
  output: 'file',
});

/** What should never have been attached: nothing of it stays. */
export const eraseAttachment = api('DELETE /attachments/{id}/removed', 'admin', {
  summary: 'Effacer pour de bon une pièce jointe qui a été retirée',
  output: 'nothing',
});

export const restoreAttachment = api('POST /attachments/{id}/restore', 'write', {
  summary: 'Remettre une pièce jointe qui a été retirée',
  output: attachment,
});

export const readAttachment = api('GET /attachments/{id}/content', 'member', {
  summary: 'Télécharger une pièce jointe',
  output: 'file',
});
