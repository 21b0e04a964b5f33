import { useQueryClient } from '@tanstack/react-query';
import { createProduct, getProduct, type Product, updateProduct } from '#shared/products/product.contract.ts';
import { FIELDS } from '#shared/products/product.fields.ts';
import { call } from '../api/client.ts';
import { queryOf, useRefresh } from '../api/query.ts';

/** How many products are asked for at a time when many are needed whole. */
const AT_ONCE = 6;

/** These products with all their fields, in the order given. */
export async function fetchProducts(ids: readonly string[]): Promise<Product[]> {
  const found: Product[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const batch = ids.slice(from, from + AT_ONCE);
    found.push(...(await Promise.all(batch.map((id) => call(getProduct, { params: { id } })))));
  }
  return found;
}

/** A draft with the values of another product; what names that very product is left to be filled. */
export async function duplicateProduct(id: string): Promise<Product> {
  const source = await call(getProduct, { params: { id } });
  const values = Object.fromEntries(FIELDS.map((field) => [field.name, source[field.name]]));
  const name = source.nom_commercial ?? source.nom_produit;
  return call(createProduct, {
    body: {
      ...values,
      nom_commercial: name ? `${name} (copie)` : null,
      ref_produit: null,
      date_mise_marche: null,
      valide_par: null,
      date_validation: null,
    },
  });
}

interface Save {
  /** `null` for a product that does not exist yet. */
  id: string | null;
  payload: Record<string, unknown>;
  /** The revision the form started from; `null` to save over whatever is there. */
  revision: number | null;
  creationKey: string;
}

/** Creates or replaces a product, and refreshes what shows it. */
export function useSaveProduct(): (save: Save) => Promise<Product> {
  const client = useQueryClient();
  const refresh = useRefresh();
  return async ({ id, payload, revision, creationKey }) => {
    const saved = id
      ? await call(updateProduct, {
          params: { id },
          body: payload,
          headers: revision === null ? {} : { 'If-Match': `"${revision}"` },
        })
      : await call(createProduct, { body: payload, headers: { 'Idempotency-Key': creationKey } });
    client.setQueryData(queryOf(getProduct, { params: { id: saved.id } }).queryKey, { data: saved, total: null });
    void refresh('dashboard');
    void client.invalidateQueries({ queryKey: ['products', '/products'] });
    return saved;
  };
}
