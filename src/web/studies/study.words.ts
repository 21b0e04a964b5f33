import { printNumber } from '#shared/fields/number.ts';
import type { Criterion, StudyReading } from '#shared/studies/study.contract.ts';

/** What was read, as people write it. */
export const sayValue = (value: StudyReading['valeurs'][string]): string =>
  typeof value === 'boolean'
    ? value
      ? 'conforme'
      : 'non conforme'
    : typeof value === 'number'
      ? printNumber(value)
      : (value ?? '');

/** What is asked of a criterion: « de 4,5 à 6 », « 100 au plus », « limpide ». */
export function sayLimits({ min, max, attendu, unite }: Criterion): string {
  const unit = unite ? ` ${unite}` : '';
  if (min !== null && max !== null) return `de ${printNumber(min)} à ${printNumber(max)}${unit}`;
  if (max !== null) return `${printNumber(max)}${unit} au plus`;
  if (min !== null) return `${printNumber(min)}${unit} au moins`;
  return attendu ? `attendu : ${attendu}` : (unite ?? '');
}
