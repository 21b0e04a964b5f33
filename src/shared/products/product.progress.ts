import { isFilled } from '../fields/field.ts';
import { progressOf } from '../fields/record.ts';
import { FIELDS, type FieldName, isStoodForByFile, type ProductField, type ProductValues } from './product.fields.ts';
import { isRequired } from './product.schema.ts';

export type StepState = 'none' | 'partial' | 'complete';

const counts = (field: ProductField, values: Partial<ProductValues>, hasFormula: boolean): boolean =>
  isFilled(values[field.name]) || (hasFormula && isStoodForByFile(field));

/** Share of the fields that are filled, a whole percentage. A formula attachment counts as the ingredients. */
export const progressionOf = (values: Partial<ProductValues>, hasFormula: boolean): number =>
  progressOf(FIELDS, values, (field) => hasFormula && isStoodForByFile(field));

/** `none`: nothing filled; `complete`: every field filled but the optional ones; `partial`: in between. */
export function stepStateOf(step: number, values: Partial<ProductValues>, hasFormula: boolean): StepState {
  const fields = FIELDS.filter((field) => field.step === step);
  const missing = fields.filter((field) => !counts(field, values, hasFormula));
  if (missing.length === fields.length) return 'none';
  return missing.every((field) => field.optional) ? 'complete' : 'partial';
}

/** How many fields of a step are filled, and of how many. */
export function stepCountOf(
  step: number,
  values: Partial<ProductValues>,
  hasFormula: boolean,
): { filled: number; total: number } {
  const fields = FIELDS.filter((field) => field.step === step);
  return { filled: fields.filter((field) => counts(field, values, hasFormula)).length, total: fields.length };
}

/** What still stands between these values and a validated product, in the order of the form. */
export function missingForValidation(values: Partial<ProductValues>, hasFormula: boolean): FieldName[] {
  return FIELDS.filter(
    (field) => isRequired(field, { validated: true, hasFormula }) && !counts(field, values, hasFormula),
  ).map((field) => field.name);
}
