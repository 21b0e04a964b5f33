import { isFilled } from '../fields/field.ts';
import { progressOf, type StepProgress, stepProgressOf } from '../fields/record.ts';
import { FIELDS, type FieldName, isStoodForByFile, type ProductField, type ProductValues } from './product.fields.ts';
import { isRequired } from './product.status.ts';

const counts = (field: ProductField, values: Partial<ProductValues>, hasFormula: boolean): boolean =>
  isFilled(values[field.name]) || (hasFormula && isStoodForByFile(field));

/** Share of the fields that are filled, a whole percentage. A formula attachment counts as the ingredients. */
export const progressionOf = (values: Partial<ProductValues>, hasFormula: boolean): number =>
  progressOf(FIELDS, values, (field) => hasFormula && isStoodForByFile(field));

/** How far a step of the form is. */
export const stepProgress = (step: number, values: Partial<ProductValues>, hasFormula: boolean): StepProgress =>
  stepProgressOf(
    FIELDS.filter((field) => field.step === step),
    values,
    (field) => hasFormula && isStoodForByFile(field),
  );

/** What still stands between these values and a validated product, in the order of the form. */
export function missingForValidation(values: Partial<ProductValues>, hasFormula: boolean): FieldName[] {
  return FIELDS.filter(
    (field) => isRequired(field, { validated: true, hasFormula }) && !counts(field, values, hasFormula),
  ).map((field) => field.name);
}
