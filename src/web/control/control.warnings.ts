import { isDay, printDay } from '#shared/fields/date.ts';
import type { Warning } from '../records/FieldGrid.tsx';

/** What precedes the market, and does not: told at the field as it is typed. Articles 10 and 13. */
export const warningsOf = (market: string | null): Record<string, Warning> => {
  const before =
    (field: string, what: string): Warning =>
    (texts) => {
      const day = texts[field] ?? '';
      return market && isDay(market) && isDay(day) && day > market
        ? `${what} la mise sur le marché (${printDay(market)}).`
        : undefined;
    };
  return {
    signed_on: before('signed_on', 'L’évaluation de la sécurité se signe avant'),
    cpnp_date: before('cpnp_date', 'La notification précède'),
  };
};
