import { isStoodForByFile, type ProductField } from './product.fields.ts';

export const PRODUCT_STATUSES = ['DRAFT', 'VALIDATED'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

export const STATUS_LABELS: Record<ProductStatus, string> = { DRAFT: 'Brouillon', VALIDATED: 'Validé' };

/** The conditions that decide which fields are required. */
export interface ProductDemand {
  /** True when the product is being validated, false for a draft. */
  validated: boolean;
  /** True when a file attached under the key `formula` stands for the ingredients. */
  hasFormula: boolean;
}

/** Whether the field must be filled under these conditions. */
export function isRequired(field: ProductField, { validated, hasFormula }: ProductDemand): boolean {
  if (!validated || field.message === undefined) return false;
  return !(hasFormula && isStoodForByFile(field));
}
