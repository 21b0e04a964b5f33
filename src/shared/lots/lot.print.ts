import { printDay } from '../fields/date.ts';
import { printNumber } from '../fields/number.ts';
import type { Lot, Stopped } from './lot.contract.ts';

/** What a document prints of the life of a product, already written in French. */
export const LOT_ITEMS = { lots: ['numero', 'premiere_mise', 'derniere_mise', 'quantite'] } as const;

const day = (value: string | null): string => (value === null ? '' : printDay(value));

export const printLots = ({ lots, retention }: { lots: readonly Lot[]; retention: Stopped }) => ({
  conservation_jusqu_au: day(retention.conservation_jusqu_au),
  lots: lots.map(({ numero, premiere_mise, derniere_mise, quantite }) => ({
    numero,
    premiere_mise: day(premiere_mise),
    derniere_mise: day(derniere_mise),
    quantite: quantite === null ? '' : printNumber(quantite),
  })),
});

export const NO_LOTS: ReturnType<typeof printLots> = { conservation_jusqu_au: '', lots: [] };
