import { printNumber } from '../fields/number.ts';
import type { Writer } from '../fields/writer.ts';
import type { Lot, Stopped } from './lot.contract.ts';

/** What a document prints of the life of a product, already written in its language. */
export const LOT_ITEMS = { lots: ['numero', 'premiere_mise', 'derniere_mise', 'quantite'] } as const;

export function printLots({ lots, retention, writer }: { lots: readonly Lot[]; retention: Stopped; writer: Writer }): {
  conservation_jusqu_au: string;
  lots: Record<string, string>[];
} {
  const day = (value: string | null): string => (value === null ? '' : writer.day(value));
  return {
    conservation_jusqu_au: day(retention.conservation_jusqu_au),
    lots: lots.map(({ numero, premiere_mise, derniere_mise, quantite }) => ({
      numero,
      premiere_mise: day(premiere_mise),
      derniere_mise: day(derniere_mise),
      quantite: quantite === null ? '' : writer.figures(printNumber(quantite)),
    })),
  };
}

export const NO_LOTS: ReturnType<typeof printLots> = { conservation_jusqu_au: '', lots: [] };
