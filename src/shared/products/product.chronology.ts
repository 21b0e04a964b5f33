import { printDay } from '../fields/date.ts';
import type { FieldName, ProductValues } from './product.fields.ts';

/** A date that stands after one it should precede. */
export interface DateFault {
  field: FieldName;
  message: string;
}

/**
 * The dates of a product that stand in the wrong order. A safety assessment comes before the product is placed on the
 * market: Regulation (EC) 1223/2009, article 10(1).
 */
export function chronologyOf({
  date_mise_marche: market,
  date_validation: validation,
}: Partial<Pick<ProductValues, 'date_mise_marche' | 'date_validation'>>): DateFault[] {
  if (!isDay(market) || !isDay(validation) || validation <= market) return [];
  return [
    {
      field: 'date_validation',
      message: `La validation (${printDay(validation)}) est postérieure à la mise sur le marché (${printDay(market)}) : l’évaluation de la sécurité doit la précéder (règlement (CE) n° 1223/2009, article 10).`,
    },
  ];
}

/** Not a text that the field no longer takes. */
const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
