import type { Exposure } from './margins.ts';

/** Kinds of products of which what stays is swallowed. Source: SCCS/1647/22, table 3A (lip and oral care products: oral exposure). */
const IN_MOUTH: ReadonlySet<string> = new Set(['lipstick', 'toothpaste_adult', 'mouthwash']);

/** Whether all that stays of the product is swallowed, as nobody said how much is. */
export const isAllSwallowed = ({ category, ingested_g_day }: Pick<Exposure, 'category' | 'ingested_g_day'>): boolean =>
  IN_MOUTH.has(category ?? '') && ingested_g_day === null;

/** Whether something stays on the skin: not of a product that is only said to be swallowed or breathed. */
export const isOnSkin = ({ routes = [] }: Pick<Exposure, 'routes'>): boolean =>
  routes.length === 0 || routes.some((route) => route !== 'orale' && route !== 'inhalation');

/** What is said of a route without its number, in both languages of documents. */
export const ROUTE_LACKS = {
  orale: {
    fr: 'voie orale annoncée sans quantité avalée : elle n’est pas comptée',
    en: 'oral route stated without an amount swallowed: not counted',
  },
  inhalation: {
    fr: 'inhalation annoncée sans concentration dans l’air et volume respiré : elle n’est pas comptée',
    en: 'inhalation stated without a concentration in air and a volume breathed: not counted',
  },
} as const;
export type LackingRoute = keyof typeof ROUTE_LACKS;

/** Routes that are stated, or half measured, and of which no number says how much is taken up: the dose is less than there is. */
export function lackingRoutes(
  exposure: Pick<Exposure, 'category' | 'routes' | 'ingested_g_day' | 'air_mg_m3' | 'breathed_m3_day'>,
): LackingRoute[] {
  const { routes = [], ingested_g_day, air_mg_m3, breathed_m3_day } = exposure;
  const isHalf = (air_mg_m3 === null) !== (breathed_m3_day === null);
  const isUnbreathed = air_mg_m3 === null && breathed_m3_day === null;
  return [
    ...(routes.includes('orale') && ingested_g_day === null && !isAllSwallowed(exposure) ? (['orale'] as const) : []),
    ...(isHalf || (routes.includes('inhalation') && isUnbreathed) ? (['inhalation'] as const) : []),
  ];
}
