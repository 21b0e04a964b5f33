import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';
import { listQuery } from '../contract/list.query.ts';
import { onDrive } from '../drive/drive.contract.ts';
import { productSnapshot } from '../products/product.snapshot.ts';
import { COMPARED } from './dossier.diff.ts';

const api = endpointsOf('Dossiers scellés');

export const dossier = z.object({
  id: z.string(),
  product_id: z.string(),
  /** The product as it was then; empty of the first dossiers, whose product is gone. */
  product: productSnapshot.partial(),
  sealed_at: z.string(),
  sealed_by: z.string().nullable(),
  /** Of the PDF, and of the archive. */
  sha256: z.string(),
  zip_sha256: z.string(),
  pages: z.number().int(),
  /** What the dossier says against itself, each in a sentence. */
  anomalies: z.array(z.string()),
  ...onDrive,
  /** The pages that show both files on the drive; `null` as long as they are not there, or are only here. */
  pdf_drive_url: z.string().nullable(),
  zip_drive_url: z.string().nullable(),
});
export type Dossier = z.output<typeof dossier>;

export const createDossier = api('POST /products/{id}/dossiers', 'write', {
  token: 'never',
  summary: 'Sceller le dossier d’un produit : un PDF et une archive, faits en arrière-plan',
  output: z.object({ job_id: z.string() }),
  status: 201,
  idempotent: true,
});
export const listDossiers = api('GET /products/{id}/dossiers', 'member', {
  summary: 'Les dossiers scellés d’un produit, du plus récent au plus ancien',
  output: z.array(dossier),
});
export const listAllDossiers = api('GET /dossiers', 'member', {
  summary: 'Tous les dossiers scellés, du plus récent au plus ancien, ceux des produits supprimés aussi',
  query: listQuery,
  output: z.array(dossier),
});
export const sendDossier = api('POST /dossiers/{id}/send', 'write', {
  summary: 'Envoyer de nouveau, maintenant, vers le drive un dossier qui n’y est pas',
  output: dossier,
});
export const getDossierWork = api('GET /products/{id}/dossiers/work', 'member', {
  summary: 'Où en est le scellement du dossier d’un produit',
  output: z.object({
    /** `null` when none is asked for. */
    state: z.enum(['waiting', 'running', 'failed']).nullable(),
    progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
    error: z.string().nullable(),
  }),
});
export const getDossier = api('GET /dossiers/{id}', 'member', {
  summary: 'Un dossier scellé',
  output: dossier,
});
const told = z.string().nullable();
const comparison = z.object({
  champs: z.array(z.object({ champ: z.string(), libelle: z.string(), avant: told, apres: told })),
  formule: z.object({
    ajoutees: z.array(z.object({ nom: z.string(), pourcentage: z.string() })),
    retirees: z.array(z.object({ nom: z.string(), pourcentage: z.string() })),
    modifiees: z.array(z.object({ nom: z.string(), avant: z.string(), apres: z.string() })),
  }),
  pieces: z.object({
    ajoutees: z.array(z.string()),
    retirees: z.array(z.string()),
    remplacees: z.array(z.string()),
  }),
  /** What people wrote beside the form, by its title, where it is no longer the same. */
  donnees: z.array(z.string()),
  points: z.array(z.object({ key: z.string(), avant: told, apres: z.string() })),
  chronologie: z.object({ apparues: z.array(z.string()), disparues: z.array(z.string()) }),
  /** What a manifest of before does not say. */
  non_comparable: z.array(z.enum(Object.keys(COMPARED) as [keyof typeof COMPARED, ...(keyof typeof COMPARED)[]])),
});
export type DossierDiff = z.output<typeof comparison>;

export const diffDossiers = api('GET /dossiers/{id}/diff', 'member', {
  summary: 'Ce qui diffère entre deux dossiers scellés d’un produit, d’après leurs seuls manifestes',
  query: z.object({ against: z.string({ error: 'Dites avec quel dossier comparer.' }).min(1).max(100) }),
  output: comparison,
});
export const readDossierPdf = api('GET /dossiers/{id}/pdf', 'member', {
  summary: 'Le PDF d’un dossier scellé',
  output: 'file',
});
export const readDossierZip = api('GET /dossiers/{id}/zip', 'member', {
  summary: 'L’archive d’un dossier scellé',
  output: 'file',
});
export const verifyHash = api('GET /verify/{sha256}', 'public', {
  summary: 'Si cette empreinte est celle d’un dossier scellé ici, et de quand',
  output: z.object({ known: z.boolean(), sealed_at: z.string().nullable() }),
});
