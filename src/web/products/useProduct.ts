import { useOutletContext } from 'react-router';
import type { Product } from '#shared/products/product.contract.ts';

/** The product whose page this is: for what is shown in one of its tabs. */
export const useProduct = (): Product => useOutletContext<Product>();
