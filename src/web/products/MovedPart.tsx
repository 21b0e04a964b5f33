import { Navigate, useLocation } from 'react-router';
import { PART_PATHS, type ProductPart } from '#shared/contract/product.parts.ts';
import { useProduct } from './useProduct.ts';

/** An address of an earlier release leads to what it has become, with the field that one came for. */
export function MovedPart({ part }: { part: ProductPart }) {
  const { id } = useProduct();
  const { state } = useLocation();
  return <Navigate to={`/products/${id}${PART_PATHS[part]}`} state={state} replace />;
}
