import type { ProductKind } from '../contract/product.kinds.ts';
import { isFilled } from '../fields/field.ts';
import { progressOf, type StepProgress, stepProgressOf } from '../fields/record.ts';
import { isNotOfCleaning } from './cleaning.steps.ts';
import { FIELDS, type FieldName, isStoodForByFile, type ProductField, type ProductValues } from './product.fields.ts';
import { isRequired } from './product.status.ts';

const counts = (field: ProductField, values: Partial<ProductValues>, hasFormula: boolean): boolean =>
  isFilled(values[field.name]) || (hasFormula && isStoodForByFile(field));

/** Whether a field is asked of a product of this kind: what is of no concern to it is no gap of its file. */
export const isAskedOf =
  (kind: ProductKind) =>
  ({ name }: { name: string }): boolean =>
    kind === 'cosmetique' || !isNotOfCleaning(name);

/**
 * Share of all the fields that are filled, a whole percentage, of a cleaning product too: that is what is specified.
 * A formula attachment counts as the ingredients.
 */
export const progressionOf = (values: Partial<ProductValues>, hasFormula: boolean): number =>
  progressOf(FIELDS, values, (field) => hasFormula && isStoodForByFile(field));

/** How far a step of the form is. */
export const stepProgress = (
  step: number,
  values: Partial<ProductValues>,
  hasFormula: boolean,
  kind: ProductKind = 'cosmetique',
): StepProgress =>
  stepProgressOf(
    FIELDS.filter((field) => field.step === step && isAskedOf(kind)(field)),
    values,
    (field) => hasFormula && isStoodForByFile(field),
  );

/** What still stands between these values and a validated product, in the order of the form. */
export function missingForValidation(values: Partial<ProductValues>, hasFormula: boolean): FieldName[] {
  return FIELDS.filter(
    (field) => isRequired(field, { validated: true, hasFormula }) && !counts(field, values, hasFormula),
  ).map((field) => field.name);
}
