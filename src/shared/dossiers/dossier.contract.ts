import { endpoint } from '../contract/endpoint.ts';
import { z } from '../contract/zod.ts';

const tag = 'Dossiers scellés';

export const dossier = z.object({
  id: z.string(),
  product_id: z.string(),
  sealed_at: z.string(),
  sealed_by: z.string().nullable(),
  /** Of the PDF, and of the archive. */
  sha256: z.string(),
  zip_sha256: z.string(),
  pages: z.number().int(),
  /** What the dossier says against itself, each in a sentence. */
  anomalies: z.array(z.string()),
});
export type Dossier = z.output<typeof dossier>;

export const createDossier = endpoint({
  method: 'POST',
  path: '/products/{id}/dossiers',
  right: 'write',
  tag,
  summary: 'Sceller le dossier d’un produit : un PDF et une archive, faits en arrière-plan',
  output: z.object({ job_id: z.string() }),
  status: 201,
});
export const listDossiers = endpoint({
  method: 'GET',
  path: '/products/{id}/dossiers',
  right: 'member',
  tag,
  summary: 'Les dossiers scellés d’un produit, du plus récent au plus ancien',
  output: z.array(dossier),
});
export const getDossierWork = endpoint({
  method: 'GET',
  path: '/products/{id}/dossiers/work',
  right: 'member',
  tag,
  summary: 'Où en est le scellement du dossier d’un produit',
  output: z.object({
    /** `null` when none is asked for. */
    state: z.enum(['waiting', 'running', 'failed']).nullable(),
    progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
    error: z.string().nullable(),
  }),
});
export const getDossier = endpoint({
  method: 'GET',
  path: '/dossiers/{id}',
  right: 'member',
  tag,
  summary: 'Un dossier scellé',
  output: dossier,
});
export const readDossierPdf = endpoint({
  method: 'GET',
  path: '/dossiers/{id}/pdf',
  right: 'member',
  tag,
  summary: 'Le PDF d’un dossier scellé',
  output: 'file',
});
export const readDossierZip = endpoint({
  method: 'GET',
  path: '/dossiers/{id}/zip',
  right: 'member',
  tag,
  summary: 'L’archive d’un dossier scellé',
  output: 'file',
});
export const verifyHash = endpoint({
  method: 'GET',
  path: '/verify/{sha256}',
  right: 'public',
  tag,
  summary: 'Si cette empreinte est celle d’un dossier scellé ici, et de quand',
  output: z.object({ known: z.boolean(), sealed_at: z.string().nullable() }),
});
