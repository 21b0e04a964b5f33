import { z } from 'zod';
import type { Product } from './product.contract.ts';

/** What a document, or a dossier, says of its product, whatever becomes of that one. */
export const productSnapshot = z.object({
  id: z.string(),
  nom_client: z.string().nullable(),
  marque: z.string().nullable(),
  gamme: z.string().nullable(),
  nom_produit: z.string().nullable(),
  nom_commercial: z.string().nullable(),
  ref_formule: z.string().nullable(),
  ref_produit: z.string().nullable(),
});
export type ProductSnapshot = z.output<typeof productSnapshot>;

export const snapshotOf = (product: Product): ProductSnapshot => productSnapshot.parse(product);
