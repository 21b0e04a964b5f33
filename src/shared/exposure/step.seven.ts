import type { ProductField } from '../products/product.fields.ts';
import type { Exposure } from './margins.ts';

/**
 * What the form of the product says in steps 6 and 7, from the exposure: only what is known, in the units of its fields. The
 * amount by area is that of one application.
 */
export function stepSevenOf(
  exposure: Pick<
    Exposure,
    'amount_g_day' | 'surface_cm2' | 'frequency' | 'air_mg_m3' | 'breathed_m3_day' | 'ingested_g_day'
  >,
): { field: ProductField['name']; value: number }[] {
  const { amount_g_day, surface_cm2, frequency, air_mg_m3, breathed_m3_day, ingested_g_day } = exposure;
  const byArea =
    amount_g_day !== null && surface_cm2 && frequency ? (amount_g_day * 1_000) / surface_cm2 / frequency : null;
  const found: [ProductField['name'], number | null][] = [
    // Less than once a day is not what the field holds.
    ['frequence_utilisation', frequency !== null && frequency >= 1 ? frequency : null],
    ['surface_exposee', surface_cm2],
    ['quantite_appliquee', byArea === null ? null : Math.round(byArea * 1_000) / 1_000],
    ['concentration_air', air_mg_m3],
    ['volume_respire', breathed_m3_day],
    ['quantite_ingeree', ingested_g_day === null ? null : Math.round(ingested_g_day * 1e6) / 1_000],
  ];
  return found.flatMap(([field, value]) => (value === null ? [] : [{ field, value }]));
}
