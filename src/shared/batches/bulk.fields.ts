import { FIELDS, type FieldName } from '../products/product.fields.ts';

/** What says which product it is, what its formula is, and who validated it: said of one product at a time. */
const OF_ONE = [
  'nom_commercial',
  'nom_produit',
  'ref_formule',
  'ref_produit',
  'ingredients',
  'valide_par',
  'date_validation',
] as const satisfies readonly FieldName[];

export type BulkFieldName = Exclude<FieldName, (typeof OF_ONE)[number]>;

/** Fields that may be written in many products at once. */
export const BULK_FIELDS = FIELDS.filter(({ name }) => !OF_ONE.some((one) => one === name));
