import type { ExposureInput } from './exposure.contract.ts';
import { EXPOSURE_ROWS, SCCS_SOURCE } from './exposure.table.ts';

/** The numbers a category gives, and what they are called in a sentence. */
const OF_CATEGORY = {
  amount_g_day: 'quantité par jour',
  amount_mg_kg_day: 'quantité par kg et par jour',
  retention_factor: 'facteur de rétention',
  surface_cm2: 'surface',
  frequency: 'fréquence',
} as const;
const NAMES = Object.keys(OF_CATEGORY) as (keyof typeof OF_CATEGORY)[];

/**
 * What is not typed is that of the category, where the SCCS confirms it; an amount of one’s own takes the
 * place of both amounts. The source names the SCCS only for the numbers that are its own.
 */
export function completed<T extends Omit<ExposureInput, 'routes'>>(record: T): T {
  const row = EXPOSURE_ROWS.find(({ key, isConfirmed }) => key === record.category && isConfirmed);
  // A number equal to the category's is the category's, though a person wrote it.
  const own = NAMES.filter((name) => record[name] !== null && record[name] !== (row?.[name] ?? null));
  const hasOwnAmount = own.some((name) => name.startsWith('amount'));
  const numbers = Object.fromEntries(
    NAMES.map((name) => {
      if (own.includes(name)) return [name, record[name]];
      return [name, hasOwnAmount && name.startsWith('amount') ? null : (row?.[name] ?? null)];
    }),
  );
  const said = record.source === SCCS_SOURCE ? null : record.source;
  const exceptions = own.map((name) => OF_CATEGORY[name]).join(', ');
  const sccs = exceptions ? `${SCCS_SOURCE}, sauf : ${exceptions}` : SCCS_SOURCE;
  return {
    ...record,
    ...numbers,
    source: said ?? (row ? sccs : null),
  };
}
