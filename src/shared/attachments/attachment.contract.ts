import { endpoint } from '../contract/endpoint.ts';
import { z } from '../contract/zod.ts';

const tag = 'Pièces jointes';

export const ALIAS_MAX = 200;

export const attachment = z.object({
  id: z.string(),
  product_id: z.string(),
  field_key: z.string(),
  file_name: z.string(),
  alias: z.string().nullable(),
  mime_type: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  created_at: z.string(),
});
export type Attachment = z.output<typeof attachment>;

export const listAttachments = endpoint({
  method: 'GET',
  path: '/attachments/product/{productId}',
  right: 'member',
  tag,
  summary: 'Lister les pièces jointes d’un produit',
  output: z.array(attachment),
});

export const createAttachment = endpoint({
  method: 'POST',
  path: '/attachments',
  right: 'write',
  tag,
  summary: 'Joindre un fichier à un produit',
  body: z.object({
    product_id: z.string({ error: 'Le produit est requis' }).min(1, { error: 'Le produit est requis' }),
    field_key: z.string({ error: 'La clé du champ est requise' }).regex(/^[a-z0-9_]{1,50}$/, {
      error: 'La clé du champ ne peut contenir que des minuscules, des chiffres et _.',
    }),
  }),
  consumes: ['multipart'],
  file: 'required',
  output: attachment,
  status: 201,
  idempotent: true,
});

export const renameAttachment = endpoint({
  method: 'PATCH',
  path: '/attachments/{id}',
  right: 'write',
  tag,
  summary: 'Donner un nom d’usage à une pièce jointe',
  body: z.strictObject({
    alias: z
      .string()
      .trim()
      .max(ALIAS_MAX, { error: `${ALIAS_MAX} caractères au plus.` })
      .nullable(),
  }),
  output: attachment,
});

export const removeAttachment = endpoint({
  method: 'DELETE',
  path: '/attachments/{id}',
  right: 'write',
  tag,
  summary: 'Retirer une pièce jointe',
  output: 'nothing',
});

export const readAttachment = endpoint({
  method: 'GET',
  path: '/attachments/{id}/content',
  right: 'member',
  tag,
  summary: 'Télécharger une pièce jointe',
  output: 'file',
});
