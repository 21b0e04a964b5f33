import { useQueryClient } from '@tanstack/react-query';
import type { ProductKind } from '#shared/contract/product.kinds.ts';
import {
  createProduct,
  getProduct,
  type Product,
  setProductType,
  updateProduct,
} from '#shared/products/product.contract.ts';
import { cleaningWordOf } from '#shared/products/product.kind.words.ts';
import { call, sentenceOf } from '../api/client.ts';
import { queryOf, refreshFileOf, useRefresh } from '../api/query.ts';
import type { Creation } from '../records/record.saving.ts';
import { useToast } from '../ui/toast.tsx';

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

/** Creates or replaces a product, and refreshes what shows it. @param kind what a new one is */
export function useSaveProduct(kind: ProductKind) {
  const toast = useToast();
  const client = useQueryClient();
  const refresh = useRefresh();
  const known = (saved: Product): Product => {
    client.setQueryData(queryOf(getProduct, { params: { id: saved.id } }).queryKey, { data: saved, total: null });
    void refresh('dashboard');
    void client.invalidateQueries({ queryKey: ['products', '/products'] });
    refreshFileOf(client, saved.id, getProduct);
    return saved;
  };
  /** Sent after the first save. The product is there, whatever becomes of it: what failed is said, and may be said again. */
  const saidToBe = async (created: Product): Promise<Product> => {
    // Nobody asks again of a cosmetic whose name says something else.
    if (kind === 'cosmetique' && cleaningWordOf(created) === null) return created;
    try {
      return await call(setProductType, { params: { id: created.id }, body: { type_produit: kind } });
    } catch (problem) {
      toast({
        severity: 'error',
        message: `La fiche est enregistrée, mais pas sa nature : dites-la en haut de la page du produit.\n${sentenceOf(problem)}`,
      });
      return created;
    }
  };
  return {
    create: async ({ key, payload }: Creation): Promise<Product> =>
      known(
        await saidToBe(await call(createProduct, { body: payload as object, headers: { 'Idempotency-Key': key } })),
      ),
    /** @param save what is sent, over the revision the form started from */
    update: async ({ id, payload, revision }: { id: string; payload: unknown; revision: number }): Promise<Product> =>
      known(
        await call(updateProduct, {
          params: { id },
          body: payload as object,
          headers: { 'If-Match': `"${revision}"` },
        }),
      ),
  };
}
