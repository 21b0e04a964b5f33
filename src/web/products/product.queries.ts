import { useQueryClient } from '@tanstack/react-query';
import { createProduct, getProduct, type Product, updateProduct } from '#shared/products/product.contract.ts';
import { call } from '../api/client.ts';
import { queryOf, useRefresh } from '../api/query.ts';

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
