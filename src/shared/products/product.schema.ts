import { z } from 'zod';
import { inputShape } from '../fields/record.shape.ts';
import { FIELDS, type ProductValues } from './product.fields.ts';
import { isRequired, PRODUCT_STATUSES, type ProductDemand, type ProductStatus } from './product.status.ts';

/** What the server computes: a client that sends these back is not blamed, and not heard. */
const COMPUTED_NAMES = [
  'id',
  'progression',
  'has_formula_attachment',
  'formula_mode',
  'type_produit',
  'modified_since_validation',
  'example',
  'control_covered',
  'control_total',
  'findings',
  'revision',
  'unread',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
] as const;

export type ProductInput = ProductValues & { status: ProductStatus };

function build(demand: ProductDemand, kept: Kept = {}): z.ZodType<ProductInput> {
  const shape: Record<string, z.ZodType> = {
    status: z.enum(PRODUCT_STATUSES, { error: 'Le statut doit être DRAFT ou VALIDATED.' }).default('DRAFT'),
  };
  Object.assign(shape, inputShape(FIELDS, { isRequired: (field) => isRequired(field, demand), kept }));
  for (const name of COMPUTED_NAMES) shape[name] = z.unknown().optional();
  return z.strictObject(shape).transform((parsed) => {
    const kept = { ...parsed };
    for (const name of COMPUTED_NAMES) delete kept[name];
    return kept as ProductInput;
  });
}

const schemas = new Map<string, z.ZodType<ProductInput>>();

/** Stored texts that their fields no longer take, by name. */
export type Kept = Readonly<Record<string, string>>;

/**
 * The rule of a whole product. Gives every value (absent ones are `null`) and the status; reports every fault, an
 * undeclared name included.
 * @param kept texts of another day that may be sent back as they are
 */
export function productSchema(demand: ProductDemand, kept?: Kept): z.ZodType<ProductInput> {
  if (kept && Object.keys(kept).length > 0) return build(demand, kept);
  const key = `${demand.validated}${demand.hasFormula}`;
  const known = schemas.get(key);
  if (known) return known;
  const schema = build(demand);
  schemas.set(key, schema);
  return schema;
}
