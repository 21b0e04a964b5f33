import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';
import { flag, listQuery } from '../contract/list.query.ts';
import { onDrive } from '../drive/drive.contract.ts';
import { PART_NAMES } from '../findings/stamp.ts';
import { productSnapshot } from '../products/product.snapshot.ts';

const api = endpointsOf('Générations');

export const GENERATION_STATUSES = ['draft', 'success'] as const;

export const generation = z.object({
  id: z.string(),
  template_id: z.string(),
  product_id: z.string(),
  status: z.enum(GENERATION_STATUSES),
  initiated_at: z.string(),
  finalized_at: z.string().nullable(),
  validated_at: z.string().nullable(),
  initiated_by: z.string().nullable(),
  file_name: z.string(),
  /** What the finished .docx was called when it was handed in; the document keeps its own name. */
  final_file_name: z.string().nullable(),
  drive_file_id: z.string().nullable(),
  drive_file_url: z.string().nullable(),
  pdf_drive_file_id: z.string().nullable(),
  pdf_drive_file_url: z.string().nullable(),
  ...onDrive,
  /** SHA-256 of the stored .docx; once sealed it never changes. */
  sha256: z.string(),
  pdf_sha256: z.string().nullable(),
  warnings: z.array(z.string()),
  /** The template and the product as they were when the document was made. */
  template: z.object({ id: z.string(), name: z.string(), version: z.string() }),
  product: productSnapshot,
});
export type Generation = z.output<typeof generation>;

export const createGeneration = api('POST /generations', 'write', {
  summary: 'Générer un document à partir d’un modèle et d’un produit',
  body: z.object({
    template_id: z.string({ error: 'Le modèle est requis' }).min(1, { error: 'Le modèle est requis' }),
    product_id: z.string({ error: 'Le produit est requis' }).min(1, { error: 'Le produit est requis' }),
  }),
  consumes: ['form', 'json'],
  output: generation,
  status: 201,
  idempotent: true,
});

/** `status` keeps the drafts, or the sealed ones; `product_id` those of one product. */
const generationQuery = listQuery.extend({
  status: z.enum(GENERATION_STATUSES).optional(),
  product_id: z.string().max(100).optional(),
});
export type GenerationQuery = z.output<typeof generationQuery>;

export const listGenerations = api('GET /generations', 'member', {
  summary: 'Lister les générations, la plus récente d’abord',
  query: generationQuery,
  output: z.array(generation),
});

const staleDocument = z.object({
  id: z.string(),
  product_id: z.string(),
  /** The product as it is called now. */
  label: z.string(),
  template_id: z.string(),
  template: z.string(),
  title: z.string(),
  status: z.enum(GENERATION_STATUSES),
  initiated_at: z.string(),
  /** What is no longer what it was when the document was made. */
  parts: z.array(z.enum(PART_NAMES)),
});
export type StaleDocument = z.output<typeof staleDocument>;

const staleQuery = listQuery.extend({
  template_id: z.string().max(100).optional(),
  part: z.enum(PART_NAMES, { error: 'Partie inconnue.' }).optional(),
});
export type StaleQuery = z.output<typeof staleQuery>;

export const listStale = api('GET /generations/stale', 'member', {
  summary:
    'Les documents à refaire : le dernier de chaque produit et modèle, quand une partie du dossier a changé depuis',
  query: staleQuery,
  output: z.array(staleDocument),
});

export const getGeneration = api('GET /generations/{id}', 'member', {
  summary: 'Lire une génération',
  output: generation,
});

/** `check=true`: read first, and refuse when something looks wrong. */
const sealQuery = z.object({ check: flag.optional() });

/**
 * What a document shows before it is sealed: tags left, passages to complete, the same bytes as the draft, another
 * product’s reference, neither the name nor the reference of this one, changes and comments left.
 */
export const FINDING_CODES = [
  'tags',
  'to_complete',
  'untouched',
  'other_draft',
  'deposited',
  'changed_there',
  /** What the PDF would lack. */
  'left_out',
  'other_product',
  'other_formula',
  /** The document is not in French. */
  'language',
  /** Letters that the PDF would show as empty boxes. */
  'letters',
  'not_this_product',
  'tracked_changes',
  'comments',
] as const;

export const sealFinding = z.object({
  code: z.enum(FINDING_CODES),
  message: z.string(),
  /** The words around it, one place a line. */
  context: z.string().nullable(),
});
export type SealFinding = z.output<typeof sealFinding>;

const inspection = z.object({
  findings: z.array(sealFinding),
  /** The sentences of the findings. */
  remarks: z.array(z.string()),
});

export const finalizeGeneration = api('PATCH /generations/{id}/finalize', 'write', {
  summary: 'Déposer le .docx finalisé : son PDF est fait, le document scellé, le produit validé',
  token: 'never',
  query: sealQuery,
  body: z.object({}),
  consumes: ['multipart'],
  file: 'required',
  output: generation,
});

export const validateGeneration = api('PATCH /generations/{id}/validate', 'write', {
  token: 'never',
  summary: 'Valider le .docx tel qu’il est : son PDF est fait, le document scellé',
  query: sealQuery,
  output: generation,
});

export const removeGeneration = api('DELETE /generations/{id}', 'write', {
  summary: 'Mettre une génération à la corbeille',
  output: 'nothing',
});

export const readDocx = api('GET /generations/{id}/docx', 'member', {
  summary: 'Télécharger le .docx',
  output: 'file',
});

export const readPdf = api('GET /generations/{id}/pdf', 'member', {
  summary: 'Télécharger le PDF',
  output: 'file',
});

export const previewGeneration = api('GET /generations/{id}/preview', 'member', {
  summary: 'Lire le document en PDF, brouillon compris',
  output: 'file',
});

export const inspectFinal = api('POST /generations/{id}/inspect', 'write', {
  summary: 'Relire un .docx finalisé avant de le sceller : ce qui semble ne pas aller. Rien n’est gardé',
  body: z.object({}),
  consumes: ['multipart'],
  file: 'required',
  output: inspection,
});

export const inspectStored = api('GET /generations/{id}/inspect', 'write', {
  summary: 'Relire le .docx conservé avant de le sceller tel quel',
  output: inspection,
});

export const sendGeneration = api('POST /generations/{id}/drive', 'write', {
  summary: 'Relancer l’envoi d’un document vers le drive',
  output: generation,
});

/** What a signed address carries; one without it opens nothing, as one that has expired. */
export const linkQuery = z.object({
  expires: z.string().catch(''),
  by: z.string().catch(''),
  signature: z.string().catch(''),
});
export type LinkQuery = z.output<typeof linkQuery>;

export const openFile = api('GET /generations/{id}/files/{format}', 'link', {
  summary: 'Ouvrir un fichier du drive intégré (adresse signée, de courte durée)',
  query: linkQuery,
  output: 'file',
});
